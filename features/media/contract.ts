import * as z from "zod/mini";

/** How a file of a course is meant to be used; the server checks and prepares it accordingly. */
export const mediaUses = ["image", "video", "audio", "captions", "document"] as const;
export type MediaUse = (typeof mediaUses)[number];

/** POST, a form of `title` (of a video, optional) and `file`; `use` stands in the query. Answers a StoredMedia. */
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

const MB = 1024 ** 2;
/** The largest upload of each use, in bytes. Specification §9: a video has at most 500 MB. */
export const mostBytes: Readonly<Record<MediaUse, number>> = {
  image: 25 * MB,
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
  chapters: z.array(
    z.object({ title: z.string(), pages: z.array(z.object({ title: z.string(), words: z.int(), pictures: z.int(), tables: z.int() })) }),
  ),
  /** Pictures that are not in the document itself, or of a kind that is not taken. */
  missingPictures: z.int(),
  isAdded: z.boolean(),
});
export type DocumentReply = z.infer<typeof DocumentReply>;
