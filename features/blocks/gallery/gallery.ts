import * as z from "zod/mini";
import { problemsIn, type Problem } from "#features/questions/problem.ts";
import { Id, type BlockKind } from "../block-kind.ts";

export const mostPictures = 50;
const Picture = z.object({
  id: Id,
  fileId: z.int(),
  alt: z.string().check(z.maxLength(1_000)),
  caption: z.optional(z.string().check(z.maxLength(1_000))),
  width: z.int(),
  height: z.int(),
});
export type Picture = z.infer<typeof Picture>;

/** Pictures beside one another, each of which opens large. */
export const GalleryBlock = z.object({ id: Id, kind: z.literal("gallery"), pictures: z.array(Picture).check(z.maxLength(mostPictures)) });
export type GalleryBlock = z.infer<typeof GalleryBlock>;
export type GalleryProblem = "pictures_missing" | "alt_missing";

export const gallery: BlockKind<GalleryBlock, GalleryBlock> = {
  shown: (block) => block,
  files: ({ pictures }) => pictures.map(({ fileId }) => fileId),
  texts: ["pictures.*.alt", "pictures.*.caption"],
  words: ({ pictures }) => pictures.flatMap(({ alt, caption = "" }) => [caption, alt].filter((one) => one !== "")),
  problems: ({ pictures }): Problem<GalleryProblem>[] =>
    problemsIn({
      pictures_missing: pictures.length === 0 && "error",
      alt_missing: pictures.some(({ alt }) => alt.trim() === "") && "error",
    }),
  barriers: ["alt_missing"] satisfies GalleryProblem[],
  facts: {},
  shownState: () => null,
  isDone: () => null,
  sampleRule: {},
  sampleFacts: {},
  sample: (words, fileId) => ({
    id: "gallery",
    kind: "gallery",
    pictures: ["a", "b"].map((id) => ({ id, fileId, alt: words, caption: words, width: 10, height: 10 })),
  }),
};
