import type { Submission } from "#features/blocks/block-kind.ts";
import { reduceFact } from "#features/blocks/block.ts";
import type { BlockFact } from "#features/blocks/kinds.ts";
import type { Fact } from "../contract.ts";
import type { CourseVersion } from "./course-version.ts";
import type { TimeBounds } from "./credit-time.ts";
import { claimedSeconds, creditTime, isFarAbove } from "./credit-time.ts";
import { decide, type Decision } from "./decide.ts";
import { isLocked } from "./evaluate.ts";
import type { KeptState, Progress, Stamp, StampedBlock } from "./progress.ts";
import { blockProgress, isNewer, pageState } from "./progress.ts";

/** A fact that is not in the log yet, with the stamp (epoch, seq) that orders it. */
export interface Arrival<F = Fact> extends Stamp {
  readonly clientId: string;
  readonly fact: F;
}

/** The outcome of a fact, logged with it. late: a newer fact was applied before, so only values that never decrease were taken from this one. */
interface Verdict {
  readonly outcome: "applied" | "late" | "refused";
  /** Why it was refused: a code of refused-facts.ts. */
  readonly reason?: string;
  readonly claimed: number;
  readonly credited: number;
  /** The claim is far above what the page could have seen. */
  readonly isFlagged?: boolean;
}

/** The result of applying facts: the new state of the attempt, and what has to be written. */
export interface Applied extends Decision {
  readonly verdicts: Verdict[];
  readonly changedBlocks: [blockId: string, StampedBlock][];
  readonly newSubmissions: Submission[];
}

export interface Moment {
  /** The server's time as ISO text; every business time is derived from it. */
  readonly now: string;
  readonly sinceStart: number;
  readonly creditedToday: number;
  /** Seconds since the opening whose page sends these facts; where they name none, since the newest. */
  readonly sinceOpened: number;
}

interface Work {
  progress: Progress;
  readonly version: CourseVersion;
  readonly moment: Moment;
  creditedNow: number;
  readonly changed: Map<string, StampedBlock>;
  readonly submitted: Submission[];
}

/**
 * Applies facts that are not in the log yet, in the given order: one reducer for each kind, then the decision on pages and course. Pure. Completed pages,
 * watched ranges, passes, best scores, credited time and completion never decrease; place, position and drafts follow the newest stamp.
 */
export function applyFacts(before: Progress, version: CourseVersion, arrivals: readonly Arrival[], moment: Moment): Applied {
  const work: Work = { progress: before, version, moment, creditedNow: 0, changed: new Map(), submitted: [] };
  const verdicts = arrivals.map((arrival) => reduce(work, arrival));

  return {
    ...decide(work.progress, version, moment.now),
    verdicts,
    changedBlocks: [...work.changed],
    newSubmissions: work.submitted,
  };
}

type PageFact = Exclude<Fact, BlockFact>;
type Reducers = { [K in PageFact["kind"]]: (work: Work, arrival: Arrival<Extract<Fact, { kind: K }>>) => Verdict };

/** One reducer for each kind of fact about pages and the attempt. Facts about blocks are reduced by their kind of block. */
const reducers: Reducers = {
  // The database folded it before (service.ts, db/functions/scorm_commit.sql).
  cmi: () => applied,
  place(work, { fact, epoch, seq }) {
    const unfit = unfitPage(work, fact.pageId);
    if (unfit) return unfit;
    if (fact.blockId !== undefined && !work.version.blocks.has(fact.blockId)) return refused("unknown_block");
    raiseHighest(work, fact.pageId);
    // That a page was opened is kept, whatever came after it.
    if (!work.progress.blocks.has(fact.pageId)) keepPage(work, fact.pageId, pageState(work.progress, fact.pageId));
    const { place } = work.progress;
    if (place && !isNewer({ epoch, seq }, place)) return late;
    const { kind: _, ...value } = fact;
    work.progress = { ...work.progress, place: { value, epoch, seq } };
    return applied;
  },
  view(work, { fact }) {
    const unfit = unfitPage(work, fact.pageId);
    if (unfit) return unfit;
    raiseHighest(work, fact.pageId);
    const page = pageState(work.progress, fact.pageId);
    if (!page.viewed) keepPage(work, fact.pageId, { ...page, viewed: true });
    return applied;
  },
  time(work, { fact }) {
    const claimed = claimedSeconds(fact.seconds);
    const unfit = fact.pageId === undefined ? null : unfitPage(work, fact.pageId);
    if (unfit) return { ...unfit, claimed };
    const bounds: TimeBounds = {
      credited: work.progress.creditedSeconds,
      creditedToday: work.moment.creditedToday + work.creditedNow,
      sinceStart: work.moment.sinceStart,
    };
    const credited = creditTime(claimed, bounds);
    work.creditedNow += credited;
    const { creditedSeconds, reviewSeconds, completion } = work.progress;
    work.progress = {
      ...work.progress,
      creditedSeconds: creditedSeconds + credited,
      reviewSeconds: reviewSeconds + (completion ? credited : 0),
    };
    if (fact.pageId !== undefined && credited > 0) {
      const page = pageState(work.progress, fact.pageId);
      keepPage(work, fact.pageId, { ...page, seconds: page.seconds + credited });
    }
    const isFlagged = isFarAbove(claimed, credited, work.moment.sinceOpened);
    return { outcome: "applied", claimed, credited, ...(isFlagged && { isFlagged }) };
  },
};

/** Why nothing on a page counts now: it is not in the version, or locked until those before it are complete. Null where it does. */
function unfitPage({ version, progress }: Work, pageId: string): Verdict | null {
  const page = version.pages[(version.pageNumber.get(pageId) ?? 0) - 1];
  if (!page) return refused("unknown_page");
  return isLocked(page, version, progress) ? refused("page_locked") : null;
}

const isOfPage = (fact: Fact): fact is PageFact => fact.kind in reducers;

function reduce(work: Work, arrival: Arrival): Verdict {
  // A client cannot be ahead of the newest epoch; a higher one counts as the newest.
  const epoch = Math.min(arrival.epoch, work.progress.epoch);
  const { fact } = arrival;
  if (isOfPage(fact)) {
    const reducer = reducers[fact.kind] as (work: Work, arrival: Arrival) => Verdict;
    return reducer(work, { ...arrival, epoch });
  }
  return reduceBlock(work, { ...arrival, fact, epoch });
}

/** Passes a block's fact to its kind (features/blocks); only which fact is newest is decided here. */
function reduceBlock(work: Work, { fact, epoch, seq }: Arrival<BlockFact>): Verdict {
  const found = work.version.blocks.get(fact.blockId);
  if (!found) return refused("unknown_block");
  const unfit = unfitPage(work, found.page.id);
  if (unfit) return unfit;
  const before = work.progress.blocks.get(fact.blockId);
  const isNew = !before || isNewer({ epoch, seq }, before);
  const known = blockProgress(work.progress, found.page.id, fact.blockId);
  const after = reduceFact(found.block, fact, { ...known, isNewer: isNew, now: work.moment.now });
  if (!after) return refused("unknown_block");
  if (after.refused !== undefined) return refused(after.refused);
  if (after.submission) {
    const submission = { blockId: fact.blockId, ...after.submission };
    work.submitted.push(submission);
    work.progress = { ...work.progress, submissions: [...work.progress.submissions, submission] };
  }
  if (after.state) keep(work, fact.blockId, isNew ? { epoch, seq } : before, after.state);
  return isNew || after.submission ? applied : late;
}

function keep(work: Work, id: string, { epoch, seq }: Stamp, state: KeptState) {
  const stamped = { epoch, seq, state };
  const blocks = new Map(work.progress.blocks).set(id, stamped);
  work.progress = { ...work.progress, blocks };
  work.changed.set(id, stamped);
}

/** A page's state only grows, so its stamp does not matter. */
const keepPage = (work: Work, pageId: string, state: KeptState) => keep(work, pageId, { epoch: 0, seq: 0 }, state);

function raiseHighest(work: Work, pageId: string) {
  const number = work.version.pageNumber.get(pageId) ?? 0;
  if (number > work.progress.highestPage) work.progress = { ...work.progress, highestPage: number };
}

const applied: Verdict = { outcome: "applied", claimed: 0, credited: 0 };
const late: Verdict = { outcome: "late", claimed: 0, credited: 0 };
const refused = (reason: string): Verdict => ({ outcome: "refused", reason, claimed: 0, credited: 0 });
