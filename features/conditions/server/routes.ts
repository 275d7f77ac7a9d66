import { may } from "#features/portal/permissions.ts";
import type { Serve } from "#platform/serve.ts";
import * as api from "../contract.ts";
import { showChoices } from "./choices.ts";

/** Mounts what the builder of conditions needs. */
export function conditionRoutes(serve: Serve) {
  serve(api.listChoices, may("see-people"), (_, { db, actor }) => showChoices(db, actor));
}
