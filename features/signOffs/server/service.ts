import { decided, isSigned, keptSignOff } from "#features/blocks/signOff/sign-off.ts";
import { signOffDecided } from "#features/notifications/events/sign_off_decided/sign-off-decided.ts";
import { notify } from "#features/notifications/server/service.ts";
import { may } from "#features/portal/permissions.ts";
import { changeBlock } from "#features/progress/server/service.ts";
import type { VersionCache } from "#features/progress/server/version-cache.ts";
import { mayChangePerson } from "#features/roles/policy.ts";
import { reachedCourses, reachPerson, requireCourseInScope, scopeOf, type Reached } from "#features/roles/server/service.ts";
import type { Actor } from "#platform/actor.ts";
import { note as noteAudit } from "#platform/audit.ts";
import type { Parsed } from "#platform/contract.ts";
import { conflict, forbidden, invalid, notFound } from "#platform/errors.ts";
import type { Context } from "#platform/serve.ts";
import type { decideSignOff, SignOff, SignOffs } from "../contract.ts";
import { listSigned, namesOf, type SignedAttempt } from "./queries.ts";

/** Whether somebody may sign for a person: whoever may change them, but nobody for themselves. */
const maySign = (actor: Actor, person: Reached) =>
  may("sign-off").allows(actor) && mayChangePerson(actor, person) && person.id !== actor.userId;

/** A decision of the database with what it is about. */
interface Found {
  readonly attempt: SignedAttempt;
  readonly shown: Omit<SignOff, "decision" | "canSign">;
  readonly decision: ReturnType<typeof keptSignOff>["decision"];
}

/** What is signed for a person: what they wait for first, then what nobody decided yet, then the rest. */
async function find({ db, actor }: Pick<Context, "db" | "actor">, versions: VersionCache, userId: number): Promise<Found[]> {
  const found: Found[] = [];
  for (const attempt of await listSigned(db, actor.portalId, userId)) {
    const { blocks } = await versions.get(db, actor.portalId, attempt.versionId);
    for (const { block, page } of blocks.values()) {
      if (!isSigned(block)) continue;
      const { readyAt, decision } = keptSignOff(attempt.states[block.id] ?? null);
      const { id: blockId, task, criteria } = block;
      found.push({
        attempt,
        shown: { attemptId: attempt.attemptId, course: attempt.course, page: page.title, blockId, task, criteria, readyAt },
        decision,
      });
    }
  }
  const rank = ({ shown: { readyAt }, decision }: Found) => (readyAt !== null ? 0 : decision?.isMet ? 2 : 1);
  return found.toSorted((a, b) => rank(a) - rank(b) || (a.shown.readyAt ?? "").localeCompare(b.shown.readyAt ?? ""));
}

/** What an assessor signs for a person whom the asker reaches. Throws 404 for anybody else. */
export async function showSignOffs(context: Pick<Context, "db" | "actor">, versions: VersionCache, userId: number): Promise<SignOffs> {
  return signOffsOf(context, versions, await reachPerson(context.db, context.actor, userId));
}

/** What an assessor signs for somebody whom the asker reaches. */
async function signOffsOf(context: Pick<Context, "db" | "actor">, versions: VersionCache, person: Reached): Promise<SignOffs> {
  const { db, actor } = context;
  const found = await find(context, versions, person.id);
  const courses = found.map(({ attempt: { courseId } }) => ({ userId: person.id, courseId }));
  const mayDo = await reachedCourses(db, await scopeOf(db, actor), courses);
  const canSign = maySign(actor, person);
  const names = await namesOf(db, [...new Set(found.flatMap(({ decision }) => (decision ? [decision.by] : [])))]);
  return {
    rows: found.map(({ attempt: { courseId }, shown: signed, decision }) => {
      const shown = { ...signed, canSign: canSign && mayDo({ userId: person.id, courseId }) };
      if (!decision) return { ...shown, decision };
      const { at, isMet, met, note, by } = decision;
      return { ...shown, decision: { at, isMet, met: [...met], note, by: names.get(by) ?? null } };
    }),
    canSign,
  };
}

/** Records what an assessor decided, with what follows for the person's page and course, and tells them. */
export async function decide(
  context: Context,
  versions: VersionCache,
  userId: number,
  { attemptId, blockId, isMet, met, note }: Parsed<typeof decideSignOff>["body"],
): Promise<SignOffs> {
  const { db, actor } = context;
  const person = await reachPerson(db, actor, userId);
  if (person.id === actor.userId) throw forbidden("own_sign_off", "Nobody signs off their own work. Ask somebody else.");
  if (!maySign(actor, person)) throw forbidden("not_yours_to_sign", "You cannot sign for this person. An administrator can.");
  const found = (await find(context, versions, userId)).find(({ shown }) => shown.attemptId === attemptId && shown.blockId === blockId);
  if (!found) throw notFound("sign_off", "This is not there any more. The course or the attempt has changed: look again.");
  const { attempt, shown } = found;
  await requireCourseInScope(db, actor, { userId, courseId: attempt.courseId });
  const known = shown.criteria.filter(({ id }) => met.includes(id)).map(({ id }) => id);
  if (isMet && known.length < shown.criteria.length)
    throw invalid("met", "criteria_left", "Every criterion has to be met before it is signed off.");
  if (!isMet && note === "") throw invalid("note", "note_missing", "Say what is missing, so that they can learn it.");

  const at = await changeBlock(db, versions, { portalId: actor.portalId, attemptId, blockId }, (state, now) => {
    const next = decided(state, { at: now, isMet, met: known, note, by: actor.userId });
    if (!next) throw conflict("signed_already", "This is signed off already.");
    return next;
  });
  await noteAudit(context, {
    action: isMet ? "signed_off" : "sign_off_refused",
    object: { kind: "user", id: userId },
    after: { course: attempt.course, page: shown.page, attempt: attemptId },
  });
  const { courseId, courseType, course } = attempt;
  await notify(db, actor.portalId, signOffDecided, [
    {
      subject: `attempt:${attemptId}:${blockId}`,
      userId,
      occurrence: at,
      variables: { courseId, courseType, course, page: shown.page, isMet, note },
    },
  ]);
  return signOffsOf(context, versions, person);
}
