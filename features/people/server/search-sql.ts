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
  const { rows } = await typed(Words)`select word from near_words(${portalId}, ${query}::tsquery)`.execute(db);
  const known = rows.map(({ word }) => word);
  const choices = mistaken.map((choice) => {
    const found = known.filter((word) => choice.some((one) => word.startsWith(one)));
    return found.slice(0, 40).map((word) => ({ word, begins: false }));
  });
  if (choices.some((choice) => choice.length === 0)) return null;
  return { sql: sql`u.search @@ ${having(choices)}::tsquery`, isNear: true };
}

const Hit = z.object({ id: z.int() });
/** More than these have what was typed at the beginning of an id: then only ids are meant. */
const mostHits = 500;

/** The ways in which an id may be written; they are compared by code points, so that row-level security lets an index be used. */
const spellings = (text: string) => [...new Set([text, text.toUpperCase(), text.toLowerCase()])];
const startsSo = (column: RawBuilder<unknown>, text: string) =>
  sql<boolean>`(${sql.join(
    spellings(text).map((one) => sql`(${column} >= ${one} and ${column} < ${afterAll(one)})`),
    sql` or `,
  )})`;

/** A telephone number as it is kept; null for a text that is none. */
function phoneIn(text: string): string | null {
  const number = text.replaceAll(/[\s\u00a0\u2010-\u2015().\-/]/g, "").replace(/^00/, "+");
  return /^\+?\d{4,15}$/.test(number) ? number : null;
}

/**
 * Adds those to a search whose external id, or a telephone number in one of these fields, begins with what was typed. They are looked up first, by index: nearly
 * always there are none, and the search by words stays as fast as it was.
 */
export async function withIds(
  db: Db,
  portalId: number,
  typedText: string,
  phoneFields: readonly number[],
  search: Search,
): Promise<Search> {
  const text = typedText.replace(/[\p{Cc}\p{Cs}]/gu, " ").trim();
  if (text.length < 2 || text.length > 120 || search.sql === null) return search;
  const phone = phoneFields.length > 0 ? phoneIn(text) : null;
  const numbers = phone === null ? [] : phone.startsWith("+") ? [phone] : [phone, `+${phone}`];
  const byPhone = sql`select user_id from field_values where portal_id = ${portalId} and field_id = any (${[...phoneFields]}::bigint[])
    and (${sql.join([sql`false`, ...numbers.map((one) => startsSo(sql`folded`, one))], sql` or `)})`;
  const all = sql`select user_id from memberships where portal_id = ${portalId} and ${startsSo(sql`external_id`, text)}
    ${numbers.length > 0 ? sql`union ${byPhone}` : sql``}`;
  const { rows } = await typed(Hit)`select ${plannedEachTime} user_id as id from (${all}) hits limit ${mostHits + 1}::int`.execute(db);
  if (rows.length === 0) return search;
  if (rows.length > mostHits) return { sql: sql`u.id in (${all})`, isNear: false };
  return { sql: sql`(${search.sql} or u.id = any (${rows.map(({ id }) => id)}::bigint[]))`, isNear: false };
}
