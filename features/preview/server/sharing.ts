import { hashPassword } from "#features/auth/server/passwords.ts";
import { reviewAsked } from "#features/notifications/events/review_asked/review-asked.ts";
import { notify } from "#features/notifications/server/service.ts";
import { may } from "#features/portal/permissions.ts";
import { note } from "#platform/audit.ts";
import type { Parsed, Result } from "#platform/contract.ts";
import { conflict, invalid, notFound } from "#platform/errors.ts";
import { instant, instantOrNull } from "#platform/instant.ts";
import { requireActor, type Context, type OpenContext } from "#platform/serve.ts";
import { hashToken, linkToken, newToken } from "#platform/tokens.ts";
import { most } from "../policy.ts";
import type * as api from "../sharing-contract.ts";
import * as links from "./link-queries.ts";
import * as queries from "./queries.ts";
import { requireMaker } from "./service.ts";

/** A link as its authors see it. The path can be made again as long as it leads anywhere. */
function shown(
  secret: string,
  courseId: number,
  { key, isRevoked, works, madeAt, expiresAt, viewedAt, ...link }: links.LinkRow,
): api.PreviewLink {
  return {
    ...link,
    path: works ? `/v/student/courseExternalPreview/${courseId}?token=${linkToken(secret, key)}` : null,
    madeAt: instant(madeAt),
    expiresAt: instant(expiresAt),
    viewedAt: instantOrNull(viewedAt),
    state: works ? "works" : isRevoked ? "revoked" : "over",
  };
}

/** The reviewers and the links of a course. */
export async function readSharing(secret: string, context: Context, courseId: number): Promise<Result<typeof api.readSharing>> {
  const { key, course } = await requireMaker(context, courseId);
  const reviewers = await queries.listReviewers(context.db, key);
  return {
    reviewers: reviewers.map((reviewer) => ({ ...reviewer, addedAt: instant(reviewer.addedAt) })),
    links: (await links.listLinks(context.db, key)).map((link) => shown(secret, courseId, link)),
    hasCurrent: course.hasCurrent,
  };
}

/** Members who may be named as reviewers. */
export async function findCandidates(context: Context, courseId: number, q: string): Promise<Result<typeof api.findCandidates>> {
  await requireMaker(context, courseId);
  return { people: await queries.findMembers(context.db, context.portal.id, q) };
}

/** Names a reviewer and tells them. */
export async function addReviewer(context: Context, courseId: number, userId: number): Promise<Result<typeof api.addReviewer>> {
  const { db, actor, portal } = context;
  const { key, course } = await requireMaker(context, courseId);
  const person = await queries.findMember(db, portal.id, userId);
  if (!person) throw invalid("userId", "not_member", "This person does not belong to the portal.");
  if ((await queries.listReviewers(db, key)).length >= most.reviewers)
    throw conflict("too_many_reviewers", "A course has at most {count} reviewers.", { count: most.reviewers });
  if (!(await queries.insertReviewer(db, key, userId, actor.userId))) return { id: userId };
  await note(context, { action: "reviewer_added", object: { kind: "course", id: courseId }, after: { userId } });
  const by = `${actor.givenName} ${actor.familyName}`.trim() || actor.email;
  if (userId !== actor.userId)
    await notify(db, portal.id, reviewAsked, [
      {
        subject: `course:${courseId}`,
        userId,
        occurrence: `asked:${Date.now()}`,
        variables: { courseId, course: course.title, by, byId: actor.userId },
      },
    ]);
  return { id: userId };
}

/** Takes a reviewer off a course. */
export async function removeReviewer(context: Context, courseId: number, userId: number): Promise<Result<typeof api.removeReviewer>> {
  const { key } = await requireMaker(context, courseId);
  if (await queries.deleteReviewer(context.db, key, userId))
    await note(context, { action: "reviewer_removed", object: { kind: "course", id: courseId }, before: { userId } });
  return { id: userId };
}

/** Makes a link. No transaction is open while a passcode is hashed. */
export async function makeLink(
  secret: string,
  { open, http }: OpenContext,
  courseId: number,
  { name, shows, days, passcode }: Parsed<typeof api.makeLink>["body"],
): Promise<Result<typeof api.makeLink>> {
  const rule = may("make-courses");
  await open(async ({ actor, ...scope }) => requireMaker({ ...scope, actor: requireActor(actor, rule), http }, courseId), { ahead: [] });
  const passcodeHash = passcode === null ? null : await hashPassword(passcode);
  return open(async ({ actor: found, ...scope }) => {
    const actor = requireActor(found, rule);
    const context = { ...scope, actor, http };
    const { key, course } = await requireMaker(context, courseId);
    if (shows === "current" && !course.hasCurrent)
      throw invalid("shows", "not_published", "This course was never published. Share the draft instead.");
    if ((await links.listLinks(scope.db, key)).filter(({ works }) => works).length >= most.links)
      throw conflict("too_many_links", "A course has at most {count} links that work. Revoke one first.", { count: most.links });
    const made = newToken();
    const tokenHash = hashToken(linkToken(secret, made));
    const id = await links.insertLink(scope.db, key, { name, shows, days, key: made, tokenHash, passcodeHash, madeBy: actor.userId });
    await note(context, {
      action: "preview_link_made",
      object: { kind: "course", id: courseId },
      after: { link: id, name, shows, days, passcode: passcode !== null },
    });
    return shown(secret, courseId, await links.readLink(scope.db, key.portalId, id));
  });
}

/** Ends a link at once. */
export async function revokeLink(context: Context, courseId: number, linkId: number): Promise<Result<typeof api.revokeLink>> {
  const { key } = await requireMaker(context, courseId);
  const revoked = await links.revokeLink(context.db, key, linkId);
  if (!revoked) throw notFound("preview_link", "This link could not be found.");
  if (revoked.isNew)
    await note(context, {
      action: "preview_link_revoked",
      object: { kind: "course", id: courseId },
      before: { link: linkId, name: revoked.name },
    });
  return { id: linkId };
}
