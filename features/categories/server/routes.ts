import type { Serve } from "#platform/serve.ts";
import * as api from "../contract.ts";
import { arrangesCategories } from "../policy.ts";
import * as service from "./service.ts";

/** Mounts arranging the categories of a portal. */
export function categoryRoutes(serve: Serve) {
  const rule = arrangesCategories;
  serve(api.listCategories, rule, (_, context) => service.showCategories(context));
  serve(api.createCategory, rule, ({ body }, context) => service.createCategory(context, body));
  serve(api.saveCategory, rule, ({ params, body }, context) => service.saveCategory(context, params.categoryId, body));
  serve(api.moveCategory, rule, ({ params, body }, context) => service.moveCategory(context, params.categoryId, body));
  serve(api.previewRemoval, rule, ({ params, query }, context) => service.previewRemoval(context, params.categoryId, query.into ?? null));
  serve(api.removeCategory, rule, ({ params, body }, context) => service.removeCategory(context, params.categoryId, body));
  serve(api.restoreCategory, rule, ({ params }, context) => service.restoreCategory(context, params.categoryId));
}
