import { revokeAllOf } from "#features/tokens/server/service.ts";
import { signedIn } from "#platform/actor.ts";
import { note } from "#platform/audit.ts";
import type { Say } from "#platform/catalogue.ts";
import type { Parsed, Result } from "#platform/contract.ts";
import { forbidden, invalid } from "#platform/errors.ts";
import { instant, instantOrNull } from "#platform/instant.ts";
import { readAll, readPage } from "#platform/list/server/page.ts";
import type { CsvColumn } from "#platform/list/server/serve-export.ts";
import { requireActor, type Context, type OpenContext } from "#platform/serve.ts";
import { scopeOf } from "#features/roles/server/service.ts";
import {
  storyList,
  StoryRow,
  type addPerson as addPersonCall,
  type listStory,
  type Person,
  type setStatus as setStatusCall,
} from "../person-contract.ts";
import { changePerson, isShared, personOf } from "./person-service.ts";
import { personInReach } from "./reach.ts";
import { findLeaver, requireNotErased } from "./return-service.ts";
import * as queries from "./person-queries.ts";
import { storyOf } from "./story-queries.ts";

/**
 * Adds one person, or offers to bring back who was deactivated here (USR-6). Who has an account already joins with it, and keeps name and password: nothing that was typed reaches it. Only who reaches the whole portal may,
 * for somebody new is in no group yet.
 */
export async function addPerson(
  { open, databases, http }: OpenContext,
  { email, givenName, familyName, externalId }: Parsed<typeof addPersonCall>["body"],
): Promise<Result<typeof addPersonCall>> {
  const actor = await open(async ({ db, actor: asker }) => {
    const asking = requireActor(asker, signedIn);
    if ((await scopeOf(db, asking)).parts !== null)
      throw forbidden("needs_portal_scope", "Only somebody who looks after the whole portal can add people.");
    return asking;
  });
  return databases.inPeople(actor.portalId, "add a person", async (db) => {
    const leaver = await findLeaver(db, databases, actor, { email, externalId });
    if (leaver) return { leaver };
    const user = await queries.insertUser(db, { email, given_name: givenName, family_name: familyName });
    // System admins need no membership, and whoever is one stays hidden (ENV-13).
    if (user.kind !== "person" || (user.isSystemAdmin && !actor.isSystemAdmin))
      throw invalid("email", "email_taken", "This email cannot be used here. Choose another one.");
    if (!(await queries.insertMember(db, actor.portalId, user.id, externalId || null)))
      throw invalid("email", "is_member", "Somebody with this email belongs to this portal already.");
    await note(
      { db, portal: { id: actor.portalId }, actor, http },
      { action: "person_added", object: { kind: "user", id: user.id }, after: { email, ...(externalId && { external_id: externalId }) } },
    );
    return { userId: user.id };
  });
}

/** Deactivates a person in this portal or brings them back. Their sessions and API tokens here end, so that none of them is there again when they return (security.md 24). */
export async function setStatus(
  context: OpenContext,
  userId: number,
  { status, reason }: Parsed<typeof setStatusCall>["body"],
): Promise<Person> {
  const changed = await changePerson(context, userId, "deactivate a person or bring them back", async ({ db, actor, person, noting }) => {
    if (userId === actor.userId) throw forbidden("own_record", "You change your own data in My account.");
    if (person.status !== status) {
      if (status === "active") await requireNotErased(db, actor.portalId, userId);
      await queries.updateStatus(db, actor.portalId, userId, status);
      await note(
        { db, ...noting },
        {
          action: status === "active" ? "person_returned" : "person_deactivated",
          object: { kind: "user", id: userId },
          before: { status: person.status },
          after: { status, reason },
        },
      );
    }
    const shared = await isShared(context.databases, actor, userId);
    return { portalId: actor.portalId, shown: personOf(actor, { ...person, status }, shared) };
  });
  if (status === "suspended")
    await context.databases.inSystem("end the sessions of somebody deactivated", async (db) => {
      await queries.endSessions(db, changed.portalId, userId);
      await revokeAllOf(db, [userId], changed.portalId);
    });
  return changed.shown;
}

type StoryQuery = Parsed<typeof listStory>["query"];
type Reading = Pick<Context, "db" | "actor">;

/** One page of a person's story. */
export async function showStory({ db, actor }: Reading, userId: number, query: StoryQuery): Promise<Result<typeof listStory>> {
  const scope = await scopeOf(db, actor);
  await personInReach(db, actor, userId, { scope });
  const found = await readPage(db, StoryRow, { page: query.page, pageSize: storyList.pageSize }, storyOf(scope, userId, query));
  return { ...found, rows: found.rows.map((row) => ({ ...row, at: instant(row.at), valueAt: instantOrNull(row.valueAt) })) };
}

/** The whole story in batches. */
export async function* allStory({ db, actor }: Reading, userId: number, query: StoryQuery) {
  const scope = await scopeOf(db, actor);
  await personInReach(db, actor, userId, { scope });
  yield* readAll(db, StoryRow, storyOf(scope, userId, query));
}

/** The columns of an exported story; times in UTC. */
export const storyColumns = (say: Say): readonly CsvColumn<StoryRow>[] => [
  [say("Time (UTC)"), (row) => instant(row.at)],
  [say("Kind"), (row) => row.kind],
  [say("What"), (row) => row.what],
  [say("Course"), (row) => row.course],
  [say("By"), (row) => row.by],
  [say("Details"), (row) => row.detail],
  [say("Date (UTC)"), (row) => instantOrNull(row.valueAt)],
];
