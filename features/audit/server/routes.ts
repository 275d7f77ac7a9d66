import { serveExport } from "#platform/list/server/serve-export.ts";
import type { Serve } from "#platform/serve.ts";
import * as api from "../contract.ts";
import { readsAudit } from "../policy.ts";
import * as service from "./service.ts";

/** Mounts the audit log of a portal, its export and the check of its chain. */
export function auditRoutes(serve: Serve) {
  serve(api.listAudit, readsAudit, ({ query }, context) => service.showAudit(context, query));
  serve(api.checkAudit, readsAudit, (_, context) => service.showCheck(context));
  serveExport(serve, api.listAudit, readsAudit, {
    file: "audit",
    columns: service.auditColumns,
    rows: ({ query }, { db, actor }) => service.allAudit(db, actor.portalId, query),
  });
}
