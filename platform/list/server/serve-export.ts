import { Readable } from "node:stream";
import * as z from "zod/mini";
import type { Rule } from "#platform/actor.ts";
import type { Say } from "#platform/catalogue.ts";
import type { Endpoint, Parsed } from "#platform/contract.ts";
import { fieldErrors } from "#platform/answer-errors.ts";
import { invalidFields } from "#platform/errors.ts";
import { exportPath } from "../list.ts";
import type { Context, Serve } from "#platform/serve.ts";
import { note } from "#platform/audit.ts";
import { decimalNumbers } from "#platform/decimal-numbers.ts";
import { requireActor } from "#platform/serve.ts";
import type { Cell } from "./csv.ts";
import { csvHead, csvLines } from "./csv.ts";

type Listed = Endpoint & { readonly query: z.core.$ZodType };

/** A column of an export: its header, and a function that gives a row's cell. */
export type CsvColumn<Row> = readonly [header: string, cell: (row: Row) => Cell];

/**
 * The columns of the export of a list whose columns are chosen: `first`, and the chosen ones in their order; `atRest` while none are. byId: those that the screen can show; one
 * that is not there for whoever exports is left out.
 */
export const chosenColumns = <Row>(
  chosen: readonly string[],
  first: CsvColumn<Row>,
  byId: Readonly<Record<string, CsvColumn<Row>>>,
  atRest: readonly CsvColumn<Row>[],
): readonly CsvColumn<Row>[] => (chosen.length === 0 ? atRest : [first, ...chosen.flatMap((id) => (byId[id] ? [byId[id]] : []))]);

interface Export<E extends Listed, Row> {
  /** File name without date and extension. */
  readonly file: string;
  /** The columns, in the language of the person who exports; they may follow from the query and from what that person sees. */
  readonly columns: (
    say: Say,
    input: Parsed<E>,
    context: Pick<Context, "db" | "actor" | "portal">,
  ) => readonly CsvColumn<Row>[] | Promise<readonly CsvColumn<Row>[]>;
  /** The rows in batches (readAll), for the same query as the list's; `page` is ignored. */
  readonly rows: (input: Parsed<E>, context: Pick<Context, "db" | "actor" | "portal" | "http">) => AsyncIterable<readonly Row[]>;
}

/**
 * Mounts the export of a list below the list's own path and under the same rule: all rows that match search and filters, as CSV. Rows are
 * read and sent in batches. An error before the first batch is answered as an error; a later one aborts the download.
 */
export function serveExport<E extends Listed, Row>(serve: Serve, endpoint: E, rule: Rule, { file, columns, rows }: Export<E, Row>) {
  const decimal = decimalNumbers(endpoint);
  serve.raw({
    method: "GET",
    path: exportPath(endpoint.path),
    rule,
    summary: `The same as CSV. ${endpoint.summary}`,
    handler: async (request, reply, { open, http }) => {
      await decimal?.(request);
      // Does not wait for a slow reader, who would hold the database connection for as long as they like: batches wait in memory.
      const body = new Readable({ read: () => undefined }).on("error", () => undefined);
      await new Promise<void>((begun, failed) => {
        open(async ({ db, actor: asker, portal, say }) => {
          const actor = requireActor(asker, rule);
          const input = {
            ...(endpoint.params && { params: parse(endpoint.params, request.params) }),
            query: parse(endpoint.query, request.query),
          } as Parsed<E>;
          const shown = await columns(say, input, { db, actor, portal });
          let text = csvHead(shown.map(([header]) => header));
          let count = 0;
          for await (const batch of rows(input, { db, actor, portal, http })) {
            count += batch.length;
            body.push(text + csvLines(batch.map((row) => shown.map(([, cell]) => cell(row)))));
            text = "";
            begun();
            if (body.destroyed) return;
          }
          // security.md §3.8: who took which list, and how much of it.
          await note({ db, portal, actor, http }, { action: "exported", after: { list: request.url.split("?")[0], rows: count } });
          body.push(text);
        }).then(
          () => {
            // The download ends once the entry is committed.
            body.push(null);
            begun();
          },
          (error: Error) => {
            failed(error);
            body.destroy(error);
          },
        );
      });
      return reply
        .header("content-type", "text/csv; charset=utf-8")
        .header("content-disposition", `attachment; filename="${file}-${new Date().toISOString().slice(0, 10)}.csv"`)
        .header("cache-control", "no-store")
        .send(body);
    },
  });
}

function parse(schema: z.core.$ZodType, value: unknown): unknown {
  const parsed = z.safeParse(schema, value);
  if (parsed.success) return parsed.data;
  throw invalidFields(fieldErrors(parsed.error.issues));
}
