import { sql, type RawBuilder } from "kysely";
import * as z from "zod/mini";
import type { Db } from "#platform/db/connect.ts";
import { plannedEachTime } from "#platform/db/statement-names.ts";
import { typed } from "#platform/db/typed.ts";
import { beginningWith, having, shortest, wordsOf, wordsWithMistake } from "../search-words.ts";

/** How somebody's people are searched: by what was typed, or by the words that are a mistake away from it. */
export interface Search {
  /** About the user `u`; null for everybody. */
  readonly sql: RawBuilder<boolean> | null;
  /** Whether it looks for what is near the typed words, because nobody has those. */
  readonly isNear: boolean;
}

const nobody: Search = { sql: sql`false`, isNear: false };

/** The first text in order after all that begin with this one, for columns that are compared by their code points. */
function afterAll(start: string): string {
  const letters = [...start];
  const last = letters.pop()?.codePointAt(0) ?? 0;
  // Behind the surrogates, which no text holds.
  return letters.join("") + String.fromCodePoint(last === 0xd7ff ? 0xe000 : Math.min(last + 1, 0x10ffff));
}

/**
 * The search for what somebody typed: people who have, for every word of it, a word of their name or of their address before the @ that begins with it. An address
 * is looked for as it is written. A single letter is what a name begins with: it would be in a word of nearly everybody.
 */
export function searchFor(typedText: string): Search {
  // A character that PostgreSQL cannot hold is in nobody's name.
  const text = typedText.replace(/[\p{Cc}\p{Cs}]/gu, " ").trim();
  if (typedText.trim() === "") return { sql: null, isNear: false };
  const address = text
    .split(/\s+/)
    .find((part) => part.includes("@"))
    ?.toLowerCase();
  const words = wordsOf(address === undefined ? text : text.replace(/@\S*/g, " "));
  const [only = ""] = words;
  const isInAddress = address && (address.startsWith("@") ? sql`strpos(u.email, ${address}) > 0` : sql`starts_with(u.email, ${address})`);
  if (words.length === 0) return isInAddress && address.length > 1 ? { sql: sql`${isInAddress}`, isNear: false } : nobody;
  if (words.length === 1 && [...only].length === 1 && !address)
    return { sql: sql`(u.name_key >= ${only} and u.name_key < ${afterAll(only)})`, isNear: false };
  const found = sql<boolean>`u.search @@ ${beginningWith(words)}::tsquery`;
  return { sql: isInAddress ? sql`(${found} and ${isInAddress})` : found, isNear: false };
}

const Words = z.object({ word: z.string() });

/**
 * The search for what is one mistake away from what was typed; null where that is nothing. The words with a mistake are looked up in the index of words, first
 * letters and all, and those that members of the portal really have are then searched for.
 */
export async function searchNear(db: Db, portalId: number, typedText: string): Promise<Search | null> {
  const words = wordsOf(typedText);
  if (typedText.includes("@") || !words.some((word) => [...word].length >= shortest)) return null;
  const mistaken = words.map(wordsWithMistake);
  const query = having(mistaken.map((choice) => choice.map((word) => ({ word, begins: true }))));
  // PostgreSQL cannot guess how rare so many words are, and would rather read everybody: that takes seconds, the index milliseconds.
  await sql`select set_config('enable_seqscan', 'off', true)`.execute(db);
  const { rows } = await typed(Words)`
    with ${plannedEachTime} near as materialized (select u.id, u.search from users u where u.search @@ ${query}::tsquery),
    people as materialized (select n.search from near n join memberships m on m.portal_id = ${portalId} and m.user_id = n.id limit 1000)
    select distinct word from people cross join unnest(tsvector_to_array(people.search)) w (word) limit 5000`.execute(db);
  await sql`select set_config('enable_seqscan', 'on', true)`.execute(db);
  const known = rows.map(({ word }) => word);
  const choices = mistaken.map((choice) => {
    const found = known.filter((word) => choice.some((one) => word.startsWith(one)));
    return found.slice(0, 40).map((word) => ({ word, begins: false }));
  });
  if (choices.some((choice) => choice.length === 0)) return null;
  return { sql: sql`u.search @@ ${having(choices)}::tsquery`, isNear: true };
}
