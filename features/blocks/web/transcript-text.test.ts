import { expect, test } from "vitest";
import { transcriptLines, transcriptOfCaptions, transcriptText } from "./transcript-text.ts";

test.each([
  ["", 10, []],
  ["Only words", 10, [{ from: 0, to: 10, text: "Only words" }]],
  [
    "0:00 One\n0:05 Two\nand more\n\n1:02:03 Three",
    4000,
    [
      { from: 0, to: 5, text: "One" },
      { from: 5, to: 3723, text: "Two and more" },
      { from: 3723, to: 4000, text: "Three" },
    ],
  ],
  [
    "0:09 Late\n0:02 Early",
    0,
    [
      { from: 2, to: 9, text: "Early" },
      { from: 9, to: 9, text: "Late" },
    ],
  ],
])("%j is heard so", (written, seconds, lines) => {
  expect(transcriptLines(written, seconds)).toEqual(lines);
});

test("what was read is written alike", () => {
  const written = "0:00 One\n0:05 Two\n1:02:03 Three";
  expect(transcriptText(transcriptLines(written, 4000))).toBe(written);
});

test("captions become lines, without numbers, marks and notes", () => {
  const vtt =
    "WEBVTT\n\nNOTE by us\n\n1\n00:00.000 --> 00:02.500\n<v Ana>Hold the\n<b>rope</b>.\n\n01:00:00.000 --> 01:00:01.000 line:0\nEnd\n";
  expect(transcriptOfCaptions(vtt.replaceAll("\n", "\r\n"))).toEqual([
    { from: 0, to: 2.5, text: "Hold the rope." },
    { from: 3600, to: 3601, text: "End" },
  ]);
});
