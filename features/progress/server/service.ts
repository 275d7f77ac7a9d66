import { randomUUID } from "node:crypto";
import type { CompiledQuery } from "kysely";
import type { Actor, Asker } from "#platform/actor.ts";
import type { Parsed, Result } from "#platform/contract.ts";
import type { Language } from "#platform/languages.ts";
import type { Scope } from "#platform/serve.ts";
import type { Db } from "#platform/db/connect.ts";
import { conflict, forbidden, invalid, notFound } from "#platform/errors.ts";
import type { CmiFact } from "../cmi-fact.ts";
import type { BlockState } from "#features/blocks/block.ts";
import { courseIn } from "#features/courses/server/service.ts";
import { shownRule } from "#features/courses/shown-rule.ts";
import type { AttemptState, commit, launch, leaveAttempt, readAttempt, updateLastViewedChapterAndTime } from "../contract.ts";
import { ownsAttempt } from "../policy.ts";
import { applyFacts, type Arrival } from "./apply-facts.ts";
import { attemptState } from "./attempt-state.ts";
import type { StoreCommit } from "./commit-queue.ts";
import { inLanguage, pageOfChapter } from "./course-version.ts";
import { decide, isNews } from "./decide.ts";
import { isLocked } from "./evaluate.ts";
import { foldCommit, type AskingSession, type StateLimits } from "./package-commits.ts";
import { loadProgress, openNewestAttempt, type KnownCommit } from "./progress-queries.ts";
import * as queries from "./queries.ts";
import { refusedFact } from "./refused-facts.ts";
import { storedOrThrown } from "./stored-or-thrown.ts";
import { shownContent, type VersionCache } from "./version-cache.ts";

export { isSetAside, newestAttempt } from "./newest-attempt.ts";
export { stateLimits, type StateLimits } from "./package-commits.ts";
export { partKey } from "./package-parts.ts";
export type { StoreCommit } from "./commit-queue.ts";
export { refusedFact } from "./refused-facts.ts";

/** What storing facts needs besides the database: the versions read before, and how much packages may keep. */
interface StoreDeps {
  readonly versions: VersionCache;
  readonly limits: StateLimits;
}

/** For how many seconds after its last activity an attempt counts as open elsewhere (VIEW-1). */
const elsewhereSeconds = 120;

/** What launching asks first, whatever it finds. */
export const launchFirst = (asker: Asker, { courseId }: Parsed<typeof launch>["body"]): CompiledQuery[] => [
  queries.launchStatement({ ...asker, courseId }).compile(),
];

/** Opens a course for learning (INV-5): the newest attempt; a first one when there is none; on request a new one after a completed one. */
export async function launchCourse(
  { db, last, language }: Pick<Scope, "db" | "last" | "language">,
  versions: VersionCache,
  actor: Actor,
  { courseId, retake = false, lastEpoch }: Parsed<typeof launch>["body"],
): Promise<Result<typeof launch>> {
  const { portalId, userId } = actor;
  const asked = { portalId, userId, courseId };
  const find = async () => (await queries.launchStatement(asked).execute(db)).rows[0];
  let course = await find();
  let begins = !course?.attempt || retake;
  // Who has begun can't leave: the standing is read again once nobody can change it. Of two launches at once, the later one opens what the first began.
  if (begins && course?.active) {
    const before = course.attempts;
    await queries.lockEnrolment(db, asked);
    course = await find();
    begins = course?.attempts === before;
  }
  if (!course || (course.enrolmentId === null && course.status !== "published"))
    throw notFound("course", "This course could not be found.");
  const { enrolmentId, versionId, attempt } = course;
  if (enrolmentId === null || !course.active) throw forbidden("not_enrolled", "You are not enrolled in this course.");
  // An attempt that was started can be finished and reviewed after the course was archived; no new one starts (INV-4).
  if (course.status !== "published" && (begins || course.status === "draft")) throw forbidden("course_closed", "This course is closed.");
  if (begins && !course.isPrepared)
    throw forbidden("not_prepared", "This course asks for something first that you do not have yet. Its page says what.");
  if (course.type === "classroom" || (begins && versionId === null))
    throw conflict("no_lessons", "This course has no online lessons to open.");
  if (begins && retake && !attempt?.completed) throw conflict("not_completed", "You can start again once you have completed this course.");
  if (begins && versionId !== null) await queries.insertAttempt(db, { ...asked, enrolmentId, versionId, number: course.attempts + 1 });

  const opened = await openNewestAttempt(last(), portalId, enrolmentId);
  const version = inLanguage(await versions.get(db, portalId, opened.versionId), language);
  const wasHere = lastEpoch !== undefined && lastEpoch === opened.epoch - 1;
  const isActive = opened.restedSeconds !== null && opened.restedSeconds < elsewhereSeconds && opened.leftEpoch < opened.epoch - 1;
  return {
    course: {
      id: courseId,
      title: courseIn(course, language).title,
      language: course.language,
      type: course.type,
      versionNumber: version.number,
    },
    content: shownContent(version),
    completion: shownRule(version.rule, version.content),
    epoch: opened.epoch,
    openElsewhere: isActive && !wasHere,
    state: attemptState(opened, version, opened.progress),
    startedAt: opened.startedAt.toISOString(),
  };
}

/** The state of one of the actor's own attempts. Another person's attempt is 404, as if it did not exist (security.md #1). */
export async function attemptOf(
  { db, language }: Pick<Scope, "db" | "language">,
  versions: VersionCache,
  actor: Actor,
  attemptId: number,
): Promise<Result<typeof readAttempt>> {
  const attempt = await queries.findAttempt(db, actor.portalId, attemptId, { lock: false });
  if (!attempt || !ownsAttempt(actor, attempt)) throw notFound("attempt", "This attempt could not be found.");
  const version = inLanguage(await versions.get(db, actor.portalId, attempt.versionId), language);
  const { progress } = await loadProgress(db, actor.portalId, attemptId);
  return { ...attemptState({ id: attemptId, number: attempt.number }, version, progress), epoch: attempt.epoch };
}

/** Records that a page has ended, so that opening the course again finds it open nowhere else. Harmless when repeated or late. */
export async function leaveOpening(
  db: Db,
  actor: Actor,
  attemptId: number,
  { epoch }: Parsed<typeof leaveAttempt>["body"],
): Promise<Result<typeof leaveAttempt>> {
  const attempt = await queries.findAttempt(db, actor.portalId, attemptId, { lock: false });
  if (!attempt || !ownsAttempt(actor, attempt)) throw notFound("attempt", "This attempt could not be found.");
  await queries.markLeft(db, actor.portalId, attemptId, epoch);
  return { attemptId };
}

/** Stores facts of one client exactly once. Returns what is durable (security.md §5.3). */
export async function storeCommits(
  { db, language }: Pick<Scope, "db" | "language">,
  deps: StoreDeps,
  actor: Actor,
  attemptId: number,
  { clientId, epoch, commits }: Parsed<typeof commit>["body"],
): Promise<Result<typeof commit>> {
  const bySeq = new Map<number, Arrival>();
  for (const { seq, fact } of commits) if (!bySeq.has(seq)) bySeq.set(seq, { clientId, seq, epoch, fact });
  const { number, version, progress, known, contiguous } = await store(db, deps, actor, attemptId, [...bySeq.values()]);
  return {
    stored: [...bySeq.keys()].toSorted((a, b) => a - b),
    contiguous,
    epoch: progress.epoch,
    refused: known.filter(({ outcome }) => outcome === "refused").map((one) => refusedFact(one, language)),
    state: attemptState({ id: attemptId, number }, inLanguage(version, language), progress),
  };
}

/**
 * Stores what a package reported exactly once (security.md §5.3), in one statement that also finds the asker. Null when the call contains other facts
 * than a package's: storeCommits handles those. The state is only read again when something that the learner sees has changed.
 */
export async function storePackageCommits(
  storeCommit: StoreCommit,
  asker: { portalId: number; session: AskingSession },
  attemptId: number,
  { clientId, epoch, commits }: Parsed<typeof commit>["body"],
  readState: () => Promise<AttemptState>,
  language: () => Promise<Language>,
): Promise<Result<typeof commit> | null> {
  const bySeq = new Map<number, { seq: number; fact: CmiFact }>();
  for (const { seq, fact } of commits) {
    if (fact.kind !== "cmi") return null;
    if (!bySeq.has(seq)) bySeq.set(seq, { seq, fact });
  }
  const inOrder = [...bySeq.values()].toSorted((a, b) => a.seq - b.seq);
  const { changed, refused, ...answer } = await storeCommit({ ...asker, attemptId, clientId, epoch, commits: inOrder });
  // Refusals are rare, so the extra statement for the asker's language runs only then.
  const spoken = refused.length > 0 ? await language() : "en";
  return { ...answer, refused: refused.map((one) => refusedFact(one, spoken)), state: changed ? await readState() : null };
}

/** Adds viewing time as specification §7 defines it, through the same log and the same clamp. */
export async function addViewingTime(
  db: Db,
  deps: StoreDeps,
  actor: Actor,
  { attemptId, minutesSpent, lastViewedChapter, highestViewedChapter }: Parsed<typeof updateLastViewedChapterAndTime>["body"],
  idempotencyKey: string | undefined,
): Promise<Result<typeof updateLastViewedChapterAndTime>> {
  if (idempotencyKey !== undefined && !/^[\x21-\x7e]{1,90}$/.test(idempotencyKey))
    throw invalid("Idempotency-Key", "bad_format", "The Idempotency-Key is 1 to 90 printable characters without spaces.");
  const clientId = `flush:${idempotencyKey ?? randomUUID()}`;
  const seconds = Math.min(minutesSpent * 60, Number.MAX_SAFE_INTEGER);
  const stored = await store(db, deps, actor, attemptId, [{ clientId, seq: 1, epoch: 0, fact: { kind: "time", seconds } }], (version) => {
    const page = (chapter: number | string | null | undefined) =>
      chapter === null || chapter === undefined ? undefined : pageOfChapter(version, chapter);
    const last = page(lastViewedChapter);
    const highest = page(highestViewedChapter) ?? last;
    return { last, highest };
  });
  const credited = stored.known.find(({ seq }) => seq === 1)?.credited ?? 0;
  return { creditedSeconds: credited, totalSeconds: stored.progress.creditedSeconds };
}

/** What a call of specification §7 contains besides the time: the page it ended on and the furthest page. */
type Viewed = { last: string | undefined; highest: string | undefined };

/** Whether a page of an attempt is locked for now, because a page before it is not complete (EDT-1). */
export async function isPageLocked(
  db: Db,
  versions: VersionCache,
  { portalId, attemptId, versionId, pageId }: { portalId: number; attemptId: number; versionId: number; pageId: string },
): Promise<boolean> {
  const version = await versions.get(db, portalId, versionId);
  const page = version.pages.find(({ id }) => id === pageId);
  return page !== undefined && isLocked(page, version, (await loadProgress(db, portalId, attemptId)).progress);
}

/**
 * Changes the state of one block by somebody else than its learner, with what follows for page and course; the learner's lock is taken first. change: the new state
 * from the present one and the time, as ISO text, which is given back. Throws 404 for an attempt or a block that is not there.
 */
export async function changeBlock(
  db: Db,
  versions: VersionCache,
  { portalId, attemptId, blockId }: { portalId: number; attemptId: number; blockId: string },
  change: (state: BlockState | null, now: string) => BlockState,
): Promise<string> {
  const attempt = await queries.findAttempt(db, portalId, attemptId, { lock: true });
  const version = attempt && (await versions.get(db, portalId, attempt.versionId));
  if (!attempt || !version?.blocks.has(blockId)) throw notFound("attempt", "This attempt could not be found.");
  const { progress } = await loadProgress(db, portalId, attemptId);
  const before = progress.blocks.get(blockId);
  const now = attempt.now.toISOString();
  const { epoch, seq } = before ?? { epoch: 0, seq: 0 };
  const kept = { epoch, seq, state: change(before?.state ?? null, now) };
  const decision = decide({ ...progress, blocks: new Map(progress.blocks).set(blockId, kept) }, version, now);
  await queries.writeBlock(db, { portalId, attemptId, versionId: attempt.versionId }, [blockId, kept], decision);
  return now;
}

/**
 * The only way to store facts: lock, load, skip what the log has, apply, write. Four statements with the opening of the request, five when the
 * version is not cached yet.
 */
async function store(
  db: Db,
  { versions, limits }: StoreDeps,
  actor: Actor,
  attemptId: number,
  arrivals: readonly Arrival[],
  viewedOf?: (version: Awaited<ReturnType<VersionCache["get"]>>) => Viewed,
) {
  const { portalId } = actor;
  // All facts of a call come from one opening.
  const attempt = await ownAttempt(db, actor, attemptId, arrivals[0]?.epoch ?? 0);
  const version = await versions.get(db, portalId, attempt.versionId);
  const clientId = arrivals[0]?.clientId ?? "";
  const folded = await foldPackageFacts(db, { portalId, attemptId, clientId }, arrivals, limits);
  const loaded = await loadProgress(db, portalId, attemptId, { clientId, seqs: arrivals.map(({ seq }) => seq) });
  const have = new Set(loaded.known.map(({ seq }) => seq));
  const fresh = arrivals.filter(({ seq }) => !have.has(seq)).toSorted((a, b) => a.seq - b.seq);
  if (!fresh.length && !folded?.matters) return { ...loaded, version, number: attempt.number };

  const moment = {
    now: attempt.now.toISOString(),
    sinceStart: attempt.sinceStart,
    sinceOpened: attempt.sinceOpened,
    creditedToday: loaded.creditedToday,
  };
  const applied = applyFacts(loaded.progress, version, fresh, moment);
  // Specification §7 sets the place only while there is none: its calls have no order, so they never replace a newer place.
  const viewed = viewedOf?.(version);
  const highest = viewed?.highest === undefined ? 0 : (version.pageNumber.get(viewed.highest) ?? 0);
  const progress = {
    ...applied.progress,
    place: applied.progress.place ?? (viewed?.last === undefined ? null : { value: { pageId: viewed.last }, epoch: 0, seq: 0 }),
    highestPage: Math.max(applied.progress.highestPage, highest),
  };
  if (fresh.length || isNews(applied))
    await queries.writeApplied(db, { portalId, attemptId, versionId: attempt.versionId }, fresh, { ...applied, progress });
  const answered = fresh.map(({ seq }, index): KnownCommit => {
    const verdict = applied.verdicts[index];
    return { seq, outcome: verdict?.outcome ?? "applied", code: verdict?.reason ?? null, credited: verdict?.credited ?? 0 };
  });
  return { ...loaded, progress, known: [...loaded.known, ...answered], version, number: attempt.number };
}

/** Stores package facts first, through the same function as their launchers' commits, so that the merge rules exist once. */
async function foldPackageFacts(
  db: Db,
  attempt: { portalId: number; attemptId: number; clientId: string },
  arrivals: readonly Arrival[],
  limits: StateLimits,
) {
  const commits = arrivals.flatMap(({ seq, fact }) => (fact.kind === "cmi" ? [{ seq, fact }] : []));
  const epoch = arrivals[0]?.epoch ?? 0;
  return commits.length ? storedOrThrown(await foldCommit(db, { ...attempt, epoch, commits }, limits)) : null;
}

/** An attempt of the portal that belongs to the actor, locked for writing. 403 not_owner for another person's: the client keeps the entry for them (§3.6). */
async function ownAttempt(db: Db, actor: Actor, attemptId: number, epoch: number) {
  const attempt = await queries.findAttempt(db, actor.portalId, attemptId, { lock: true, epoch });
  if (!attempt) throw notFound("attempt", "This attempt could not be found.");
  if (!ownsAttempt(actor, attempt)) throw forbidden("not_owner", "This attempt belongs to another person.");
  return attempt;
}
