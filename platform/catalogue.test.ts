import { beforeAll, expect, test } from "vitest";
import { loadCatalogues, wordsOf } from "./catalogue.ts";

beforeAll(loadCatalogues);

// What people wrote is inserted as it is: never parsed as a message, an escape or a replacement pattern.
test.each([
  "{title}",
  "a {b} # ' ''c''",
  "{0, plural, one {x} other {y}}",
  "<0>x</0>",
  "$& $1 $$",
  String.raw`C:\users\x41\u0041`,
  String.raw`half \ud800 "and" \u{41}`,
  String.raw`\x3cscript\x3e`,
  "__proto__",
])("%j stays what it is", (title) => {
  expect(wordsOf("en", "{title} is out of the catalog.", { title })).toBe(`${title} is out of the catalog.`);
  expect(wordsOf("de", "{title} is out of the catalog.", { title })).toBe(`${title} ist nicht mehr im Katalog.`);
});

test("a size is written as the language writes it, with its unit", () => {
  const text = "The package is larger than {size} once it is unpacked.";
  const said = (language: "en" | "de", size: number) => wordsOf(language, text, { size }).replaceAll(/\s/g, " ");
  expect(said("en", 1.5 * 1024 ** 3)).toBe("The package is larger than 1.5 GB once it is unpacked.");
  expect(said("de", 1.5 * 1024 ** 3)).toContain("1,5 GB");
  expect(said("de", 2 * 1024 ** 3)).toContain("2 GB");
  expect(said("en", 200_000)).toContain("195 kB");
});
