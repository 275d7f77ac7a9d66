import { expect, test } from "vitest";
import { blockKinds, type Block } from "#features/blocks/kinds.ts";
import { pagesOf } from "#features/courses/content.ts";
import { contentOf } from "./build.ts";
import { demoCourses } from "./demo-courses.ts";

test("every kind of block stands in a course of the demo", () => {
  const blocks = demoCourses.flatMap((course) =>
    pagesOf(
      contentOf(
        course,
        () => 7,
        () => ({ packageId: 7, scoKey: "sco" }),
      ),
    ).flatMap(({ page }) => page.blocks),
  );
  const found = new Set(blocks.map(({ kind }) => kind));
  expect(Object.keys(blockKinds).filter((kind) => !found.has(kind as Block["kind"]))).toEqual([]);
});
