import { scopeOf } from "#features/roles/server/service.ts";
import type { Actor } from "#platform/actor.ts";
import type { Happening } from "#platform/audit.ts";
import type { Db } from "#platform/db/connect.ts";
import { requireActor } from "#platform/serve.ts";
import { mayChangePerson } from "#features/roles/policy.ts";
import { makesCodes } from "../policy.ts";
import { undoGranted } from "./effects-of.ts";
import * as queries from "./queries.ts";

interface Undoing {
  readonly db: Db;
  readonly actor: Actor;
  readonly note: (happenings: readonly Happening[]) => Promise<void>;
}

/**
 * Takes back what the next uses of a code gave, the newest first. What somebody changed since then stays and is kept with the use; so does all of somebody whom the actor
 * does not reach any more. Gives where it left off, null at the end. kept: uses of which something stayed.
 */
export async function undoNext(
  { db, actor: asker, note }: Undoing,
  { codeId, before, most }: { readonly codeId: number; readonly before: number | null; readonly most: number },
): Promise<{ undone: number; kept: number; last: number | null }> {
  const actor = requireActor(asker, makesCodes);
  const scope = await scopeOf(db, actor);
  const uses = await queries.nextUses(db, scope, codeId, { before, most });
  let undone = 0;
  let kept = 0;
  const happenings: Happening[] = [];
  for (const { id, userId, granted, isReached } of uses) {
    const member = isReached ? await queries.lockMember(db, scope, scope.portalId, userId) : undefined;
    if (!member || !mayChangePerson(actor, { id: userId, ...member })) {
      kept++;
      continue;
    }
    const stays = await undoGranted(db, asker, userId, granted);
    await db
      .updateTable("authorization_code_uses")
      .set({ undone_at: new Date(), kept: JSON.stringify(stays) })
      .where("portal_id", "=", scope.portalId)
      .where("id", "=", id)
      .execute();
    happenings.push({ action: "code_undone", object: { kind: "user", id: userId }, after: { code: codeId, kept: stays } });
    if (stays.length > 0) kept++;
    else undone++;
  }
  await note(happenings);
  return { undone, kept, last: uses.at(-1)?.id ?? null };
}
