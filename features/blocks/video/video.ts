import * as z from "zod/mini";
import { Answer, Answers, Question, questionPaths, questionKinds, ShownQuestion } from "#features/questions/kinds.ts";
import { isPartlyRight, isRight, knownAnswers, shownQuestion } from "#features/questions/marking.ts";
import { problemsIn, type Problem } from "#features/questions/problem.ts";
import { problemsOfQuestion } from "#features/questions/problems.ts";
import type { QuestionProblem } from "#features/questions/question-kind.ts";
import { Id, Seconds, type BlockKind, type BlockLearning, type SubmitFact } from "../block-kind.ts";
import { isAnswered, playedEnough, reducePlayed, TranscriptLine } from "../played.ts";

const Captions = z.object({ fileId: z.int(), language: z.string(), label: z.string() });
const videoBase = {
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
  /** Whether it goes on past a question only once that is answered, rightly or not; the page's rule then asks for the answers too. */
  mustAnswer: z.optional(z.boolean()),
};
/** from: the second at which the video stops and asks. */
export const VideoBlock = z.object({
  ...videoBase,
  questions: z.optional(z.array(z.object({ from: z.number().check(z.gte(0)), question: Question }))),
});
export const ShownVideo = z.object({
  ...videoBase,
  questions: z.optional(z.array(z.object({ from: z.number(), question: ShownQuestion }))),
});
export type VideoBlock = z.infer<typeof VideoBlock>;
export type ShownVideo = z.infer<typeof ShownVideo>;
export type VideoProblem =
  | "file_missing"
  | "title_missing"
  | "captions_missing"
  | "transcript_missing"
  | "chapter_late"
  | "question_late"
  | QuestionProblem;

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

/** What is stored: what was watched, and the newest answer to each question. */
interface Watched {
  readonly kind: "video";
  readonly ranges: [number, number][];
  readonly position: number;
  readonly answers?: Answers;
}

/** What its learner sees: besides, whether each answer was right, or partly, with its feedback. The right answer is not in it, since there is always another try. */
export const VideoState = z.object({
  kind: z.literal("video"),
  ranges: z.array(z.tuple([z.number(), z.number()])),
  position: z.number(),
  answers: z.optional(z.record(Id, z.object({ answer: Answer, right: z.boolean(), partly: z.boolean(), feedback: z.string() }))),
});
export type VideoState = z.infer<typeof VideoState>;

export const video = {
  shown: ({ questions, ...block }) => ({
    ...block,
    ...(questions && { questions: questions.map(({ from, question }) => ({ from, question: shownQuestion(question) })) }),
  }),
  files: ({ sources, captions, posterFileId }) => [
    ...[...sources, ...captions].map(({ fileId }) => fileId),
    ...(posterFileId === null ? [] : [posterFileId]),
  ],
  // Answers to questions that stay are kept with them, whatever is asked besides.
  appearance: ["chapters", "questions", "mustAnswer"],
  // A getter, as the quiz has one.
  get texts() {
    return ["title", "chapters.*.text", "transcript.*.text", ...questionPaths("questions.*.question")];
  },
  // What is asked is not searched.
  words: ({ title, chapters = [], transcript }) => [title, ...[...chapters, ...transcript].map(({ text }) => text)],
  problems: ({ title, seconds, sources, captions, transcript, chapters = [], questions = [] }): Problem<VideoProblem>[] => [
    ...problemsIn({
      file_missing: sources.length === 0 && "error",
      title_missing: title.trim() === "" && "error",
      captions_missing: captions.length === 0 && "error",
      transcript_missing: transcript.length === 0 && "warning",
      chapter_late: seconds > 0 && chapters.some(({ from }) => from >= seconds) && "warning",
      question_late: seconds > 0 && questions.some(({ from }) => from > seconds) && "warning",
    }),
    ...questions.flatMap(({ question }, index) =>
      problemsOfQuestion(question).map((problem) => ({ ...problem, at: question.id, values: { number: index + 1 } })),
    ),
  ],
  barriers: ["captions_missing", "transcript_missing"] satisfies VideoProblem[],
  facts: {
    video: ({ seconds }, fact, { state, isNewer }) => ({
      state: { ...state, kind: "video", ...reducePlayed(seconds, state, fact, isNewer) },
    }),
    submit({ questions = [] }, fact, { state, isNewer }) {
      const known = knownAnswers(
        questions.map(({ question }) => question),
        fact.answers,
      );
      if (Object.keys(known).length === 0) return {};
      const { answers = {}, ...watched } = state ?? { kind: "video", ranges: [], position: 0 };
      return { state: { ...watched, answers: isNewer ? { ...answers, ...known } : { ...known, ...answers } } };
    },
  },
  shownState({ questions = [] }, { state }) {
    if (!state) return null;
    const { answers = {}, ...watched } = state;
    const asked = questions.map(({ question }) => question);
    // As the questions are now: an author may have mended one since.
    const known = knownAnswers(asked, answers);
    const marked = asked.flatMap((question) => {
      const answer = known[question.id];
      if (!answer) return [];
      const marks = { answer, right: isRight(question, answer), partly: isPartlyRight(question, answer), feedback: question.feedback };
      return [[question.id, marks] as const];
    });
    return { ...watched, ...(marked.length > 0 && { answers: Object.fromEntries(marked) }) };
  },
  isDone: (block, { videoPercent }: VideoRule, { state }) =>
    videoPercent ? playedEnough(block.seconds, videoPercent, state) && isAnswered(block, state?.answers) : null,
  canBeDone: (_, { videoPercent }: VideoRule) => (videoPercent ?? 0) <= 100,
  sampleRule: { videoPercent: 50 },
  sampleFacts: {
    video: { kind: "video", blockId: "b", ranges: [[0, 5]], position: 5 },
    submit: { kind: "submit", blockId: "b", answers: { q: { kind: "trueFalse", value: true } } },
  },
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
    mustAnswer: false,
    questions: [{ from: 5, question: questionKinds.trueFalse.sample(words) }],
  }),
} satisfies BlockKind<VideoBlock, ShownVideo, VideoFact | SubmitFact, Watched, VideoState>;

export const videoLearning: BlockLearning<ShownVideo> = {
  condition: "videoPercent",
  leads: true,
};
