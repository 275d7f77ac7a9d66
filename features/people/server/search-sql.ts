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
  /** The only people who can be found, where they are few and known. */
  readonly among?: readonly number[];
  /** Whether all of these are found, so that nothing else has to be asked of them. */
  readonly isAmong?: boolean;
}

/**
 * The users `u` of a list that is searched, in place of the table, and how the list is planned. Of few who are known each is looked up by its number: PostgreSQL would
 * rather read everybody in the order of the list until it has met the first of them. asked: what is asked of each besides, none for nothing: to ask whether somebody
 * is one of them would compare everybody with everybody.
 */
export const usersIn = ({
  sql: all,
  among,
  isAmong = false,
}: Search): { users: RawBuilder<unknown>; asked: readonly RawBuilder<boolean>[]; isPlannedOnce: boolean } => ({
  users: among ? sql`unnest(${[...among]}::bigint[]) few (number) join users u on u.id = few.number` : sql`users u`,
  asked: all === null || isAmong ? [] : [all],
  isPlannedOnce: among !== undefined,
});

/** A search that nobody can be found by. */
export const nobody: Search = { sql: sql<boolean>`false`, isNear: false };

/** What was typed, before it is looked up. */
interface TypedSearch extends Search {
  /** The words of it that names or addresses begin with, as a tsquery, and what else is asked of the user `u` with them. */
  readonly words?: { readonly query: string; readonly and: RawBuilder<boolean> | null };
}

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
function searchFor(typedText: string): TypedSearch {
  // A character that PostgreSQL cannot hold is in nobody's name.
  const text = typedText.replace(/[\p{Cc}\p{Cs}]/gu, " ").trim();
  if (typedText.trim() === "") return { sql: null, isNear: false };
  const address = text
    .split(/\s+/)
    .find((part) => part.includes("@"))
    ?.toLowerCase();
  const words = wordsOf(address === undefined ? text : text.replace(/@\S*/g, " "));
  const [only = ""] = words;
  const isInAddress =
    address === undefined
      ? null
      : address.startsWith("@")
        ? sql<boolean>`strpos(u.email, ${address}) > 0`
        : sql<boolean>`starts_with(u.email, ${address})`;
  if (words.length === 0) return isInAddress && address && address.length > 1 ? { sql: isInAddress, isNear: false } : nobody;
  if (words.length === 1 && [...only].length === 1 && !address)
    return { sql: sql`(u.name_key >= ${only} and u.name_key < ${afterAll(only)})`, isNear: false };
  const query = beginningWith(words);
  return { sql: both(sql<boolean>`u.search @@ ${query}::tsquery`, isInAddress), isNear: false, words: { query, and: isInAddress } };
}

const both = (one: RawBuilder<boolean>, other: RawBuilder<boolean> | null) => (other ? sql<boolean>`(${one} and ${other})` : one);

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

const Hit = z.object({ id: z.int(), byWord: z.boolean() });
/** More than these have what was typed at the beginning of an id: then only ids are meant. */
const mostHits = 500;
/** Up to so many who have the typed words are looked for by themselves; more are soon met with in the order of a list. */
const mostNamed = 2_000;

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

/** The people whose external id, or a telephone number in one of these fields, begins with a text. */
function havingId(portalId: number, text: string, phoneFields: readonly number[]): RawBuilder<unknown> {
  const phone = phoneFields.length > 0 ? phoneIn(text) : null;
  const numbers = phone === null ? [] : phone.startsWith("+") ? [phone] : [phone, `+${phone}`];
  const byPhone = sql`union select user_id from field_values where portal_id = ${portalId} and field_id = any (${[...phoneFields]}::bigint[])
    and (${sql.join(
      numbers.map((one) => startsSo(sql`folded`, one)),
      sql` or `,
    )})`;
  return sql`select user_id from memberships where portal_id = ${portalId} and ${startsSo(sql`external_id`, text)} ${numbers.length > 0 ? byPhone : sql``}`;
}

/**
 * The search for what somebody typed: as searchFor, and those whose external id, or a telephone number in one of these fields, begins with it. Who has it is looked up
 * first, by index: mostly they are few, and a list of them reads nobody else.
 */
export async function searchExactly(db: Db, portalId: number, typedText: string, phoneFields: readonly number[]): Promise<Search> {
  const search = searchFor(typedText);
  const { words } = search;
  const text = typedText.replace(/[\p{Cc}\p{Cs}]/gu, " ").trim();
  const ids = text.length < 2 || text.length > 120 || search.sql === null ? null : havingId(portalId, text, phoneFields);
  const parts = [
    ...(ids ? [sql`(select user_id as id, false as "byWord" from (${ids}) hits limit ${mostHits + 1}::int)`] : []),
    ...(words ? [sql`(select id, true as "byWord" from people_having(${portalId}, ${words.query}::tsquery, ${mostNamed + 1}::int))`] : []),
  ];
  if (search.sql === null || parts.length === 0) return search;
  const { rows } = await typed(Hit)`select ${plannedEachTime} id, "byWord" from (${sql.join(parts, sql` union all `)}) found`.execute(db);
  const named = rows.flatMap(({ id, byWord }) => (byWord ? [id] : []));
  const hits = rows.flatMap(({ id, byWord }) => (byWord ? [] : [id]));
  if (ids && hits.length > mostHits) return { sql: sql`u.id in (${ids})`, isNear: false };
  const oneOf = (all: readonly number[]) => sql<boolean>`u.id = any (${all}::bigint[])`;
  const isFew = words && named.length <= mostNamed;
  const byWords = isFew ? (named.length > 0 ? both(oneOf(named), words.and) : null) : search.sql;
  if (!byWords && hits.length === 0) return nobody;
  return {
    sql: byWords && hits.length > 0 ? sql`(${byWords} or ${oneOf(hits)})` : (byWords ?? oneOf(hits)),
    isNear: false,
    ...(isFew && { among: [...new Set([...named, ...hits])], isAmong: !words.and }),
  };
}
