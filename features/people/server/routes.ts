import { explainPerson } from "#features/conditions/why-contract.ts";
import { may } from "#features/portal/permissions.ts";
import type { ViewedLists } from "#features/views/server/service.ts";
import { anonymous } from "#platform/actor.ts";
import { serveExport } from "#platform/list/server/serve-export.ts";
import type { Serve } from "#platform/serve.ts";
import * as api from "../contract.ts";
import { showColumns } from "./column-service.ts";
import { explainWhy } from "./why.ts";
import * as service from "./service.ts";

/** Mounts finding people. */
export function peopleRoutes(serve: Serve, { lists }: { readonly lists: ViewedLists }) {
  serve(api.listPeople, may("see-people"), ({ query }, context) => service.showPeople(lists, context, query), {
    first: ({ query }, asker) => service.peopleAhead(asker, query),
  });
  serveExport(serve, api.listPeople, may("export-people"), {
    file: "people",
    columns: (say, { query }, context) => service.exportedColumns(say, query, context),
    rows: ({ query }, context) => service.allPeople(context, query),
  });
  serve(api.listPeopleColumns, may("see-people"), (_, context) => showColumns(context));
  serve(explainPerson, may("see-people"), ({ params, query }, context) => explainWhy(context, params.userId, query.condition));
  serve.raw({
    method: ["GET", "HEAD"],
    path: api.usersLink.path,
    rule: anonymous,
    summary: "Full-page link of the specification.",
    handler: async (_, reply) => reply.redirect(api.usersLink.screen, 302),
  });
}
