/** One caption: from and to in seconds, and its words without markup. */
export interface Cue {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** A file that holds no captions. line: where reading it ended, counted from 1; null where it is none at all. */
export class NoCaptions extends Error {
  readonly line: number | null;
  constructor(line: number | null) {
    super("no captions");
    this.line = line;
  }
}

const time = /(?:(\d{1,3}):)?([0-5]\d):([0-5]\d)[.,](\d{3})/.source;
const timing = new RegExp(String.raw`^\s*${time}\s+-->\s+${time}(?:\s|$)`);
const mostCues = 20_000;

const secondsOf = (hours: string | undefined, minutes = "0", seconds = "0", thousandths = "0") =>
  Number(hours ?? 0) * 3600 + Number(minutes) * 60 + Number(seconds) + Number(thousandths) / 1000;

/** Characters that WebVTT writes as entities. */
const plain = (text: string) =>
  text
    .replaceAll(/<[^<>]{0,200}>/g, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&nbsp;", "\u00a0")
    .replaceAll(/&(?:lrm|rlm);/g, "")
    .replaceAll("&amp;", "&")
    .trim();

/**
 * Reads captions in WebVTT or SubRip (.srt). Styles, positions and markup are left out: how captions look is the learner's choice. Throws NoCaptions for
 * anything else, and for a time that ends before it begins.
 */
export function readCaptions(text: string): Cue[] {
  const lines = text
    .replace(/^\uFEFF/, "")
    .replaceAll(/\r\n?/g, "\n")
    .split("\n");
  const isVtt = /^WEBVTT(?:[ \t]|$)/.test(lines[0] ?? "");
  const cues: Cue[] = [];
  let at = isVtt ? lines.findIndex((line) => line.trim() === "") : 0;
  if (at < 0) return noneIn(lines, isVtt);
  while (at < lines.length) {
    if (lines[at]?.trim() === "") {
      at += 1;
      continue;
    }
    const begins = at;
    const block: string[] = [];
    for (; at < lines.length && lines[at]?.trim() !== ""; at += 1) block.push(lines[at] ?? "");
    if (isVtt && /^(?:NOTE|STYLE|REGION)(?:\s|$)/.test(block[0] ?? "")) continue;
    const timed = block.findIndex((line) => line.includes("-->"));
    const found = timed < 0 || timed > 1 ? null : timing.exec(block[timed] ?? "");
    if (!found) throw new NoCaptions(isVtt || cues.length > 0 ? begins + 1 + Math.max(timed, 0) : null);
    const [, h1, m1, s1, t1, h2, m2, s2, t2] = found;
    const [from, to] = [secondsOf(h1, m1, s1, t1), secondsOf(h2, m2, s2, t2)];
    if (to <= from || cues.length >= mostCues) throw new NoCaptions(begins + 1 + timed);
    const words = plain(block.slice(timed + 1).join("\n"));
    if (words !== "") cues.push({ from, to, text: words });
  }
  return cues.length === 0 ? noneIn(lines, isVtt) : cues;
}

function noneIn(lines: readonly string[], isVtt: boolean): never {
  throw new NoCaptions(isVtt ? lines.length : null);
}

const clock = (seconds: number) => {
  const thousandths = Math.round(seconds * 1000);
  const part = (value: number, digits = 2) => String(value).padStart(digits, "0");
  return `${part(Math.floor(thousandths / 3_600_000))}:${part(Math.floor(thousandths / 60_000) % 60)}:${part(Math.floor(thousandths / 1000) % 60)}.${part(thousandths % 1000, 3)}`;
};

/** Captions written anew as WebVTT. */
export const writeCaptions = (cues: readonly Cue[]): string =>
  `WEBVTT\n\n${cues
    .map(({ from, to, text }) => {
      const words = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
      return `${clock(from)} --> ${clock(to)}\n${words}\n`;
    })
    .join("\n")}`;
