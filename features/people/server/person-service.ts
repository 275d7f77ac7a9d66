import { signedIn, type Actor } from "#platform/actor.ts";
import { note } from "#platform/audit.ts";
import type { Parsed, Result } from "#platform/contract.ts";
import type { Databases, Db } from "#platform/db/connect.ts";
import { conflict, forbidden, invalid, notFound } from "#platform/errors.ts";
import { instant, instantOrNull } from "#platform/instant.ts";
import type { Context, OpenContext } from "#platform/serve.ts";
import { requireActor } from "#platform/serve.ts";
import { emailsWereSet } from "#features/auth/server/emails-set.ts";
import { dueOf } from "#features/enrolment/server/service.ts";
import { may, type PermissionId } from "#features/portal/permissions.ts";
import { actorNow, reachedCourses, scopeOf } from "#features/roles/server/service.ts";
import type * as api from "../person-contract.ts";
import { hindranceOf, type Hindrance } from "../person-policy.ts";
import { personInReach } from "./reach.ts";
import * as queries from "./person-queries.ts";

/** One person, as far as the one who asks may see them. */
export async function showPerson({ open, databases }: OpenContext, userId: number): Promise<api.Person> {
  const { actor, row } = await open(async ({ db, actor: asker }) => {
    const asking = requireActor(asker, signedIn);
    return { actor: asking, row: await personInReach(db, asking, userId) };
  });
  return personOf(actor, row, await isShared(databases, actor, userId));
}

/** Whether the actor leaves a person's name, email and password to them, because another portal knows the same account. Which one is told to nobody. */
export const isShared = async (databases: Databases, actor: Actor, userId: number) =>
  !actor.isSystemAdmin && (await belongsElsewhere(databases, actor.portalId, userId));

export const personOf = (actor: Actor, row: queries.PersonRow, shared: boolean): api.Person => ({
  userId: row.userId,
  email: row.email,
  givenName: row.givenName,
  familyName: row.familyName,
  status: row.status,
  roles: { author: row.isAuthor, manager: row.isManager, admin: row.isAdmin },
  joinedAt: instant(row.joinedAt),
  lastSignInAt: instantOrNull(row.lastSignInAt),
  hasPassword: row.hasPassword,
  mailStopped: row.mailStopped,
  isShared: shared,
  locked: hindranceOf(actor, { ...row, id: row.userId }),
});

export async function showEnrolments({ db, actor }: Context, userId: number): Promise<Result<typeof api.listPersonEnrolments>> {
  await personInReach(db, actor, userId);
  const rows = await queries.listEnrolments(db, actor.portalId, userId);
  const mayDo = await reachedCourses(
    db,
    await scopeOf(db, actor),
    rows.map(({ courseId }) => ({ userId, courseId })),
  );
  return { rows: rows.map((row) => enrolmentOf(row, mayDo({ userId, courseId: row.courseId }))) };
}

/** An enrolment as the page shows it. canChange: whether the role of the person asking is for its course; who has just changed it may. */
export const enrolmentOf = (
  { attemptId, number, percent, outcome, completedAt, dueAt, expiresAt, causes, corrections, ...row }: queries.EnrolmentRow,
  canChange = true,
) => ({
  ...row,
  canChange,
  due: dueOf(dueAt, completedAt !== null || !row.active),
  expiresAt: instantOrNull(expiresAt),
  attempt:
    attemptId === null || number === null
      ? null
      : { id: attemptId, number, percent: percent ?? 0, outcome, completedAt: instantOrNull(completedAt) },
  causes: causes.map((cause) => ({
    ...cause,
    at: instant(cause.at),
    dueAt: instantOrNull(cause.dueAt),
    expiresAt: instantOrNull(cause.expiresAt),
    endedAt: instantOrNull(cause.endedAt),
  })),
  corrections: corrections.map((one) => ({
    ...one,
    valueAt: instantOrNull(one.valueAt),
    at: instant(one.at),
    reversedAt: instantOrNull(one.reversedAt),
  })),
});

const refusals: Record<Hindrance, () => Error> = {
  self: () => forbidden("own_record", "You change your own data in My account."),
  admin: () => forbidden("is_admin", "Only an admin changes an admin."),
  systemAdmin: () => notFound("person", "This person could not be found."),
};

/** Throws when the actor may not change the person. */
export function requireChange(actor: Actor, person: queries.PersonRow) {
  const hindrance = hindranceOf(actor, { ...person, id: person.userId });
  if (hindrance) throw refusals[hindrance]();
}

/**
 * Changes a person of the portal in one transaction of the role that may (architecture.md, Three rings): the request is opened and the person found in the
 * actor's scope, then found again, locked, where they are changed, with the rights that the actor has at that moment.
 */
export async function changePerson<T>(
  { open, databases, http }: OpenContext,
  userId: number,
  why: string,
  work: (scope: {
    db: Db;
    actor: Actor;
    person: queries.PersonRow;
    noting: Pick<Parameters<typeof note>[0], "portal" | "actor" | "http">;
  }) => Promise<T>,
): Promise<T> {
  const actor = await open(async ({ db, actor: asker }) => {
    const asking = requireActor(asker, signedIn);
    requireChange(asking, await personInReach(db, asking, userId));
    return asking;
  });
  return databases.inPeople(actor.portalId, why, async (db) => {
    // Whoever lost the right since the request was opened changes nothing.
    const rights = await actorNow(db, actor);
    const now = requireActor(rights && { ...(actor.whole ?? actor), ...rights }, may((actor.doing ?? "see-people") as PermissionId));
    const person = await personInReach(db, now, userId, { lock: true });
    requireChange(now, person);
    return work({ db, actor: now, person, noting: { portal: { id: actor.portalId }, actor, http } });
  });
}

/** Whether the person belongs to a portal other than this one. What other portals know is asked as the system role, and only yes or no comes back. */
const belongsElsewhere = (databases: Databases, portalId: number, userId: number) =>
  databases.inSystem("whether a person belongs to another portal", async (db) => {
    const row = await db
      .selectFrom("memberships")
      .select("user_id")
      .where("user_id", "=", userId)
      .where("portal_id", "<>", portalId)
      .executeTakeFirst();
    return row !== undefined;
  });

/** Changes names and email. One identity serves all portals of a person (ENV-13), so only a system admin changes that of somebody who has several. */
export async function keepPerson(
  context: OpenContext,
  userId: number,
  { givenName, familyName, email }: Parsed<typeof api.savePerson>["body"],
): Promise<api.Person> {
  return changePerson(context, userId, "change a person's profile", async ({ db, actor, person, noting }) => {
    const before = { given_name: person.givenName, family_name: person.familyName, email: person.email };
    const after = { given_name: givenName, family_name: familyName, email };
    const changed = (Object.keys(after) as (keyof typeof after)[]).filter((field) => after[field] !== before[field]);
    const shared = await isShared(context.databases, actor, userId);
    if (changed.length === 0) return personOf(actor, person, shared);
    if (shared)
      throw conflict(
        "shared_identity",
        "This person uses the same account elsewhere too. Only they themselves, in My account, or a system admin can change name and email.",
      );
    // Whoever sets an email can have a link to a new password sent there.
    if (changed.includes("email") && actor.token)
      throw forbidden("email_not_by_token", "An API token cannot change the email of a person.");
    if (changed.includes("email") && userId === actor.userId)
      throw invalid("email", "own_email", "You change your own email in My account, with your password.");
    const other = changed.includes("email") ? await queries.findByEmail(db, email) : undefined;
    if (other) throw invalid("email", "email_taken", "This email cannot be used here. Choose another one.");
    await queries.updateIdentity(db, userId, after);
    await emailsWereSet(db, context.databases, actor.portalId, [{ userId, before: before.email, after: after.email }]);
    const only = (values: typeof after) => Object.fromEntries(changed.map((field) => [field, values[field]]));
    await note(
      { db, ...noting },
      { action: "profile_changed", object: { kind: "user", id: userId }, before: only(before), after: only(after) },
    );
    return personOf(actor, { ...person, givenName, familyName, email }, shared);
  });
}
