import { may } from "#features/portal/permissions.ts";
import { serveExport } from "#platform/list/server/serve-export.ts";
import type { Serve } from "#platform/serve.ts";
import * as api from "../contract.ts";
import * as service from "./service.ts";

/** Mounts the people whom somebody looks after. */
export function teamRoutes(serve: Serve) {
  serve(api.listTeam, may("see-people"), ({ query }, context) => service.showTeam(context, query));
  serveExport(serve, api.listTeam, may("export-people"), {
    file: "team",
    columns: service.teamColumns,
    rows: ({ query }, context) => service.allTeam(context, query),
  });
}
