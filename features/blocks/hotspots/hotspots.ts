import * as z from "zod/mini";
import { problemsIn, type Problem } from "#features/questions/problem.ts";
import { Id, type BlockKind } from "../block-kind.ts";
import { problemsOfTexts, sampleSections, Section, wordsOfSections } from "../sections.ts";
import { richBarriers, type RichProblem } from "../text/text.ts";

export const mostPoints = 50;
const Share = z.number().check(z.gte(0), z.lte(100));
/** A point with its text. x from the left and y from the top, in percent of the picture, whatever the direction of writing. */
const Point = z.extend(Section, { x: Share, y: Share });
export type Point = z.infer<typeof Point>;

/** A picture with points that tell more. */
export const HotspotsBlock = z.object({
  id: Id,
  kind: z.literal("hotspots"),
  /** Null until its author chose one; never in a published document. */
  fileId: z.nullable(z.int()),
  alt: z.string().check(z.maxLength(1_000)),
  width: z.int(),
  height: z.int(),
  points: z.array(Point).check(z.maxLength(mostPoints)),
});
export type HotspotsBlock = z.infer<typeof HotspotsBlock>;
export type HotspotsProblem = "file_missing" | "alt_missing" | "points_missing" | "title_missing" | RichProblem;

export const hotspots: BlockKind<HotspotsBlock, HotspotsBlock> = {
  shown: (block) => block,
  files: ({ fileId }) => (fileId === null ? [] : [fileId]),
  texts: ["alt", "points.*.title", "points.*.doc"],
  words: ({ alt, points }) => [alt, ...wordsOfSections(points)].filter((one) => one !== ""),
  problems: ({ fileId, alt, points }): Problem<HotspotsProblem>[] => [
    ...problemsIn({
      file_missing: fileId === null && "error",
      alt_missing: fileId !== null && alt.trim() === "" && "error",
      points_missing: points.length === 0 && "error",
      title_missing: points.some(({ title }) => title.trim() === "") && "error",
    }),
    ...problemsOfTexts(points),
  ],
  barriers: ["alt_missing", ...richBarriers] satisfies HotspotsProblem[],
  facts: {},
  shownState: () => null,
  isDone: () => null,
  sampleRule: {},
  sampleFacts: {},
  sample: (words, fileId) => ({
    id: "hotspots",
    kind: "hotspots",
    fileId,
    alt: words,
    width: 640,
    height: 360,
    points: sampleSections(words).map((section, at) => ({ ...section, x: 20 + 50 * at, y: 30 })),
  }),
};
