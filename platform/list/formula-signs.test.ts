import { expect, test } from "vitest";
import { asText, fromText } from "./formula-signs.ts";

test.each(["=1+1", "a;=1+1", 'a"\t-1', "a\r\n@x", "\n=1", "\u{ff1d}1", "plain; - words", "it's 1-1", ""])(
  "%j holds no formula as a cell, wherever cells are parted, and is read back as it was (security.md row 75)",
  (text) => {
    const cell = asText(text);
    for (const part of cell.split(/[;\t\r\n]/)) expect(part).not.toMatch(/^[=+\-@＝＋－＠]/);
    expect(fromText(cell)).toBe(text);
  },
);
