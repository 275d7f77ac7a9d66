import { signedIn } from "#platform/actor.ts";
import type { Serve } from "#platform/serve.ts";
import * as api from "../email-contract.ts";
import type { AuthDeps } from "./door.ts";
import { askForEmail, confirmEmail, lookAtEmail, showEmail, withdrawEmail } from "./email-change.ts";

/** Mounts a person's own change of email. The session, or the link, decides whose it is, never the request. */
export function emailRoutes(serve: Serve, deps: AuthDeps): void {
  serve.open(api.myEmail, (_, context) => showEmail(deps, context), { rule: signedIn });
  serve.open(api.askForEmail, ({ body }, context) => askForEmail(deps, context, body), { rule: signedIn });
  serve.open(api.withdrawEmail, (_, context) => withdrawEmail(deps, context), { rule: signedIn });
  serve.open(api.lookAtEmail, ({ body }, { http }) => lookAtEmail(deps, http, body.token));
  serve.open(api.confirmEmail, ({ body }, context) => confirmEmail(deps, context, body));
}
