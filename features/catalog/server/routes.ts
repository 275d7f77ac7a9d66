import { followCategories } from "#features/categories/server/service.ts";
import type { OutlineMemory } from "#features/courses/server/service.ts";
import type { AudienceOf } from "#features/portal/server/service.ts";
import type { Serve } from "#platform/serve.ts";
import * as api from "../contract.ts";
import { startCondition } from "../start-contract.ts";
import { browseCatalog, readDetails } from "../policy.ts";
import { catalogMemory } from "./catalog-memory.ts";
import { detailsOf } from "./queries.ts";
import * as service from "./service.ts";
import { showStart } from "./start-condition.ts";

/** Mounts the catalog and the details of a course. */
export function catalogRoutes(serve: Serve, deps: { outlines: OutlineMemory; audienceOf: AudienceOf }) {
  const memory = catalogMemory();
  serve(api.catalog, browseCatalog, ({ query }, context) => service.listCatalog(context, memory, query), {
    ahead: ({ query }, asker) => memory.ahead(asker, query),
  });
  serve(api.followCategories, browseCatalog, ({ query }, context) => followCategories(context, query.names));
  serve(api.unfound, browseCatalog, ({ body }, context) => service.countUnfound(context, memory, body.q));
  serve(api.details, readDetails, ({ params }, context) => service.findDetails(context, deps, params.courseId), {
    ahead: ({ params }, asker) => [detailsOf(asker, params.courseId).compile()],
  });
  serve(startCondition, readDetails, ({ params }, context) => showStart(context, params.courseId));
}
