import { sql } from "kysely";
import * as z from "zod/mini";
import type { Db } from "#platform/db/connect.ts";
import { jsonOf, typed } from "#platform/db/typed.ts";
import { sayIn, wordsOf } from "#platform/catalogue.ts";
import type { Language } from "#platform/languages.ts";
import { csvHead, csvLines, type Cell } from "#platform/list/server/csv.ts";
import { columnWords, exportParts, type Whose } from "./export-parts.ts";

type Row = Readonly<Record<string, unknown>>;
export type Part = (typeof exportParts)[number];

const PageRow = z.object({ row: jsonOf<Row>() });
/** Rows of an export that are read at a time. */
const pageSize = 1000;
/** Rows of a list that the readable page shows. */
const mostShown = 500;

/** One page of a part. */
export async function readPart(db: Db, part: Part, whose: Whose, page: number): Promise<readonly Row[]> {
  const { rows } = await typed(
    PageRow,
  )`select to_jsonb(x) as row from (${part.rows(whose)} limit ${pageSize} offset ${page * pageSize}) x`.execute(db);
  return rows.map(({ row }) => row);
}

/** Pages of a part, until one of them is not full. */
export type Pages = (part: Part) => AsyncIterable<readonly Row[]>;

/** The pages of a part, each read by `read`. */
export const pagesOf = (read: (part: Part, page: number) => Promise<readonly Row[]>): Pages =>
  async function* pages(part) {
    for (let page = 0; ; page++) {
      const rows = await read(part, page);
      if (rows.length > 0) yield rows;
      if (rows.length < pageSize) return;
    }
  };

/** A part as JSON: a list of objects. */
export async function* asJson(pages: AsyncIterable<readonly Row[]>) {
  let before = "[";
  for await (const rows of pages) {
    yield `${before}\n${rows.map((row) => JSON.stringify(row)).join(",\n")}`;
    before = ",";
  }
  yield before === "[" ? "[]\n" : "\n]\n";
}

const head = (language: Language, column: string) => (columnWords[column] ? wordsOf(language, columnWords[column]) : column);
const cell = (value: unknown): Cell =>
  value === null || value === undefined
    ? null
    : typeof value === "number"
      ? value
      : typeof value === "string"
        ? value
        : JSON.stringify(value);

/** A part as CSV, with heads in the language of whoever gets it. An empty part is an empty file. */
export async function* asCsv(pages: AsyncIterable<readonly Row[]>, language: Language) {
  let columns: string[] | undefined;
  for await (const rows of pages) {
    if (!columns) {
      columns = Object.keys(rows[0] ?? {});
      yield csvHead(columns.map((column) => head(language, column)));
    }
    yield csvLines(rows.map((row) => (columns ?? []).map((column) => cell(row[column]))));
  }
}

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const text = (value: unknown) => String(value).replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign);

const style = `body{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;max-inline-size:70rem;padding-inline:1rem;color:#1c1c1e;background:#fff}
h1{font-size:1.5rem}h2{font-size:1.15rem;margin-block:2rem .5rem}.table{overflow-x:auto}table{border-collapse:collapse}
th,td{border:1px solid #bbb;padding:.3rem .6rem;text-align:start;vertical-align:top;overflow-wrap:anywhere}th{background:#f2f2f4}p{color:#555}
@media (prefers-color-scheme:dark){body{color:#eee;background:#1c1c1e}th{background:#2c2c2e}p{color:#bbb}}`;

/** What the readable page begins with. */
export interface Heading {
  readonly name: string;
  readonly portal: string;
  readonly at: Date;
}

/** The readable page: a table for each part that people can read. Everything in it is text, whatever it holds. */
export async function* asPage(pages: Pages, { name, portal, at }: Heading, language: Language) {
  const say = sayIn(language);
  const title = say("Data of {name} in {portal}", { name, portal });
  const made = say("Made on {day}. Times are in UTC. Everything stands in the folder data too, as CSV and JSON.", {
    day: new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" }).format(at),
  });
  yield `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${text(title)}</title><style>${style}</style></head><body><h1>${text(title)}</h1><p>${text(made)}</p>`;
  for (const part of exportParts.filter(({ isTechnical }) => !isTechnical)) {
    const caption = text(wordsOf(language, part.title));
    yield `<h2>${caption}</h2>`;
    let shown = 0;
    let columns: string[] | undefined;
    for await (const rows of pages(part)) {
      if (!columns) {
        columns = Object.keys(rows[0] ?? {});
        yield `<div class="table"><table aria-label="${caption}"><thead><tr>${columns.map((column) => `<th scope="col">${text(head(language, column))}</th>`).join("")}</tr></thead><tbody>`;
      }
      const some = rows.slice(0, mostShown - shown);
      shown += some.length;
      yield some
        .map((row) => `<tr>${(columns ?? []).map((column) => `<td dir="auto">${text(cell(row[column]) ?? "")}</td>`).join("")}</tr>`)
        .join("\n");
      if (shown === mostShown) break;
    }
    if (columns) yield "</tbody></table></div>";
    if (!columns) yield `<p>${text(say("Nothing is kept here."))}</p>`;
    if (shown === mostShown) yield `<p>${text(say("The rest stands in data/{file}.csv.", { file: part.name }))}</p>`;
  }
  yield "</body></html>\n";
}

const FileRow = z.object({ name: z.nullable(z.string()), key: z.nullable(z.string()) });
/** The files that belong to a person's custom fields, with their keys in the file store. */
export const listFiles = async (db: Db, { portalId, userId, isOwn }: Whose) =>
  (
    await typed(
      FileRow,
    )`select v.words as name, x.storage_key as key from field_values v join fields f on f.portal_id = v.portal_id and f.id = v.field_id
      join field_files x on x.portal_id = v.portal_id and x.id = v.file_id
      where v.portal_id = ${portalId} and v.user_id = ${userId} and ${isOwn ? sql`f.own_access <> 'hidden'` : sql`true`}
      order by f.id, v.nth`.execute(db)
  ).rows;
