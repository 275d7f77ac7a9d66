import { expect, test } from "vitest";
import { acceptedLanguage, languageOf } from "./languages.ts";

test.each([
  [undefined, "en"],
  ["de", "de"],
  ["de-AT,en;q=0.5", "de"],
  ["en;q=0.5, de;q=0.9", "de"],
  ["fr-CH, de;q=0.4", "de"],
  ["de;q=0, en", "en"],
  ["*", "en"],
  ["", "en"],
])("Accept-Language %j is answered in %s", (header, language) => {
  expect(acceptedLanguage(header)).toBe(language);
});

test("a region falls to its language, and what we have no words in to none", () => {
  expect(["de-CH", "DE", "fr", "", null, "constructor"].map(languageOf)).toEqual(["de", "de", null, null, null, null]);
});
