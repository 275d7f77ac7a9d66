import type { Serve } from "#platform/serve.ts";
import * as api from "../contract.ts";
import { haveTokens } from "../policy.ts";
import { makeToken, revokeOwn, showTokens } from "./service.ts";

/** Mounts the API tokens of the person asking. */
export function tokenRoutes(serve: Serve) {
  serve(api.listTokens, haveTokens, (_, context) => showTokens(context));
  serve.open(api.makeToken, ({ body }, context) => makeToken(context, body), { rule: haveTokens });
  serve.open(api.revokeToken, ({ params }, context) => revokeOwn(context, params.tokenId), { rule: haveTokens });
}
