import { sql } from "kysely";
import type { Actor } from "#platform/actor.ts";
import { note } from "#platform/audit.ts";
import type { Parsed } from "#platform/contract.ts";
import type { Databases, Db } from "#platform/db/connect.ts";
import { conflict, invalid } from "#platform/errors.ts";
import type { OpenContext } from "#platform/serve.ts";
import { emailsWereSet } from "#features/auth/server/emails-set.ts";
import { may } from "#features/portal/permissions.ts";
import type * as api from "../person-contract.ts";
import { hindranceOf } from "../person-policy.ts";
import * as queries from "./person-queries.ts";
import { changePerson, isShared, personOf } from "./person-service.ts";

type Ids = Pick<Parsed<typeof api.addPerson>["body"], "email" | "externalId">;

const emailTaken = () => invalid("email", "email_taken", "This email cannot be used here. Choose another one.");
const idTaken = () => invalid("externalId", "id_taken", "Somebody else has this external id already.");

/** Whoever was deactivated here and has this email or external id. Throws where somebody has the external id who is here. */
export async function findLeaver(db: Db, databases: Databases, actor: Actor, { email, externalId }: Ids): Promise<api.Leaver | undefined> {
  const returns = may("deactivate-people").allows(actor.whole ?? actor);
  for (const { userId } of returns ? await queries.listIdHolders(db, actor.portalId, { email, externalId }) : []) {
    const person = await queries.findPerson(db, actor.portalId, userId, { within: sql<boolean>`true`, lock: false });
    if (person?.status !== "suspended" || hindranceOf(actor, { ...person, id: userId }) !== null) continue;
    const name = `${person.givenName} ${person.familyName}`.trim() || person.email;
    return { userId, name, email: person.email, keepsIdentity: !mayEdit(actor) || (await isShared(databases, actor, userId)) };
  }
  if (externalId && (await queries.findByExternalId(db, actor.portalId, externalId))) throw idTaken();
  return undefined;
}

/** Refuses to bring back whoever is to be erased. */
export async function requireNotErased(db: Db, portalId: number, userId: number) {
  if (await queries.isToBeErased(db, portalId, userId))
    throw conflict("to_be_erased", "This person is to be erased. They come back once an admin has cancelled that.");
}

/** Whether somebody also changes names and emails; those who only deactivate do not. */
const mayEdit = (actor: Actor) => may("edit-people").allows(actor.whole ?? actor);

/**
 * Brings back somebody who was deactivated, with the name and email that were typed where these belong to this portal alone, and an external id where they have
 * none. Deactivating them again takes it back.
 */
export const returnPerson = (
  context: OpenContext,
  userId: number,
  { givenName, familyName, email, externalId }: Parsed<typeof api.returnPerson>["body"],
): Promise<api.Person> =>
  changePerson(context, userId, "bring back a person", async ({ db, actor, person, noting }) => {
    const { portalId } = actor;
    const shared = await isShared(context.databases, actor, userId);
    if (person.status === "active") return personOf(actor, person, shared);
    await requireNotErased(db, portalId, userId);
    const before = { given_name: person.givenName, family_name: person.familyName, email: person.email };
    const after = { ...before };
    if (!shared && mayEdit(actor)) {
      Object.assign(after, { given_name: givenName, family_name: familyName });
      const other = email === person.email ? undefined : await queries.findByEmail(db, email);
      // The email of an account that was merged into this person stays there; it leads to them.
      if (!other) after.email = email;
      else if ((await queries.listIdHolders(db, portalId, { email, externalId: "" })).every((holder) => holder.userId !== userId))
        throw emailTaken();
    }
    const holder = externalId === "" ? undefined : await queries.findByExternalId(db, portalId, externalId);
    const isNewId = externalId !== "" && !holder && !(await queries.hasExternalId(db, portalId, userId));
    if (holder && holder.keptId !== userId) throw idTaken();
    await queries.updateStatus(db, portalId, userId, "active");
    const changed = (Object.keys(after) as (keyof typeof after)[]).filter((field) => after[field] !== before[field]);
    if (changed.length > 0) await queries.updateIdentity(db, userId, after);
    await emailsWereSet(db, context.databases, portalId, [{ userId, before: before.email, after: after.email }]);
    if (isNewId) await queries.setExternalId(db, portalId, userId, externalId);
    const only = (values: typeof after) => Object.fromEntries(changed.map((field) => [field, values[field]]));
    await note(
      { db, ...noting },
      {
        action: "person_returned",
        object: { kind: "user", id: userId },
        before: { status: person.status, ...only(before) },
        after: { status: "active", ...only(after), ...(isNewId && { external_id: externalId }) },
      },
    );
    const kept = { givenName: after.given_name, familyName: after.family_name, email: after.email };
    return personOf(actor, { ...person, ...kept, status: "active" }, shared);
  });
