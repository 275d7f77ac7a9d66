import * as z from "zod/mini";
import { endpoint } from "#platform/contract.ts";
import { listPage, listQuery } from "#platform/list/contract.ts";
import { bothWays, listOf } from "#platform/list/list.ts";
import { words } from "#platform/words.ts";

/** How many lines of terms a portal has, how many terms a line, and how long one is. */
export const most = { lines: 300, terms: 12, letters: 60 };
/** Days after which a search that found nothing is forgotten, from when somebody last searched it. */
export const keptDays = 180;

const Term = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, words("Write a word between the commas.")),
    z.maxLength(most.letters, words("A word or phrase has {maximum} characters at most.")),
  );
const Lines = z
  .array(
    z
      .array(Term)
      .check(
        z.minLength(2, words("Each line needs two words or phrases at least, with a comma between them.")),
        z.maxLength(most.terms, words("A line has {maximum} words or phrases at most.")),
      ),
  )
  .check(z.maxLength(most.lines, words("There can be {maximum} lines at most.")));

export const Synonyms = z.object({ lines: z.array(z.array(z.string())), revision: z.int() });
export type Synonyms = z.infer<typeof Synonyms>;

export const getSynonyms = endpoint({
  method: "GET",
  path: "/rest/searches/synonyms",
  // CAT-3
  summary: "The words that mean the same in the catalog's search.",
  response: Synonyms,
});

export const saveSynonyms = endpoint({
  method: "PUT",
  path: "/rest/searches/synonyms",
  summary: "Sets the words that mean the same: lines of words or phrases. The catalog's search uses them at once.",
  body: z.object({ lines: Lines, revision: z.int().check(z.gte(0), z.lte(2 ** 30)) }),
  response: Synonyms,
});

/** Searches that found nothing: filters and orders. */
export const unfoundList = listOf({ sorts: bothWays("times", "last", "words"), sort: "-times", filters: {}, pageSize: 25 });

export const Unfound = z.object({ words: z.string(), times: z.int(), firstAt: z.string(), lastAt: z.string() });
export type Unfound = z.infer<typeof Unfound>;

export const listUnfound = endpoint({
  method: "GET",
  path: "/rest/searches/unfound",
  // CAT-3
  summary: "What people searched in the catalog in vain: the words, how often, and when last. Not who.",
  query: listQuery(unfoundList),
  response: listPage(Unfound),
});

export const forgetUnfound = endpoint({
  method: "POST",
  path: "/rest/searches/unfound/forget",
  summary: "Takes words out of the list of searches that found nothing. They come back when somebody searches them again.",
  body: z.object({ words: z.string().check(z.minLength(1), z.maxLength(100)) }),
  response: z.object({ words: z.string() }),
});
