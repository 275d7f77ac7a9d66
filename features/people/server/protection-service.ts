import { resetFactors } from "#features/auth/server/reset-factors.ts";
import { protectionOf } from "#features/auth/server/factor-service.ts";
import { may } from "#features/portal/permissions.ts";
import { note } from "#platform/audit.ts";
import { conflict, forbidden } from "#platform/errors.ts";
import type { OpenContext, Serve } from "#platform/serve.ts";
import { requireActor } from "#platform/serve.ts";
import { signedIn } from "#platform/actor.ts";
import * as api from "../protection-contract.ts";
import { changePerson, isShared } from "./person-service.ts";
import { personInReach } from "./reach.ts";

export interface ProtectionDeps {
  /** Whether sign-ins of an account wait after too many wrong passwords. */
  readonly isSlowed: (email: string) => Promise<boolean>;
  /** Lets the next sign-in of an account wait for nothing. */
  readonly unlock: (email: string) => Promise<void>;
}

/** Mounts what admins see and do about the protection of a person's account. */
export function protectionRoutes(serve: Serve, deps: ProtectionDeps) {
  serve.open(api.getProtection, ({ params }, context) => showProtection(context, deps, params.userId), { rule: may("reset-factors") });
  serve.open(api.resetProtection, ({ params, body }, context) => reset(context, params.userId, body.reason), {
    rule: may("reset-factors"),
  });
  serve.open(api.unlockSignIn, ({ params }, context) => unlock(context, deps, params.userId), { rule: may("set-passwords") });
}

async function showProtection({ open, databases }: OpenContext, deps: ProtectionDeps, userId: number): Promise<api.Protection> {
  const { person } = await open(async ({ db, actor }) => {
    const asking = requireActor(actor, signedIn);
    return { person: await personInReach(db, asking, userId) };
  });
  const found = await databases.inSystem("see how an account is protected", (db) => protectionOf(db, userId));
  return { ...found, isSlowed: await deps.isSlowed(person.email) };
}

/** Whoever holds only a copy of Admin resets nobody with a role: it could be a way up. Nor is an account of another portal made weaker from here. */
async function reset(context: OpenContext, userId: number, reason: string) {
  const { actor, noting } = await changePerson(context, userId, "remove second factors", async (scope) => {
    const { person, actor: asking } = scope;
    if (asking.userId === userId) throw forbidden("own_record", "You change your own data in My account.");
    if (!asking.isAdmin && !asking.isSystemAdmin && (person.isAdmin || person.isManager || person.isAuthor))
      throw forbidden("not_for_roles", "Only an admin with all rights does this for somebody with a role.");
    return scope;
  });
  if (await isShared(context.databases, actor, userId))
    throw conflict(
      "shared_factors",
      "This person uses the same account elsewhere too. Whoever runs the server can remove its second factor with a command.",
    );
  const name = `${actor.givenName} ${actor.familyName}`.trim() || actor.email;
  const removed = await context.databases.inSystem("remove second factors", (db) =>
    resetFactors(db, { portalId: actor.portalId, userId, by: name, reason, noting }),
  );
  return { removed };
}

async function unlock(context: OpenContext, deps: ProtectionDeps, userId: number) {
  const email = await changePerson(context, userId, "unlock a sign-in", async ({ db, person, noting }) => {
    await note({ db, ...noting }, { action: "sign_in_unlocked", object: { kind: "user", id: userId } });
    return person.email;
  });
  await deps.unlock(email);
  return { unlocked: true };
}
