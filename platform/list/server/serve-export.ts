import { Readable } from "node:stream";
import * as z from "zod/mini";
import type { Rule } from "#platform/actor.ts";
import type { Say } from "#platform/catalogue.ts";
import type { Endpoint, Parsed } from "#platform/contract.ts";
import { fieldErrors } from "#platform/answer-errors.ts";
import { invalidFields } from "#platform/errors.ts";
import { exportPath } from "../list.ts";
import type { Context, Serve } from "#platform/serve.ts";
import { requireActor } from "#platform/serve.ts";
import type { Cell } from "./csv.ts";
import { csvHead, csvLines } from "./csv.ts";

type Listed = Endpoint & { readonly query: z.core.$ZodType };

/** A column of an export: its header, and its cell in a row. */
export type CsvColumn<Row> = readonly [header: string, cell: (row: Row) => Cell];

interface Export<E extends Listed, Row> {
  /** Name of the file without date and ending. */
  readonly file: string;
  /** In the language of who exports. */
  readonly columns: (say: Say) => readonly CsvColumn<Row>[];
  /** Rows in batches (readAll), for the same request as the list's; `page` means nothing here. */
  readonly rows: (input: Parsed<E>, context: Pick<Context, "db" | "actor" | "portal">) => AsyncIterable<readonly Row[]>;
}

/**
 * Mounts the export of a list below the list's own path and under the list's own rule: everything that search and filters select, as CSV. It is
 * read and sent in batches. What goes wrong before the first of them is answered as an error; what goes wrong later breaks the download off.
 */
export function serveExport<E extends Listed, Row>(serve: Serve, endpoint: E, rule: Rule, { file, columns, rows }: Export<E, Row>) {
  serve.raw({
    method: "GET",
    path: exportPath(endpoint.path),
    rule,
    summary: `The same as CSV. ${endpoint.summary}`,
    handler: async (request, reply, { open }) => {
      const input = {
        ...(endpoint.params && { params: parse(endpoint.params, request.params) }),
        query: parse(endpoint.query, request.query),
      } as Parsed<E>;
      // The database goes ahead of a slow reader, whose connection would else be held for as long as they like: batches wait in memory.
      const body = new Readable({ read: () => undefined }).on("error", () => undefined);
      await new Promise<void>((begun, failed) => {
        open(async ({ db, actor, portal, say }) => {
          const shown = columns(say);
          let text = csvHead(shown.map(([header]) => header));
          for await (const batch of rows(input, { db, actor: requireActor(actor, rule), portal })) {
            body.push(text + csvLines(batch.map((row) => shown.map(([, cell]) => cell(row)))));
            text = "";
            begun();
            if (body.destroyed) return;
          }
          body.push(text);
          body.push(null);
        }).then(begun, (error: Error) => {
          failed(error);
          body.destroy(error);
        });
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
