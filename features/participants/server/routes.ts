import { may } from "#features/portal/permissions.ts";
import { serveExport } from "#platform/list/server/serve-export.ts";
import type { Serve } from "#platform/serve.ts";
import * as api from "../contract.ts";
import * as service from "./service.ts";

/** Mounts the people of a course. */
export function participantRoutes(serve: Serve) {
  serve(api.listParticipants, may("see-people"), ({ query }, context) => service.showParticipants(context, query), {
    first: ({ query }, asker) => service.participantsFirst(asker, query),
  });
  serveExport(serve, api.listParticipants, may("export-people"), {
    file: "participants",
    columns: (say, { query }) => service.participantCsv(say, query.columns),
    rows: ({ query }, context) => service.allParticipants(context, query),
  });
  serve(api.readPasted, may("enrol-people"), ({ body }, context) => service.readPasted(context, body.text), { bodyLimit: 2 * 1024 ** 2 });
}
