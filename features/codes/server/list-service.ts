import { Buffer } from "node:buffer";
import { scopeOf } from "#features/roles/server/service.ts";
import type { Say } from "#platform/catalogue.ts";
import type { Parsed, Result } from "#platform/contract.ts";
import { notFound } from "#platform/errors.ts";
import { instant, instantOrNull } from "#platform/instant.ts";
import { readAll, readPage } from "#platform/list/server/page.ts";
import type { CsvColumn } from "#platform/list/server/serve-export.ts";
import { workbookOf } from "#platform/list/server/workbook.ts";
import type { Context } from "#platform/serve.ts";
import { codeList, CodeRow, type CodeState, codeUseList, wordList } from "../contract.ts";
import type * as api from "../contract.ts";
import { tellGranted } from "./effects-of.ts";
import * as queries from "./queries.ts";
import type { CodeDeps } from "./service.ts";
import { openedWord, wordHash } from "./word-keeping.ts";

type Reading = Pick<Context, "db" | "actor" | "say" | "http">;

/** A page of the codes that the person asking sees. */
export async function showCodes(
  { config }: CodeDeps,
  { db, actor }: Reading,
  query: Parsed<typeof api.listCodes>["query"],
): Promise<Result<typeof api.listCodes>> {
  const list = queries.codesOf(await scopeOf(db, actor), actor.userId, wordHash(config.secret, query.q), query);
  const found = await readPage(db, CodeRow, { page: query.page, pageSize: codeList.pageSize }, list);
  return {
    ...found,
    rows: found.rows.map((row) => ({
      ...row,
      opensAt: instantOrNull(row.opensAt),
      closesAt: instantOrNull(row.closesAt),
      madeAt: instant(row.madeAt),
    })),
  };
}

/** All of them for the export, in batches. */
export async function* allCodes(
  { config }: CodeDeps,
  { db, actor }: Pick<Context, "db" | "actor">,
  query: Parsed<typeof api.listCodes>["query"],
) {
  yield* readAll(db, CodeRow, queries.codesOf(await scopeOf(db, actor), actor.userId, wordHash(config.secret, query.q), query));
}

const stateWords = (say: Say): Record<CodeState, string> => ({
  draft: say("Draft"),
  active: say("Active"),
  paused: say("Paused"),
  exhausted: say("Used up"),
  expired: say("Expired"),
  revoked: say("Ended"),
});

export const codeColumns = (say: Say): readonly CsvColumn<CodeRow>[] => {
  const states = stateWords(say);
  return [
    [say("Name"), (row) => row.label],
    [say("Status"), (row) => states[row.state]],
    [say("Codes"), (row) => row.words],
    [say("Used"), (row) => row.taken],
    [say("Seats"), (row) => row.seats],
    [say("From (UTC)"), (row) => instantOrNull(row.opensAt)],
    [say("Until (UTC)"), (row) => instantOrNull(row.closesAt)],
    [say("Lets new people in"), (row) => (row.admitsNew ? say("Yes") : say("No"))],
    [say("Made by"), (row) => row.madeBy],
    [say("Made (UTC)"), (row) => instant(row.madeAt)],
  ];
};

/** A code that the person asking sees, and whom they reach. Throws 404. */
async function seen({ db, actor }: Pick<Context, "db" | "actor">, codeId: number) {
  const scope = await scopeOf(db, actor);
  const code = await queries.findCode(db, scope, actor.userId, codeId);
  if (!code) throw notFound("code", "This code could not be found.");
  return { scope, code };
}

/** A page of the codes of a batch. */
export async function showWords(
  { config }: CodeDeps,
  reading: Reading,
  { params: { codeId }, query }: Parsed<typeof api.listCodeWords>,
): Promise<Result<typeof api.listCodeWords>> {
  const { portalId } = reading.actor;
  await seen(reading, codeId);
  const list = queries.wordsOf(portalId, codeId, wordHash(config.secret, query.q), query);
  const found = await readPage(reading.db, queries.WordRow, { page: query.page, pageSize: wordList.pageSize }, list);
  return {
    ...found,
    rows: found.rows.map(({ sealed, ...row }) => {
      const word = openedWord(config.secret, portalId, reading.http.origin, Buffer.from(sealed, "hex"));
      return { ...row, code: word?.code ?? null, link: word?.link ?? null };
    }),
  };
}

interface Word {
  readonly code: string;
  readonly link: string;
  readonly taken: number;
}

/** The codes of a batch with their addresses, in batches. */
export async function* allWords(
  { config }: CodeDeps,
  { db, actor }: Pick<Context, "db" | "actor">,
  origin: string,
  { params: { codeId }, query }: Parsed<typeof api.listCodeWords>,
): AsyncGenerator<Word[]> {
  await seen({ db, actor }, codeId);
  for await (const batch of readAll(db, queries.WordRow, queries.wordsOf(actor.portalId, codeId, wordHash(config.secret, query.q), query)))
    yield batch.map(({ sealed, taken }) => {
      const word = openedWord(config.secret, actor.portalId, origin, Buffer.from(sealed, "hex"));
      return { code: word?.code ?? "", link: word?.link ?? "", taken };
    });
}

export const wordColumns = (say: Say): readonly CsvColumn<Word>[] => [
  [say("Code"), (row) => row.code],
  [say("Address"), (row) => row.link],
  [say("Status"), (row) => (row.taken > 0 ? say("Used") : say("Not used"))],
];

/** All codes of a batch as a workbook. */
export async function wordsWorkbook(deps: CodeDeps, { db, actor, say, http }: Reading, codeId: number): Promise<Buffer> {
  const { code } = await seen({ db, actor }, codeId);
  const columns = wordColumns(say);
  const rows: string[][] = [];
  const asked = { params: { codeId }, query: { q: "", state: null, sort: "made" as const, page: 1 } };
  for await (const batch of allWords(deps, { db, actor }, http.origin, asked))
    for (const word of batch) rows.push(columns.map(([, cell]) => String(cell(word))));
  return workbookOf([{ name: code.label, rows: [columns.map(([header]) => header), ...rows], widths: [20, 60, 12] }]);
}

type UsesQuery = Parsed<typeof api.listCodeUses>;

/** A page of who used a code and what they got. */
export async function showUses(reading: Reading, { params: { codeId }, query }: UsesQuery): Promise<Result<typeof api.listCodeUses>> {
  const { scope } = await seen(reading, codeId);
  const found = await readPage(
    reading.db,
    queries.UseRow,
    { page: query.page, pageSize: codeUseList.pageSize },
    queries.usesOf(scope, codeId, query),
  );
  return {
    ...found,
    rows: found.rows.map(({ granted, kept, ...row }) => ({
      ...row,
      usedAt: instant(row.usedAt),
      undoneAt: instantOrNull(row.undoneAt),
      gets: tellGranted(reading.say, granted),
      kept: [...(kept ?? [])],
    })),
  };
}

/** All of them for the export, in batches. */
export async function* allUses(reading: Pick<Context, "db" | "actor">, { params: { codeId }, query }: UsesQuery) {
  const { scope } = await seen(reading, codeId);
  yield* readAll(reading.db, queries.UseRow, queries.usesOf(scope, codeId, query));
}

export const useColumns = (say: Say): readonly CsvColumn<queries.UseRow>[] => [
  [say("Name"), (row) => row.name],
  [say("Email"), (row) => row.email],
  [say("Used (UTC)"), (row) => instant(row.usedAt)],
  [say("Came by it"), (row) => (row.isNew ? say("Yes") : say("No"))],
  [
    say("Got"),
    (row) =>
      tellGranted(say, row.granted)
        .map(({ title, items }) => `${title}: ${items.join(", ")}`)
        .join("; "),
  ],
  [say("Undone (UTC)"), (row) => instantOrNull(row.undoneAt)],
];
