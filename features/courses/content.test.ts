import { expect, test } from "vitest";
import * as z from "zod/mini";
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

test("no video without captions, neither as a block nor in what learners get", () => {
  expect(z.safeParse(VideoBlock, video).success).toBe(true);
  expect(z.safeParse(LearnerContent, contentWith(video)).success).toBe(true);
  for (const wrong of [
    { ...video, captions: [] },
    { ...video, captions: undefined },
  ]) {
    expect(z.safeParse(VideoBlock, wrong).success).toBe(false);
    expect(z.safeParse(LearnerContent, contentWith(wrong)).success).toBe(false);
  }
});
