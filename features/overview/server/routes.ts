import { anonymous } from "#platform/actor.ts";
import { may } from "#features/portal/permissions.ts";
import type { ViewedLists } from "#features/views/server/service.ts";
import type { Serve } from "#platform/serve.ts";
import * as api from "../contract.ts";
import * as service from "./service.ts";

/** Mounts the figures of the staff's dashboards. */
export function overviewRoutes(serve: Serve, { lists }: { readonly lists: ViewedLists }) {
  serve(api.showFigures, may("see-people"), ({ query }, context) => service.showFigures(lists, context, query), {
    first: ({ query }, asker) => service.figuresAhead(asker, query),
  });
  serve.raw({
    method: ["GET", "HEAD"],
    path: api.managerLink.path,
    rule: anonymous,
    summary: "Full-page link of the specification.",
    handler: async (_, reply) => reply.redirect(api.managerLink.screen, 302),
  });
}
