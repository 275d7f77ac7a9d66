import * as z from "zod/mini";
import { problemsIn, type Problem } from "#features/questions/problem.ts";
import { Id, Seconds, type BlockKind, type BlockLearning } from "../block-kind.ts";
import { playedEnough, reducePlayed, TranscriptLine } from "../played.ts";

const Captions = z.object({ fileId: z.int(), language: z.string(), label: z.string() });
export const VideoBlock = z.object({
  id: Id,
  kind: z.literal("video"),
  title: z.string(),
  /** In order of preference; the browser takes the first that it can play. */
  sources: z.array(z.object({ fileId: z.int(), mediaType: z.string() })),
  posterFileId: z.nullable(z.int()),
  seconds: z.number(),
  /** Published with at least one, because videos need captions (WCAG 2.2, 1.2.2). */
  captions: z.array(Captions),
  /** The spoken text with times, for the clickable transcript. */
  transcript: z.array(TranscriptLine),
  /** Its parts by time, to go to: each until the next begins. */
  chapters: z.optional(z.array(TranscriptLine)),
});
export type VideoBlock = z.infer<typeof VideoBlock>;
export type VideoProblem = "file_missing" | "title_missing" | "captions_missing" | "transcript_missing" | "chapter_late";

/** The condition of a page's rule: the percentage of every video on it that has to be watched, by the union of watched ranges (VIEW-4). */
export const videoRule = { videoPercent: z.optional(z.number()) };
export interface VideoRule {
  readonly videoPercent?: number | undefined;
}

/** Watched ranges in seconds; merged as a union. position: where playback is. */
export const VideoFact = z.object({
  kind: z.literal("video"),
  blockId: Id,
  ranges: z.array(z.tuple([Seconds, Seconds])).check(z.maxLength(500)),
  position: Seconds,
});
export type VideoFact = z.infer<typeof VideoFact>;

export const VideoState = z.object({
  kind: z.literal("video"),
  ranges: z.array(z.tuple([z.number(), z.number()])),
  position: z.number(),
});
export type VideoState = z.infer<typeof VideoState>;

export const video = {
  shown: (block) => block,
  files: ({ sources, captions, posterFileId }) => [
    ...[...sources, ...captions].map(({ fileId }) => fileId),
    ...(posterFileId === null ? [] : [posterFileId]),
  ],
  appearance: ["chapters"],
  texts: ["title", "chapters.*.text", "transcript.*.text"],
  words: ({ title, chapters = [], transcript }) => [title, ...[...chapters, ...transcript].map(({ text }) => text)],
  problems: ({ title, seconds, sources, captions, transcript, chapters = [] }): Problem<VideoProblem>[] =>
    problemsIn({
      file_missing: sources.length === 0 && "error",
      title_missing: title.trim() === "" && "error",
      captions_missing: captions.length === 0 && "error",
      transcript_missing: transcript.length === 0 && "warning",
      chapter_late: seconds > 0 && chapters.some(({ from }) => from >= seconds) && "warning",
    }),
  barriers: ["captions_missing", "transcript_missing"] satisfies VideoProblem[],
  facts: {
    video: ({ seconds }, fact, { state, isNewer }) => ({ state: { kind: "video", ...reducePlayed(seconds, state, fact, isNewer) } }),
  },
  shownState: (_, { state }) => state,
  isDone: ({ seconds }, { videoPercent }: VideoRule, { state }) => (videoPercent ? playedEnough(seconds, videoPercent, state) : null),
  canBeDone: (_, { videoPercent }: VideoRule) => (videoPercent ?? 0) <= 100,
  sampleRule: { videoPercent: 50 },
  sampleFacts: { video: { kind: "video", blockId: "b", ranges: [[0, 5]], position: 5 } },
  sample: (words, fileId) => ({
    id: "video",
    kind: "video",
    title: words,
    sources: [{ fileId, mediaType: `video/webm${words}` }],
    posterFileId: fileId,
    seconds: 10,
    captions: [{ fileId, language: words, label: words }],
    transcript: [{ from: 0, to: 5, text: words }],
    chapters: [{ from: 0, to: 10, text: words }],
  }),
} satisfies BlockKind<VideoBlock, VideoBlock, VideoFact, VideoState, VideoState>;

export const videoLearning: BlockLearning<VideoBlock> = {
  condition: "videoPercent",
  leads: true,
};
