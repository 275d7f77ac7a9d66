import type { Serve } from "#platform/serve.ts";
import * as api from "../contract.ts";
import { browseCatalog, readDetails } from "../policy.ts";
import * as service from "./service.ts";

/** Mounts the catalog and the details of a course. */
export function catalogRoutes(serve: Serve) {
  serve(api.catalog, browseCatalog, ({ query }, context) => service.listCatalog(context, query));
  serve(api.details, readDetails, ({ params }, context) => service.findDetails(context, params.courseId));
}
