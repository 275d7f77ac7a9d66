import { signedIn } from "#platform/actor.ts";
import type { Serve } from "#platform/serve.ts";
import { getAccount, listSessions, savePreferences, saveProfile, signOutSessions } from "../contract.ts";
import { endSessions, keepPreferences, keepProfile, showAccount, showSessions } from "./service.ts";

export interface AccountDeps {
  /** A session without a request for this many minutes is invalid and not listed. */
  readonly idleMinutes: number;
}

/** Mounts the person's own account. The session always decides whose account it is, never the request. */
export function accountRoutes(serve: Serve, { idleMinutes }: AccountDeps) {
  serve(getAccount, signedIn, (_, context) => showAccount(context));
  serve(saveProfile, signedIn, ({ body }, context) => keepProfile(context, body));
  serve(savePreferences, signedIn, ({ body }, context) => keepPreferences(context, body));
  serve(listSessions, signedIn, (_, { db, actor }) => showSessions(db, actor, idleMinutes));
  serve(signOutSessions, signedIn, ({ body }, context) => endSessions(context, body));
}
