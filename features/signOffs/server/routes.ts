import { may } from "#features/portal/permissions.ts";
import type { VersionCache } from "#features/progress/server/version-cache.ts";
import type { Serve } from "#platform/serve.ts";
import * as api from "../contract.ts";
import * as service from "./service.ts";

/** Mounts what assessors sign. */
export function signOffRoutes(serve: Serve, versions: VersionCache) {
  serve(api.listSignOffs, may("see-people"), ({ params }, context) => service.showSignOffs(context, versions, params.userId));
  serve(api.decideSignOff, may("sign-off"), ({ params, body }, context) => service.decide(context, versions, params.userId, body));
}
