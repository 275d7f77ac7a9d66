import { sql } from "kysely";
import * as z from "zod/mini";
import type { Db } from "#platform/db/connect.ts";
import { typed } from "#platform/db/typed.ts";
import { same } from "#platform/same.ts";
import type { PlacedText, Text } from "./texts.ts";

// The translations of a course that its authors have saved (EDT-16), and how far they hold.

const TextValue = z.custom<Text>((value) => typeof value === "string" || (typeof value === "object" && value !== null));
const TextRow = z.object({ language: z.string(), key: z.string(), value: TextValue, source: TextValue });

/** The translations of a course: of all its texts, or of those with these keys in one language. */
export async function listTexts(
  db: Db,
  { portalId, courseId }: { readonly portalId: number; readonly courseId: number },
  of?: { readonly language: string; readonly keys: readonly string[] },
) {
  const these = of ? sql`and language = ${of.language} and key = any(${[...of.keys]}::text[])` : sql``;
  const { rows } = await typed(TextRow)`
    select language, key, value, source from course_texts where portal_id = ${portalId} and course_id = ${courseId} ${these}`.execute(db);
  return rows;
}

/** A translation with the text that it was made from. */
export interface SavedText {
  readonly value: Text;
  readonly source: Text;
}
export type SavedTexts = ReadonlyMap<string, SavedText>;

/** The translations of one language, by key. */
export const savedIn = (rows: Awaited<ReturnType<typeof listTexts>>, language: string): SavedTexts =>
  new Map(rows.filter((row) => row.language === language).map(({ key, value, source }) => [key, { value, source }]));

/** Whether a translation is still one of this text. */
export const isFresh = (text: PlacedText, saved: SavedText) => same(saved.source, text.value);

/** Numbers of these texts: translated, and of those the ones whose original has changed since. */
export function countTexts(texts: readonly PlacedText[], saved: SavedTexts) {
  const known = texts.flatMap((text) => {
    const found = saved.get(text.key);
    return found ? [isFresh(text, found)] : [];
  });
  return { total: texts.length, translated: known.length, stale: known.filter((fresh) => !fresh).length };
}

/** What of these translations holds, by key. */
export const freshTexts = (texts: readonly PlacedText[], saved: SavedTexts): Record<string, Text> =>
  Object.fromEntries(
    texts.flatMap((text) => {
      const found = saved.get(text.key);
      return found && isFresh(text, found) ? [[text.key, found.value]] : [];
    }),
  );
