import type { Serve } from "#platform/serve.ts";
import * as api from "../contract.ts";
import { searchEverything } from "../policy.ts";
import { findAll } from "./service.ts";

/** Mounts the search of the command palette. */
export function paletteRoutes(serve: Serve) {
  serve(api.searchAll, searchEverything, ({ query }, context) => findAll(context, query.q));
}
