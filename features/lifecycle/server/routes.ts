import { signedIn } from "#platform/actor.ts";
import type { Serve } from "#platform/serve.ts";
import * as api from "../contract.ts";
import { keepsRecords } from "../policy.ts";
import * as service from "./service.ts";

/** Mounts what becomes of a person's records as a whole: exported, merged, erased. */
export function lifecycleRoutes(serve: Serve) {
  serve(api.getDataExport, signedIn, (_, context) => service.showOwnExport(context));
  serve(api.startDataExport, signedIn, (_, context) => service.startExport(context, context.actor.userId));
  serve(api.exportPerson, keepsRecords, ({ params }, context) => service.startExport(context, params.userId));
}
