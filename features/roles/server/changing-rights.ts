import type { Actor, Rule } from "#platform/actor.ts";
import { note } from "#platform/audit.ts";
import type { Db } from "#platform/db/connect.ts";
import { forbidden, signedOut } from "#platform/errors.ts";
import type { OpenContext } from "#platform/serve.ts";
import { grantsRoles } from "../policy.ts";
import { actorNow } from "./service.ts";

/** What a change of rights works with: the transaction of stoa_people, who asks with the rights of this moment, and the entry in the audit log. */
export interface Change {
  readonly db: Db;
  readonly portalId: number;
  readonly actor: NonNullable<Awaited<ReturnType<typeof actorNow>>>;
  noteOf(
    action: string,
    object: { readonly kind: string; readonly id: number },
    before: object | null,
    after: object | null,
  ): Promise<void>;
}

/**
 * Opens the request, then makes one change of rights as stoa_people. rule: who may, admins where it is left out. The rights of the person asking are read again there, so that whoever lost them meanwhile changes
 * nothing.
 */
export async function changingRights<T>(
  { open, databases, http }: OpenContext,
  why: string,
  work: (change: Change) => Promise<T>,
  rule: Rule = grantsRoles,
): Promise<T> {
  const asker = await open(async ({ actor }) => actor);
  if (!asker) throw signedOut();
  const portal = { id: asker.portalId };
  return databases.inPeople(portal.id, why, async (db) => {
    const actor = await actorNow(db, asker);
    if (!actor || !rule.allows(actor as Actor)) throw forbidden("forbidden", "You do not have access to this.");
    return work({
      db,
      portalId: portal.id,
      actor,
      noteOf: (action, object, before, after) =>
        note(
          { db, portal, actor: asker, http },
          { action, object, ...(before && { before: { ...before } }), ...(after && { after: { ...after } }) },
        ),
    });
  });
}
