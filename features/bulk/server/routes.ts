import { may } from "#features/portal/permissions.ts";
import { serveExport } from "#platform/list/server/serve-export.ts";
import type { Serve } from "#platform/serve.ts";
import * as api from "../contract.ts";
import { actsOnPeople } from "../policy.ts";
import { keepList } from "./lists.ts";
import * as service from "./service.ts";

/** Mounts bulk actions on people: preview, run, and the people of an action. Undoing goes by the action's job. */
export function bulkRoutes(serve: Serve, deps: service.BulkDeps) {
  serve.open(api.previewBulk, ({ body }, context) => service.preview(deps, context, body), { rule: actsOnPeople });
  serve.open(api.runBulk, ({ params }, context) => service.run(deps, context, params.runId), { rule: actsOnPeople });
  serve.open(api.keepList, ({ body }, context) => keepList(context, body.text), { rule: actsOnPeople, bodyLimit: 12 * 1024 ** 2 });
  serve(api.listBulkRows, actsOnPeople, (asked, context) => service.showRows(deps, context, asked));
  serveExport(serve, api.listBulkRows, may("export-people"), {
    file: "bulk-action",
    columns: (say, { params: { runId } }, context) => service.rowColumns(deps, context, say, runId),
    rows: (asked, context) => service.allRows(deps, context, asked),
  });
}
