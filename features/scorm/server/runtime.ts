import { canTestPackage, readsCallsOf } from "#features/scorm/policy.ts";
import { refusedFact, type StateLimits, type StoreCommit } from "#features/progress/server/service.ts";
import type { Actor } from "#platform/actor.ts";
import type { Parsed, Result } from "#platform/contract.ts";
import type { Language } from "#platform/languages.ts";
import type { Db } from "#platform/db/connect.ts";
import { conflict, forbidden, notFound } from "#platform/errors.ts";
import {
  type attemptCalls,
  hasOwnHost,
  type LauncherCommit,
  type LauncherCommitReply,
  type OpenedPackage,
  type openPackage,
  type openTest,
} from "../contract.ts";
import { partKey } from "#features/progress/server/service.ts";
import { wholeCall } from "../cut-call.ts";
import { launchableItems, type Manifest } from "../manifest.ts";
import * as queries from "./runtime-queries.ts";
import type { ContentOrigins } from "./content-origins.ts";
import type { AttemptToken, Tokens } from "./tokens.ts";

interface Where {
  readonly tokens: Tokens;
  /** Where the package of a course plays for a person. */
  readonly originOf: ContentOrigins;
  /** scheme://host[:port] of the portal's page that asks. */
  readonly origin: string;
  /** How much packages may keep. */
  readonly limits: StateLimits;
}

const learnerOf = ({ userId, givenName, familyName }: Actor) => ({ id: String(userId), name: `${familyName}, ${givenName}` });

/** Opens the package of one of the actor's own attempts. Returns token, launcher and the stored state of every SCO. */
export async function open(
  db: Db,
  actor: Actor,
  where: Where,
  { attemptId, epoch, blockId }: Parsed<typeof openPackage>["body"],
): Promise<Result<typeof openPackage>> {
  const { portalId } = actor;
  const attempt = await queries.findAttemptToOpen(db, portalId, attemptId, blockId ?? null);
  if (!attempt) throw notFound("attempt", "This attempt could not be found.");
  if (attempt.userId !== actor.userId) throw forbidden("not_owner", "This attempt belongs to another person.");
  if (!attempt.active) throw forbidden("not_enrolled", "You are not enrolled in this course.");
  const { packageId, courseId } = attempt;
  if (packageId === null) throw conflict("no_package", "This course has no package yet.");
  if (epoch < 1 || epoch > attempt.epoch) throw conflict("not_launched", "Open the course again to go on.");
  await queries.noteOpened(db, portalId, attemptId, epoch);
  const token = {
    kind: "learn",
    portalId,
    userId: actor.userId,
    attemptId,
    courseId,
    packageId,
    epoch,
    sessionId: actor.sessionId,
    origin: where.origin,
  } as const;
  const room = {
    state: Math.max(0, where.limits.attemptBytes - attempt.keptBytes),
    day: Math.max(0, where.limits.personDayBytes - attempt.reportedBytes),
  };
  const rest = { learner: learnerOf(actor), isTest: false, room };
  const { block } = attempt;
  if (!block) return opened(where, token, attempt, { ...rest, title: attempt.courseTitle, states: attempt.states });
  const part = partOf(attempt.manifest, block.scoKey, partKey({ id: attempt.pageId }, block));
  if (!part) throw notFound("part", "This part of the course could not be found.");
  const kept = [part.key, part.sequencingKey];
  const states = Object.fromEntries(Object.entries(attempt.states).filter(([key]) => kept.includes(key)));
  const whole = opened(where, token, attempt, { ...rest, title: part.title, states });
  return { ...whole, organization: part.organization, sequencingKey: part.sequencingKey };
}

/**
 * One SCO of a package alone, as an online course plays it: with the key that its facts use, and without the sequencing rules around it. Null when the
 * package has no such SCO.
 */
function partOf(manifest: Manifest, scoKey: string, key: string) {
  const item = launchableItems(manifest).find((one) => one.scoKey === scoKey);
  if (!item) return null;
  const { prerequisites: _, sequencing: __, ...alone } = item;
  const title = item.title || manifest.title;
  const { sequencing: ___, ...organization } = manifest.organization;
  return {
    key,
    title,
    organization: { ...organization, title, items: [{ ...alone, scoKey: key, isVisible: true, children: [] }] },
    sequencingKey: `_sequencing-${key}`.slice(0, 64),
  };
}

/** Opens a course's newest package for its authors; its token cannot write. */
export async function openForTest(
  db: Db,
  actor: Actor,
  where: Where,
  { courseId }: Parsed<typeof openTest>["body"],
): Promise<Result<typeof openTest>> {
  const found = await queries.findPackageToTest(db, actor.portalId, courseId);
  if (!found || !canTestPackage(actor, found)) throw notFound("course", "This course could not be found.");
  const { packageId } = found;
  if (packageId === null) throw conflict("no_package", "This course has no package yet.");
  const { portalId, userId } = actor;
  const token = {
    kind: "test",
    portalId,
    userId,
    attemptId: 0,
    courseId,
    packageId,
    epoch: 0,
    sessionId: actor.sessionId,
    origin: where.origin,
  } as const;
  return opened(where, token, found, { title: found.title, states: {}, learner: learnerOf(actor), isTest: true, room: null });
}

function opened(
  { tokens, originOf }: Where,
  says: Omit<AttemptToken, "expiresAt">,
  { standard, manifest, needs, newWindow }: Pick<queries.AttemptToOpen, "standard" | "manifest" | "needs" | "newWindow">,
  rest: Pick<OpenedPackage, "title" | "states" | "learner" | "isTest" | "room">,
): OpenedPackage {
  const [token, contentOrigin] = [tokens.issue(says), originOf(says)];
  return {
    token,
    launcherUrl: `${contentOrigin}/c/${token}/~launcher`,
    contentOrigin,
    standard,
    // Where it may not do without a sandbox in the page, it has none in a window of its own.
    newWindow: newWindow || (needs.frames === true && !hasOwnHost(contentOrigin)),
    organization: manifest.organization,
    sequencingCollection: manifest.sequencingCollection,
    sequencingKey: "_sequencing",
    needs,
    ...rest,
  };
}

/** Stores what a launcher sent itself, with its token. Only what the signature covers is trusted (security.md §3.2). */
export async function commitOfLauncher(
  token: AttemptToken | null,
  store: StoreCommit,
  portalId: number | undefined,
  { clientId, commits }: LauncherCommit,
  { language, idleMinutes }: { language: Language; idleMinutes: number },
): Promise<LauncherCommitReply> {
  if (!token || token.kind !== "learn") throw forbidden("token", "This course was opened too long ago. Open it again to go on.");
  // A token is only valid in the portal that issued it.
  if (token.portalId !== portalId) throw forbidden("other_portal", "This course belongs to another portal.");
  const { portalId: portal, attemptId, epoch, userId, sessionId } = token;
  const { stored, refused } = await store({
    portalId: portal,
    attemptId,
    epoch,
    clientId,
    commits,
    given: { userId, sessionId, idleMinutes },
  });
  return { stored, refused: refused.map((one) => refusedFact(one, language)) };
}

const pageSize = 50;

/** The call log of an attempt for people responsible for the course (SCO-8). */
export async function callsOf(db: Db, actor: Actor, attemptId: number, before: number | undefined): Promise<Result<typeof attemptCalls>> {
  const owner = await queries.findAttemptOwner(db, actor.portalId, attemptId);
  if (!owner || !readsCallsOf(actor, owner)) throw notFound("attempt", "This attempt could not be found.");
  const rows = await queries.listCalls(db, actor.portalId, attemptId, before, pageSize + 1);
  const page = rows.slice(0, pageSize);
  const values = await queries.listWholeValues(
    db,
    actor.portalId,
    attemptId,
    page.map(({ id }) => id),
  );
  return {
    batches: page.map(({ receivedAt, calls, ...batch }) => ({
      ...batch,
      calls: calls.map((one) => wholeCall(one, batch.id, values)),
      receivedAt: receivedAt.toISOString(),
    })),
    next: rows.length > pageSize ? (page.at(-1)?.id ?? null) : null,
  };
}
