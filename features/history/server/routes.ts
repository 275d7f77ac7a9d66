import * as z from "zod/mini";
import { signedIn } from "#platform/actor.ts";
import { fieldErrors } from "#platform/answer-errors.ts";
import { invalidFields } from "#platform/errors.ts";
import type { Serve } from "#platform/serve.ts";
import { requireActor } from "#platform/serve.ts";
import { historyCsvPath, HistoryFilters, listHistory } from "../contract.ts";
import { exportHistory, showHistory } from "./service.ts";

/** Mounts the person's own history and its export. Nobody else's can be asked for: no call names a person. */
export function historyRoutes(serve: Serve) {
  serve(listHistory, signedIn, ({ query }, { db, actor }) => showHistory(db, actor, query));

  serve.raw({
    method: "GET",
    path: historyCsvPath,
    rule: signedIn,
    summary: "The history that the filters select, as CSV.",
    handler: async (request, reply, { open }) => {
      const csv = await open(({ db, actor }) => exportHistory(db, requireActor(actor, signedIn), filtersOf(request.query)));
      return reply
        .header("content-type", "text/csv; charset=utf-8")
        .header("content-disposition", `attachment; filename="history-${new Date().toISOString().slice(0, 10)}.csv"`)
        .header("cache-control", "no-store")
        .send(csv);
    },
  });
}

function filtersOf(query: unknown): HistoryFilters {
  const parsed = z.safeParse(HistoryFilters, query);
  if (parsed.success) return parsed.data;
  throw invalidFields(fieldErrors(parsed.error.issues));
}
