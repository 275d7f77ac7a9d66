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
