import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { seed } from "#platform/test/seed.ts";
import { mistakesIn, nearSearch, queryOf, searchOf, synonymsOf, vocabularyOf } from "./server/search-words.ts";
import { mistakesBetween } from "./test/mistakes.ts";

describe("words that are near a typed one", () => {
  const letters = fc.string({ unit: fc.constantFrom("a", "b", "c"), minLength: 1, maxLength: 12 });

  test("are those with a beginning that few mistakes turn into it, the nearest first", () => {
    fc.assert(
      fc.property(fc.array(letters, { maxLength: 60 }), letters, (words, typed) => {
        const most = mistakesIn(typed);
        const expected = [...new Set(words)]
          .toSorted()
          .map((word) => ({ word, mistakes: mistakesBetween(typed, word) }))
          .filter(({ mistakes }) => most > 0 && mistakes <= most)
          .toSorted((a, b) => a.mistakes - b.mistakes)
          .slice(0, 40)
          .map(({ word }) => word);
        expect(vocabularyOf(words).near(typed)).toEqual(expected);
      }),
      { numRuns: 500, ...seed },
    );
  });

  test("short words are taken as they are, long ones may have two mistakes", () => {
    const { near } = vocabularyOf(["fire", "evacuation", "fir", "first", "o'clock"]);
    expect([near("fier"), near("evcauatoin"), near("fix"), near("firee")]).toEqual([["fir", "fire"], ["evacuation"], [], ["fire"]]);
    expect(nearSearch(searchOf("xyzzy", new Map()) ?? [], vocabularyOf(["fire"]))).toBeNull();
  });
});

describe("a search", () => {
  const synonyms = synonymsOf([
    ["First aid", "CPR", "reanimation"],
    ["First", "primary"],
    ["CPR", "heart massage"],
  ]);
  const text = (typed: string) => {
    const search = searchOf(typed, synonyms);
    return search && queryOf(search, "");
  };

  test("has the terms that mean the same beside what was typed, of terms of several words the longest", () => {
    expect(text("FIRST aid course")).toBe("('first':* & 'aid':* | 'cpr':* | 'reanimation':*) & ('course':*)");
    expect(text("first help")).toBe("('first':* | 'primary':*) & ('help':*)");
    expect(text("cpr")).toBe("('cpr':* | 'first':* & 'aid':* | 'reanimation':* | 'heart':* & 'massage':*)");
    expect(text("heart")).toBe("('heart':*)");
  });

  test("nothing typed is no search, and only punctuation is one that finds nothing", () => {
    expect([text("  "), text("—"), text("Übung"), text("'")]).toEqual([null, "", "('ubung':*)", ""]);
  });
});
