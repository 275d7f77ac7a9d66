import * as z from "zod/mini";
import { problemsIn, type Problem } from "#features/questions/problem.ts";
import { Id, Seconds, type BlockKind, type BlockLearning } from "../block-kind.ts";
import { playedEnough, reducePlayed, TranscriptLine } from "../played.ts";

/** A recording to listen to. */
export const AudioBlock = z.object({
  id: Id,
  kind: z.literal("audio"),
  title: z.string(),
  /** In order of preference; the browser takes the first that it can play. */
  sources: z.array(z.object({ fileId: z.int(), mediaType: z.string() })),
  seconds: z.number(),
  /** What is heard, with times. Published with at least one line, because audio needs a text alternative (WCAG 2.2, 1.2.1). */
  transcript: z.array(TranscriptLine),
});
export type AudioBlock = z.infer<typeof AudioBlock>;
export type AudioProblem = "file_missing" | "title_missing" | "transcript_missing";

/** The condition of a page's rule: the percentage of every recording on it that has to be played, by the union of ranges. */
export const audioRule = { audioPercent: z.optional(z.number()) };
export interface AudioRule {
  readonly audioPercent?: number | undefined;
}

/** Played ranges in seconds; merged as a union. position: where playback is. */
export const AudioFact = z.object({
  kind: z.literal("audio"),
  blockId: Id,
  ranges: z.array(z.tuple([Seconds, Seconds])).check(z.maxLength(500)),
  position: Seconds,
});
export type AudioFact = z.infer<typeof AudioFact>;

export const AudioState = z.object({
  kind: z.literal("audio"),
  ranges: z.array(z.tuple([z.number(), z.number()])),
  position: z.number(),
});
export type AudioState = z.infer<typeof AudioState>;

export const audio = {
  shown: (block) => block,
  files: ({ sources }) => sources.map(({ fileId }) => fileId),
  texts: ["title", "transcript.*.text"],
  words: ({ title, transcript }) => [title, ...transcript.map(({ text }) => text)],
  problems: ({ title, sources, transcript }): Problem<AudioProblem>[] =>
    problemsIn({
      file_missing: sources.length === 0 && "error",
      title_missing: title.trim() === "" && "error",
      transcript_missing: transcript.length === 0 && "error",
    }),
  barriers: ["transcript_missing"] satisfies AudioProblem[],
  headings: () => [2],
  facts: {
    audio: ({ seconds }, fact, { state, isNewer }) => ({ state: { kind: "audio", ...reducePlayed(seconds, state, fact, isNewer) } }),
  },
  shownState: (_, { state }) => state,
  isDone: ({ seconds }, { audioPercent }: AudioRule, { state }) => (audioPercent ? playedEnough(seconds, audioPercent, state) : null),
  canBeDone: (_, { audioPercent }: AudioRule) => (audioPercent ?? 0) <= 100,
  sampleRule: { audioPercent: 50 },
  sampleFacts: { audio: { kind: "audio", blockId: "b", ranges: [[0, 5]], position: 5 } },
  sample: (words, fileId) => ({
    id: "audio",
    kind: "audio",
    title: words,
    sources: [{ fileId, mediaType: `audio/wav${words}` }],
    seconds: 10,
    transcript: [{ from: 0, to: 5, text: words }],
  }),
} satisfies BlockKind<AudioBlock, AudioBlock, AudioFact, AudioState, AudioState>;

export const audioLearning: BlockLearning<AudioBlock> = {
  condition: "audioPercent",
};
