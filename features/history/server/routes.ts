import { signedIn } from "#platform/actor.ts";
import { serveExport } from "#platform/list/server/serve-export.ts";
import type { Serve } from "#platform/serve.ts";
import { listHistory } from "../contract.ts";
import { allHistory, historyColumns, showHistory } from "./service.ts";

/** Mounts the person's own history and its export. No call names a person, so nobody else's history can be requested. */
export function historyRoutes(serve: Serve) {
  serve(listHistory, signedIn, ({ query }, { db, actor }) => showHistory(db, actor, query));
  serveExport(serve, listHistory, signedIn, {
    file: "history",
    columns: historyColumns,
    rows: ({ query }, { db, actor }) => allHistory(db, actor, query),
  });
}
