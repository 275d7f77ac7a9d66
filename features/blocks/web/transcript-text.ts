import type { TranscriptLine } from "../played.ts";
import { clock } from "./clock.ts";

/** Lines of a transcript as an author writes them: each with the time at which it is heard, such as 0:05. */
export const transcriptText = (lines: readonly TranscriptLine[]): string =>
  lines.map(({ from, text }) => `${clock(from)} ${text}`).join("\n");

/** The second that a clock such as 1:05 or 1:02:03 means; null for anything else. */
export function secondOf(written: string): number | null {
  const [, hours = "0", minutes, rest] = /^\s*(?:(\d{1,2}):)?(\d{1,2}):([0-5]\d)\s*$/.exec(written) ?? [];
  return minutes === undefined ? null : Number(hours) * 3600 + Number(minutes) * 60 + Number(rest);
}

const timed = /^\s*(?:(\d{1,2}):)?(\d{1,2}):(\d{2})\s+(.*)$/;

/**
 * The transcript that an author wrote. A line without a time belongs to the one above; without any time all is one line. Each is heard until the next begins, the
 * last one until the end (seconds: the whole length, 0 when unknown).
 */
export function transcriptLines(written: string, seconds: number): TranscriptLine[] {
  const begun: { from: number; text: string }[] = [];
  for (const row of written.split("\n")) {
    const [, hours = "0", minutes, rest, text = ""] = timed.exec(row) ?? [];
    const last = begun.at(-1);
    if (minutes !== undefined) begun.push({ from: Number(hours) * 3600 + Number(minutes) * 60 + Number(rest), text: text.trim() });
    else if (row.trim() !== "" && last) last.text = `${last.text} ${row.trim()}`.trim();
    else if (row.trim() !== "") begun.push({ from: 0, text: row.trim() });
  }
  const lines = begun.filter(({ text }) => text !== "").toSorted((a, b) => a.from - b.from);
  return lines.map(({ from, text }, at) => ({ from, to: Math.max(from, lines[at + 1]?.from ?? seconds), text }));
}

const cue = /^(?:(\d+):)?(\d{1,2}):(\d{2})[.,](\d{3})\s+-->\s+(?:(\d+):)?(\d{1,2}):(\d{2})[.,](\d{3})/;

/** The transcript in a captions file (WebVTT): a line for each cue, without its voices and marks. */
export function transcriptOfCaptions(vtt: string): TranscriptLine[] {
  const second = (hours = "0", minutes = "0", seconds = "0", thousandths = "0") =>
    Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) + Number(thousandths) / 1000;
  return vtt
    .replaceAll("\r\n", "\n")
    .split(/\n{2,}/)
    .flatMap((part) => {
      const rows = part.split("\n");
      const at = rows.findIndex((row) => cue.test(row));
      const times = cue.exec(rows[at] ?? "");
      const text = rows
        .slice(at + 1)
        .join(" ")
        .replaceAll(/<[^<>]*>/g, "")
        .trim();
      if (!times || text === "") return [];
      return [{ from: second(times[1], times[2], times[3], times[4]), to: second(times[5], times[6], times[7], times[8]), text }];
    });
}
