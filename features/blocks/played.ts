import * as z from "zod/mini";
import { unionRanges, watchedSeconds } from "./ranges.ts";

/** A line of a transcript: what is heard between two seconds. */
export const TranscriptLine = z.object({ from: z.number(), to: z.number(), text: z.string() });
export type TranscriptLine = z.infer<typeof TranscriptLine>;

/** What was played of a video or a recording. */
export interface Played {
  readonly ranges: readonly (readonly [number, number])[];
  readonly position: number;
}

/** Players may stop a moment before the end. */
const slackSeconds = 1;

/** What was played including one more report. Ranges only grow; the position follows the newest report. seconds: total length, 0 when unknown. */
export function reducePlayed(seconds: number, before: Played | null, report: Played, isNewer: boolean) {
  return {
    ranges: unionRanges([...(before?.ranges ?? []), ...report.ranges], seconds || undefined),
    position: isNewer ? report.position : (before?.position ?? report.position),
  };
}

/** Whether at least `percent` was played. Even when the required length is shorter than the slack, something has to be played. */
export function playedEnough(seconds: number, percent: number, played: Played | null): boolean {
  const known = watchedSeconds(played?.ranges ?? []);
  return known > 0 && known >= (seconds * percent) / 100 - slackSeconds;
}

interface Asking {
  readonly mustAnswer?: boolean | undefined;
  readonly questions?: readonly { readonly question: { readonly id: string } }[] | undefined;
}

/** Whether all questions of a video that have to be answered are. answers: by the question's id. */
export const isAnswered = ({ questions = [], mustAnswer }: Asking, answers: object = {}): boolean =>
  mustAnswer !== true || questions.every(({ question }) => Object.hasOwn(answers, question.id));
