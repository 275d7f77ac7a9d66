import type { Serve } from "#platform/serve.ts";
import * as api from "../contract.ts";
import { arrangesCatalogues } from "../policy.ts";
import * as service from "./service.ts";

/** Mounts the catalogues of a portal. */
export function catalogueRoutes(serve: Serve) {
  const rule = arrangesCatalogues;
  serve(api.listCatalogues, rule, (_, context) => service.showCatalogues(context));
  serve(api.listCatalogueChoices, rule, (_, context) => service.showChoices(context));
  serve(api.getCatalogue, rule, ({ params }, context) => service.showCatalogue(context, params.catalogueId));
  serve(api.createCatalogue, rule, ({ body }, context) => service.createCatalogue(context, body));
  serve(api.saveCatalogue, rule, ({ params, body }, context) => service.saveCatalogue(context, params.catalogueId, body));
  serve(api.deleteCatalogue, rule, ({ params }, context) => service.deleteCatalogue(context, params.catalogueId));
}
