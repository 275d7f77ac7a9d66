// Helper functions for writing demo courses. Ids of blocks, questions and options are derived from the page id and the position, so they are
// unique in the document and stay the same from run to run.
import type { Block } from "#features/blocks/kinds.ts";
import type { RichNode } from "#features/blocks/text/text.ts";
import type { CompletionRule, Content, PageRule } from "#features/courses/content.ts";
import type { Question } from "#features/questions/kinds.ts";
import media from "../media/media.json" with { type: "json" };
import { recordings } from "../media-source/recordings.ts";
import { prose } from "./prose.ts";

export type FileId = (name: string) => number;
/** The first part of a package among the committed media, once the course has it. */
export type PartOf = (zip: string) => { packageId: number; scoKey: string };
type Draft = (id: string, fileId: FileId, partOf: PartOf) => Block;
type QuestionDraft = (id: string) => Question;

interface PageDraft {
  readonly id: string;
  readonly title: string;
  readonly minutes: number;
  readonly rule: PageRule;
  readonly blocks: readonly Draft[];
}

interface ChapterDraft {
  readonly title: string;
  readonly pages: readonly PageDraft[];
}

/** A course as the demo files write it; contentOf turns it into the stored document once the ids of its files are known. */
export interface DemoCourse {
  readonly slug: string;
  readonly title: string;
  readonly summary: string;
  readonly outcomes: readonly string[];
  readonly tags: readonly string[];
  readonly cover?: string;
  readonly rule: CompletionRule;
  readonly chapters: readonly ChapterDraft[];
  /** What of it there is in German, which learners get. */
  readonly german?: GermanTexts;
}

export interface GermanTexts {
  readonly title: string;
  readonly summary: string;
  readonly outcomes: readonly string[];
  /** By title of a chapter or page. */
  readonly titles: Readonly<Record<string, string>>;
  /** The source of a text (prose.ts), by the block's id. */
  readonly texts: Readonly<Record<string, string>>;
}

export const chapter = (title: string, ...pages: PageDraft[]): ChapterDraft => ({ title, pages });
export const page = (id: string, title: string, minutes: number, rule: Partial<PageRule>, ...blocks: Draft[]): PageDraft => ({
  id,
  title,
  minutes,
  rule: { viewed: true, ...rule },
  blocks,
});

/** A text block; prose.ts parses the source. */
export const text =
  (source: string): Draft =>
  (id) => ({ id, kind: "text", doc: prose(source) satisfies RichNode });

/** Rows of a table: a line a row, cells between bars. Its first row is its header. */
export const table =
  (caption: string, source: string): Draft =>
  (id) => ({
    id,
    kind: "table",
    caption,
    headerRow: true,
    headerColumn: false,
    rows: source
      .trim()
      .split("\n")
      .map((line) => line.split("|").map((cell) => cell.trim())),
  });

/** Titled texts; prose.ts parses each. */
const sectionsOf = (id: string, texts: Readonly<Record<string, string>>) =>
  Object.entries(texts).map(([title, source], at) => ({ id: `${id}-${at + 1}`, title, doc: prose(source) }));
type SectionKind = "accordion" | "tabs" | "steps";
export const sections =
  (kind: SectionKind, texts: Readonly<Record<string, string>>): Draft =>
  (id) => ({ id, kind, sections: sectionsOf(id, texts) });

/** Cards that turn over, by their front. */
export const flipCards =
  (faces: Readonly<Record<string, string>>): Draft =>
  (id) => ({ id, kind: "flipCards", cards: Object.entries(faces).map(([front, back], at) => ({ id: `${id}-${at + 1}`, front, back })) });

export const statement =
  (words: string): Draft =>
  (id) => ({ id, kind: "attestation", statement: words });

/** Something that an assessor watches and signs. */
export const signOff =
  (task: string, ...criteria: readonly string[]): Draft =>
  (id) => ({ id, kind: "signOff", task, criteria: criteria.map((words, at) => ({ id: `${id}-${at + 1}`, text: words })) });

export const embed =
  (title: string, address: string): Draft =>
  (id) => ({ id, kind: "embed", title, address });

export const formula =
  (source: string, caption: string): Draft =>
  (id) => ({ id, kind: "maths", source, caption });

export const codeSample =
  (language: string, source: string, caption?: string): Draft =>
  (id) => ({ id, kind: "codeSample", language, source, ...(caption !== undefined && { caption }) });

type PictureName = keyof typeof media.pictures;
export const image =
  (name: PictureName, alt: string, caption?: string): Draft =>
  (id, fileId) => ({
    id,
    kind: "image",
    fileId: fileId(name),
    alt,
    ...(caption !== undefined && { caption }),
    ...media.pictures[name],
  });

export const gallery =
  (...pictures: readonly (readonly [name: PictureName, alt: string, caption: string])[]): Draft =>
  (id, fileId) => ({
    id,
    kind: "gallery",
    pictures: pictures.map(([name, alt, caption], at) => ({
      id: `${id}-${at + 1}`,
      fileId: fileId(name),
      alt,
      caption,
      ...media.pictures[name],
    })),
  });

/** A picture with points: the title of each, its place in percent, and its text. */
export const hotspots =
  (name: PictureName, alt: string, ...points: readonly (readonly [title: string, x: number, y: number, source: string])[]): Draft =>
  (id, fileId) => ({
    id,
    kind: "hotspots",
    fileId: fileId(name),
    alt,
    ...media.pictures[name],
    points: points.map(([title, x, y, source], at) => ({ id: `${id}-${at + 1}`, title, x, y, doc: prose(source) })),
  });

type VideoName = keyof typeof media.videos;
interface VideoOptions {
  readonly german?: boolean;
  /** What begins at which second. */
  readonly chapters?: Readonly<Record<number, string>>;
  /** What is asked at which second. */
  readonly questions?: Readonly<Record<number, QuestionDraft>>;
}

/** A narrated video: WebM first, MP4 for browsers without VP9, captions in English and, where they exist, in German. */
export const video =
  (name: VideoName, title: string, options: VideoOptions = {}): Draft =>
  (id, fileId) => ({
    id,
    kind: "video",
    title,
    sources: [
      { fileId: fileId(`${name}.webm`), mediaType: "video/webm" },
      { fileId: fileId(`${name}.mp4`), mediaType: "video/mp4" },
    ],
    posterFileId: fileId(`${name}.webp`),
    seconds: media.videos[name].seconds,
    captions: [
      { fileId: fileId(`${name}.en.vtt`), language: "en", label: "English" },
      ...(options.german ? [{ fileId: fileId(`${name}.de.vtt`), language: "de", label: "Deutsch" }] : []),
    ],
    transcript: media.videos[name].transcript,
    ...(options.chapters && {
      chapters: Object.entries(options.chapters).map(([from, words], at, all) => ({
        from: Number(from),
        to: Number(all[at + 1]?.[0] ?? media.videos[name].seconds),
        text: words,
      })),
    }),
    ...(options.questions && {
      questions: Object.entries(options.questions).map(([from, make]) => ({ from: Number(from), question: make(`${id}-q${from}`) })),
    }),
  });

/** An audio block with its transcript. */
export const recording =
  (name: keyof typeof recordings, title: string): Draft =>
  (id, fileId) => {
    const { seconds, transcript } = recordings[name];
    const [first, ...others] = transcript.map((line) => ({ ...line }));
    if (!first) throw new Error(`The recording ${name} has no words.`);
    return {
      id,
      kind: "audio",
      title,
      sources: [{ fileId: fileId(`${name}.wav`), mediaType: "audio/wav" }],
      seconds,
      transcript: [first, ...others],
    };
  };

/** A file to download, from the committed media. */
export const download =
  (name: keyof typeof media.handouts, description: string): Draft =>
  (id, fileId) => ({
    id,
    kind: "file",
    fileId: fileId(name),
    name,
    bytes: media.handouts[name].bytes,
    description,
  });

/** A PDF that is read in the page, from the committed media. */
export const pdf =
  (name: keyof typeof media.handouts, title: string): Draft =>
  (id, fileId) => ({ id, kind: "pdf", title, fileId: fileId(name), name, bytes: media.handouts[name].bytes, mayDownload: true });

/** Web pages that play in the page, from a committed zip. */
export const webPages =
  (name: `${string}.zip`, title: string): Draft =>
  (id, fileId) => ({ id, kind: "webPackage", title, fileId: fileId(name) });

/** The first part of a SCORM package, from a committed zip. */
export const packagePart =
  (zip: `${string}.zip`): Draft =>
  (id, _fileId, partOf) => ({ id, kind: "scorm", ...partOf(zip) });

/** Options with ids by their position; a star marks the right ones. */
function marked(id: string, texts: readonly string[]) {
  const options = texts.map((option, i) => ({
    id: `${id}-${"abcdefgh"[i]}`,
    right: option.startsWith("*"),
    text: option.replace(/^\*/, ""),
  }));
  return {
    options: options.map((option) => ({ id: option.id, text: option.text })),
    correct: options.filter(({ right }) => right).map((option) => option.id),
  };
}

/** A question with one right option, marked with a star. */
export const one =
  (stem: string, texts: readonly string[], feedback: string, points = 1): QuestionDraft =>
  (id) => {
    const { options, correct } = marked(id, texts);
    if (correct.length !== 1) throw new Error(`“${stem}” needs one right option.`);
    return { id, kind: "single", stem, points, options, correct: correct.join(""), feedback };
  };
/** A question with any number of right options, each marked with a star. */
export const several =
  (stem: string, texts: readonly string[], feedback: string, points = 2): QuestionDraft =>
  (id) => ({ id, kind: "multiple", stem, points, ...marked(id, texts), feedback });
/** A true-or-false question about a statement. */
export const isTrue =
  (stem: string, correct: boolean, feedback: string): QuestionDraft =>
  (id) => ({ id, kind: "trueFalse", stem, points: 1, correct, feedback });

/** A numeric question; answers that differ from the right one by at most the tolerance are right. */
export const number =
  (stem: string, correct: number, options: { tolerance: number; unit: string }, feedback: string): QuestionDraft =>
  (id) => ({ id, kind: "numeric", stem, points: 1, correct, ...options, feedback });

/** An ordering question. The items are given in the right order; `shown` is the position of each in the order that learners see first. */
export const inOrder =
  (stem: string, steps: readonly string[], shown: readonly number[], feedback: string, points = 2): QuestionDraft =>
  (id) => {
    const items = shown.map((step, i) => ({ id: `${id}-${"abcdefgh"[i]}`, text: steps[step] ?? "" }));
    const correct = steps.map((step) => items.find(({ text: words }) => words === step)?.id ?? "");
    return { id, kind: "ordering", stem, points, items, correct, feedback };
  };

/** A quiz. The completion rule names it by page id and position (`pageId-1` for the first block). */
export const quiz =
  (title: string, passPercent: number, submissions: number | null, ...questions: QuestionDraft[]): Draft =>
  (id) => ({
    id,
    kind: "quiz",
    title,
    passPercent,
    submissions,
    questions: questions.map((make, i) => make(`${id}-q${i + 1}`)),
  });

/** The document of a course as it is stored. */
export const contentOf = (course: DemoCourse, fileId: FileId, partOf: PartOf): Content => ({
  chapters: course.chapters.map(({ title, pages }, i) => ({
    id: `chapter-${i + 1}`,
    title,
    pages: pages.map(({ id, title: pageTitle, minutes, rule, blocks }) => ({
      id,
      title: pageTitle,
      minutes,
      rule,
      blocks: blocks.map((draft, at) => draft(`${id}-${at + 1}`, fileId, partOf)),
    })),
  })),
});

/** Names of the media that a course uses, covers included, and of its packages. */
export function mediaOf(course: DemoCourse): { files: string[]; packages: string[] } {
  const files = new Set<string>(course.cover ? [course.cover] : []);
  const packages = new Set<string>();
  contentOf(
    course,
    (name) => {
      files.add(name);
      return 1;
    },
    (zip) => {
      packages.add(zip);
      return { packageId: 1, scoKey: "sco" };
    },
  );
  return { files: [...files], packages: [...packages] };
}

export const minutesOf = (course: DemoCourse) =>
  course.chapters.flatMap(({ pages }) => pages).reduce((sum, { minutes }) => sum + minutes, 0);
