import { sql } from "kysely";
import type { Actor } from "#platform/actor.ts";
import type { Db } from "#platform/db/connect.ts";
import { notFound } from "#platform/errors.ts";
import { inScope, scopeOf, type PeopleScope } from "#features/roles/server/service.ts";
import { findPerson, type PersonRow } from "./person-queries.ts";

/**
 * A member of the portal in the actor's scope. Anybody else is 404, exactly as somebody who never was. lock: nobody else changes the membership until the
 * transaction ends. scope: the actor's, where it is read already.
 */
export async function personInReach(
  db: Db,
  actor: Actor,
  userId: number,
  { lock = false, scope }: { lock?: boolean; scope?: PeopleScope } = {},
): Promise<PersonRow> {
  const person = await findPerson(db, actor.portalId, userId, {
    within: inScope(scope ?? (await scopeOf(db, actor)), sql`m.user_id`),
    lock,
  });
  if (!person) throw notFound("person", "This person could not be found.");
  return person;
}
