import * as z from "zod/mini";
import { UploadReply } from "#features/scorm/contract.ts";
import { endpoint } from "#platform/contract.ts";

/** How a file of a course is meant to be used; the server checks and prepares it accordingly. */
export const mediaUses = ["image", "cover", "video", "audio", "captions", "document"] as const;
export type MediaUse = (typeof mediaUses)[number];

/** POST, a form of `title` (of a video, optional) and `file`; `use` stands in the query, and of a cover `focus`, which part stays: `50,20` in percent. Answers a StoredMedia. */
export const mediaPath = "/rest/editor/online/:courseId/media";

/** A file of a course as it is kept. Width and height are those of a picture. */
export const StoredMedia = z.object({
  fileId: z.int(),
  name: z.string(),
  mime: z.string(),
  bytes: z.int(),
  width: z.optional(z.int()),
  height: z.optional(z.int()),
});
export type StoredMedia = z.infer<typeof StoredMedia>;

/** What may be fetched from an address elsewhere. A cover is cut by its author, who has it before them. */
export const fetchedUses = ["image", "video", "audio", "captions", "document"] as const satisfies readonly MediaUse[];
export type FetchedUse = (typeof fetchedUses)[number];
export const longestAddress = 2000;

const MB = 1024 ** 2;
/** The largest upload of each use, in bytes. Specification §9: a video has at most 500 MB. */
export const mostBytes: Readonly<Record<MediaUse, number>> = {
  image: 25 * MB,
  cover: 25 * MB,
  video: 500 * MB,
  audio: 200 * MB,
  captions: 2 * MB,
  document: 100 * MB,
};

/** POST, a form of `file`: a document that becomes chapters and pages of an online course. `do=look` in the query says what it would make, `do=add` adds it to the draft. Answers a DocumentReply. */
export const documentPath = "/rest/editor/online/:courseId/import";
export const mostDocumentBytes = 20 * MB;

/** What a document makes, or made, of itself. */
export const DocumentReply = z.object({
  /** What a course would be called that is made of it. */
  title: z.string(),
  chapters: z.array(
    z.object({ title: z.string(), pages: z.array(z.object({ title: z.string(), words: z.int(), pictures: z.int(), tables: z.int() })) }),
  ),
  /** Pictures that are not in the document itself, or of a kind that is not taken. */
  missingPictures: z.int(),
  isAdded: z.boolean(),
});
export type DocumentReply = z.infer<typeof DocumentReply>;

/** The largest zip that is kept as it came, in bytes. */
export const mostArchiveBytes = 100 * MB;

const number = z.coerce.number().check(z.int(), z.gte(1), z.lte(2 ** 52));
const ofCourse = z.object({ courseId: number });
const ofFile = z.object({ courseId: number, fileId: number });

export const fetchMedia = endpoint({
  method: "POST",
  path: `${mediaPath}/fetch`,
  summary:
    "Has the server fetch a file for an online course from a public address, as a job. Of an address that this person had fetched for it in the last day, and whose file no page shows yet, that job is given.",
  params: ofCourse,
  body: z.object({ use: z.enum(fetchedUses), address: z.string().check(z.trim(), z.minLength(1), z.maxLength(longestAddress)) }),
  response: z.object({ jobId: z.int() }),
});

export const getFetched = endpoint({
  method: "GET",
  path: `${mediaPath}/fetch/:jobId`,
  summary: "The file that a job of one's own has fetched for a course; 404 until it is there.",
  params: z.object({ courseId: number, jobId: number }),
  response: StoredMedia,
});

/** The files of a course, and POST to it: a form of `file`, `path`, `title`, `overrideFile` and more (specification §7). Answers a FileReply. */
export const courseFilesPath = "/rest/editor/online/:courseId/files";

/** Specification §7: POST, a form of `title` and `file`, a zip whose web pages become one. The course stands in the query; without it the pages are their author's. Answers a FileReply. */
export const zipPath = "/rest/editor/uploadZipFile";

/** Specification §3: data says what is wrong, or where the file now is; ShowWarning asks before another file is replaced. */
export const FileReply = z.extend(UploadReply, {
  file: z.optional(StoredMedia),
  /** The file that it replaced, which `putBack` brings back. */
  replaced: z.optional(z.extend(StoredMedia, { seconds: z.optional(z.number()) })),
});
export type FileReply = z.infer<typeof FileReply>;

/** A file in the list of a course. */
export const CourseFile = z.object({
  ...StoredMedia.shape,
  /** The folder that its author gave it, "" for none. */
  folder: z.string(),
  sentAt: z.string(),
  /** The pages of the draft that show it. */
  pages: z.array(z.object({ id: z.string(), title: z.string() })),
  /** Whether a published version has it. */
  isPublished: z.boolean(),
  /** How many files were in it, where it is a zip of web pages. */
  webFiles: z.nullable(z.int()),
  /** Whether it is its author's and of no course yet. */
  isLoose: z.boolean(),
});
export type CourseFile = z.infer<typeof CourseFile>;

export const listFiles = endpoint({
  method: "GET",
  path: courseFilesPath,
  summary: "The files of an online course with the pages that show them, and the web pages of this author that belong to no course yet.",
  params: ofCourse,
  response: z.object({ files: z.array(CourseFile) }),
});

export const takeFile = endpoint({
  method: "POST",
  path: `${courseFilesPath}/:fileId/take`,
  summary: "Gives a course a file of another course that this author may edit, or one of theirs that belongs to none; it is not copied.",
  params: ofFile,
  response: z.object({}),
});

const side = z.optional(z.int().check(z.gte(1), z.lte(100_000)));
export const putBack = endpoint({
  method: "POST",
  path: `${courseFilesPath}/:fileId/putBack`,
  summary:
    "Puts a file back in the place of the one that replaced it, on every page of the draft; 409 when that one is not there any more.",
  params: ofFile,
  body: z.object({
    insteadOf: z.int().check(z.gte(1), z.lte(2 ** 52)),
    width: side,
    height: side,
    seconds: z.optional(z.number().check(z.gte(0), z.lte(86_400))),
  }),
  response: z.object({}),
});

export const removeFile = endpoint({
  method: "DELETE",
  path: `${courseFilesPath}/:fileId`,
  summary: "Takes a file out of a course's list; 409 while a page of the draft shows it. Published versions keep it.",
  params: ofFile,
  response: z.object({}),
});
