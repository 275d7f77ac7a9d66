import { createHash } from "node:crypto";
import { inScope, scopeOf } from "#features/roles/server/service.ts";
import { canTestPackage, readsCallsOf } from "#features/scorm/policy.ts";
import { isPageLocked, refusedFact, type StateLimits, type StoreCommit } from "#features/progress/server/service.ts";
import type { VersionCache } from "#features/progress/server/version-cache.ts";
import type { Actor } from "#platform/actor.ts";
import type { Parsed, Result } from "#platform/contract.ts";
import type { Language } from "#platform/languages.ts";
import type { Db } from "#platform/db/connect.ts";
import { conflict, forbidden, notFound } from "#platform/errors.ts";
import { prepared, unprepared } from "#platform/prepared.ts";
import {
  type attemptCalls,
  hasOwnHost,
  type LauncherCommit,
  type LauncherCommitReply,
  type OpenedAlone,
  type OpenedPackage,
  type openPackage,
  type openTest,
  States,
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
  /** The published versions. */
  readonly versions: VersionCache;
  /** How much packages may keep. */
  readonly limits: StateLimits;
}

type Named = Pick<Actor, "userId" | "givenName" | "familyName">;
const learnerOf = ({ userId, givenName, familyName }: Named) => ({
  id: String(userId),
  name: [familyName, givenName].filter(Boolean).join(", "),
});

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
  await mustBeOpen(db, where.versions, { portalId, attemptId, ...attempt });
  if (epoch < 1 || epoch > attempt.epoch) throw conflict("not_launched", "Open the course again to go on.");
  await queries.noteOpened(db, portalId, attemptId, epoch);
  const token = where.tokens.issue({
    kind: "learn",
    portalId,
    userId: actor.userId,
    attemptId,
    courseId,
    packageId,
    epoch,
    sessionId: actor.sessionId,
    origin: where.origin,
  });
  const contentOrigin = where.originOf({ portalId, courseId, userId: actor.userId });
  return openedAttempt({ token, contentOrigin }, where.limits, attempt, learnerOf(actor));
}

/** Throws 409 while the page of the part that is asked for is locked (EDT-1). */
async function mustBeOpen(db: Db, versions: VersionCache, part: queries.AttemptToOpen & { portalId: number; attemptId: number }) {
  if (part.hasLock && (await isPageLocked(db, versions, part)))
    throw conflict("page_locked", "This lesson opens when the lessons before it are complete.");
}

/** What a token opens. */
type By = Pick<OpenedPackage, "token" | "contentOrigin">;

function openedAttempt(by: By, limits: StateLimits, attempt: queries.AttemptToOpen, learner: OpenedPackage["learner"]): OpenedPackage {
  const room = {
    state: Math.max(0, limits.attemptBytes - attempt.keptBytes),
    day: Math.max(0, limits.personDayBytes - attempt.reportedBytes),
  };
  const rest = { learner, isTest: false, room };
  const { block } = attempt;
  if (!block) return opened(by, attempt, { ...rest, title: attempt.courseTitle, states: attempt.states }, "");
  const part = partOf(attempt.manifest, block.scoKey, partKey({ id: attempt.pageId }, block));
  if (!part) throw notFound("part", "This part of the course could not be found.");
  const kept = [part.key, part.sequencingKey];
  const states = prepared(States, Object.fromEntries(Object.entries(unprepared(attempt.states)).filter(([key]) => kept.includes(key))));
  const whole = opened(by, attempt, { ...rest, title: part.title, states }, `?block=${block.id}`);
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
  if (found.packageId === null) throw conflict("no_package", "This course has no package yet.");
  return openToLook(db, where, { ...actor, passId: 0 }, { courseId, packageId: found.packageId, scoKey: null });
}

/** Who looks at a package before it is learnt: by a session, or by the pass of a preview link. */
export interface Looker extends Named, Pick<AttemptToken, "portalId" | "sessionId" | "passId"> {}

interface LookedAt {
  readonly courseId: number;
  readonly packageId: number;
  /** The one part that a block of an online course shows; null for the whole package. */
  readonly scoKey: string | null;
  /** Whether the author chose a separate window. */
  readonly newWindow?: boolean;
}

/** Opens a package of a course for somebody who may look at it (preview/policy.ts). Its token cannot write. Throws 404 for a package that it does not have. */
export async function openToLook(
  db: Db,
  { tokens, originOf, origin }: Pick<Where, "tokens" | "originOf" | "origin">,
  looker: Looker,
  { courseId, packageId, scoKey, newWindow = false }: LookedAt,
): Promise<OpenedPackage> {
  const { portalId, userId, sessionId, passId } = looker;
  const found = await queries.findPackageToLook(db, { portalId, courseId }, packageId);
  const token = tokens.issue({ kind: "test", portalId, userId, attemptId: 0, courseId, packageId, epoch: 0, sessionId, passId, origin });
  const by = { token, contentOrigin: originOf({ portalId, courseId, userId }) };
  return openedToLook(by, found, { learner: learnerOf(looker), scoKey, newWindow });
}

function openedToLook(
  by: By,
  found: queries.PackageToLook | null,
  { learner, scoKey, newWindow }: Pick<OpenedPackage, "learner" | "newWindow"> & Pick<LookedAt, "scoKey">,
): OpenedPackage {
  const part = found && scoKey !== null ? partOf(found.manifest, scoKey, scoKey) : null;
  if (!found || (scoKey !== null && !part)) throw notFound("package", "This package could not be found.");
  const rest = { states: {}, learner, isTest: true, room: null };
  const whole = opened(
    by,
    { ...found, newWindow },
    { ...rest, title: part?.title ?? found.title },
    scoKey === null ? "" : `?part=${scoKey}`,
  );
  return part ? { ...whole, organization: part.organization, sequencingKey: part.sequencingKey } : whole;
}

/**
 * What a token opens for a window of its own that has no page behind it (CONTENT_HOSTS=one). Whether the token opens anything now was asked before
 * (package-access.ts). blockId: of a part in an online course, scoKey: of one that is looked at; secret: what no package knows.
 */
export async function openAlone(
  db: Db,
  { originOf, versions, limits }: Pick<Where, "originOf" | "versions" | "limits">,
  given: AttemptToken,
  token: string,
  { blockId, scoKey, secret }: { blockId: string | null; scoKey: string | null; secret: string },
): Promise<OpenedAlone> {
  const { portalId, userId, attemptId, courseId, packageId, epoch } = given;
  const by = { token, contentOrigin: originOf(given) };
  const key = createHash("sha256")
    .update(`${secret}:${userId}:${attemptId}:${packageId}:${blockId ?? scoKey}`)
    .digest("hex");
  const learner = learnerOf({ userId, ...(await queries.findNames(db, userId)) });
  if (given.kind === "test") {
    const found = await queries.findPackageToLook(db, { portalId, courseId }, packageId);
    const whole = openedToLook(by, found, { learner, scoKey, newWindow: false });
    return { opened: whole, epoch, firstSeq: 1, key, place: null };
  }
  const attempt = await queries.findAttemptToOpen(db, portalId, attemptId, blockId);
  if (attempt?.packageId !== packageId || attempt.userId !== userId) throw notFound("package", "This package could not be found.");
  await mustBeOpen(db, versions, { portalId, attemptId, ...attempt });
  if (attempt.epoch > epoch)
    throw conflict("overtaken", "The course was opened again in another window or on another device. You can close this window.");
  return {
    opened: openedAttempt(by, limits, attempt, learner),
    epoch,
    firstSeq: await queries.findFreeSeq(db, portalId, attemptId),
    key,
    place: blockId === null ? await queries.findPlace(db, portalId, attemptId) : null,
  };
}

function opened(
  { token, contentOrigin }: By,
  { standard, manifest, needs, newWindow }: Pick<queries.AttemptToOpen, "standard" | "manifest" | "needs" | "newWindow">,
  rest: Pick<OpenedPackage, "title" | "states" | "learner" | "isTest" | "room">,
  /** What the launcher's address says of the part, for a window of its own. */
  query: string,
): OpenedPackage {
  return {
    token,
    launcherUrl: `${contentOrigin}/c/${token}/~launcher${query}`,
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
  { language, idleMinutes }: { language: () => Language; idleMinutes: number },
): Promise<LauncherCommitReply> {
  if (!token || token.kind !== "learn") throw forbidden("token", "This course was opened too long ago. Open it again to go on.");
  // A token is only valid in the portal that issued it.
  if (token.portalId !== portalId) throw forbidden("other_portal", "This course belongs to another portal.");
  const { portalId: portal, attemptId, epoch, userId, sessionId } = token;
  const {
    stored,
    refused,
    epoch: newest,
  } = await store({
    portalId: portal,
    attemptId,
    epoch,
    clientId,
    commits,
    given: { userId, sessionId, idleMinutes },
  });
  return { stored, refused: refused.map((one) => refusedFact(one, language())), epoch: newest };
}

const pageSize = 50;

/** The call log of an attempt for people responsible for the course (SCO-8). */
export async function callsOf(db: Db, actor: Actor, attemptId: number, before: number | undefined): Promise<Result<typeof attemptCalls>> {
  const scope = await scopeOf(db, actor);
  const owner = await queries.findAttemptOwner(db, actor.portalId, attemptId, (userId) => inScope(scope, userId));
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
