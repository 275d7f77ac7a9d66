import { expect, test } from "vitest";
import * as z from "zod/mini";
import { problemsOfBlock } from "#features/blocks/block.ts";
import { VideoBlock } from "#features/blocks/video/video.ts";
import { LearnerContent } from "./content.ts";

const captions = [{ fileId: 2, language: "en", label: "English" }];
const video = {
  id: "v1",
  kind: "video",
  title: "Film",
  sources: [{ fileId: 1, mediaType: "video/mp4" }],
  posterFileId: null,
  seconds: 100,
  captions,
  transcript: [],
};
const contentWith = (block: object) => ({
  chapters: [{ id: "c1", title: "One", pages: [{ id: "p1", title: "Page", minutes: 1, rule: { viewed: true }, blocks: [block] }] }],
});

test("a video without captions can be stored, and is an error that stops publishing", () => {
  const block = z.parse(VideoBlock, { ...video, captions: [] });
  expect(z.safeParse(LearnerContent, contentWith(block)).success).toBe(true);
  expect(problemsOfBlock(block)).toContainEqual({ code: "captions_missing", severity: "error" });
  expect(problemsOfBlock(z.parse(VideoBlock, video)).filter(({ severity }) => severity === "error")).toEqual([]);
  expect(z.safeParse(VideoBlock, { ...video, captions: undefined }).success).toBe(false);
});
