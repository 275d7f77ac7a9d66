import { manager } from "#features/portal/policy.ts";
import type { Serve } from "#platform/serve.ts";
import * as api from "../contract.ts";
import { showChoices } from "./choices.ts";

/** Mounts what the builder of conditions needs. */
export function conditionRoutes(serve: Serve) {
  serve(api.listChoices, manager, (_, { db, actor }) => showChoices(db, actor));
}
