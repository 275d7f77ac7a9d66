import { serveExport } from "#platform/list/server/serve-export.ts";
import type { Serve } from "#platform/serve.ts";
import * as api from "../contract.ts";
import { arrangesSearch } from "../policy.ts";
import * as service from "./service.ts";

/** Mounts how the catalog is searched, and what was searched in vain. */
export function searchRoutes(serve: Serve) {
  serve(api.getSynonyms, arrangesSearch, (_, context) => service.showSynonyms(context));
  serve(api.saveSynonyms, arrangesSearch, ({ body }, context) => service.saveSynonyms(context, body));
  serve(api.listUnfound, arrangesSearch, ({ query }, context) => service.showUnfound(context, query));
  serve(api.forgetUnfound, arrangesSearch, ({ body }, context) => service.forgetUnfound(context, body.words));
  serveExport(serve, api.listUnfound, arrangesSearch, {
    file: "searches-without-result",
    columns: service.unfoundColumns,
    rows: ({ query }, { db, actor }) => service.allUnfound(db, actor.portalId, query),
  });
}
