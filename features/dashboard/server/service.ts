import type { CompiledQuery } from "kysely";
import { Temporal } from "temporal-polyfill";
import { courseIn, type OutlineMemory } from "#features/courses/server/service.ts";
import { actionOf, dueOf, kindsInForce, standingReasons } from "#features/enrolment/server/service.ts";
import type { Portal } from "#features/portal/server/directory.ts";
import type { Actor, Asker } from "#platform/actor.ts";
import type { Db } from "#platform/db/connect.ts";
import { oneRow } from "#platform/db/one-row.ts";
import { AppError, conflict } from "#platform/errors.ts";
import { instantOrNull } from "#platform/instant.ts";
import type { Context } from "#platform/serve.ts";
import type {
  Arrangement,
  Calendar,
  Catalog,
  CourseCard,
  Courses,
  Dashboard,
  DueList,
  Next,
  Required,
  Transcript,
  Waiting,
  WaitingFor,
} from "../contract.ts";
import type { Layout, PortalLayout } from "../layout.ts";
import { rankNext } from "../next.ts";
import { placeIn } from "../next-place.ts";
import { partNames, type PartName } from "../parts.ts";
import { toStore } from "../stored-layout.ts";
import { arrangedAs, arrangementOf, findFrame, frameAhead } from "./arrangement.ts";
import * as queries from "./queries.ts";
import type { LearningRow, Waited } from "./queries.ts";

const shown = { cards: 6, due: 5, newCourses: 3, required: 5, waiting: 5, dates: 100 };

export interface DashboardRequest {
  readonly outlines: OutlineMemory;
  readonly portal: Portal;
  readonly language: string;
  /** Shown instead of what the person has. */
  readonly layout?: PortalLayout | undefined;
  /** Those of the widgets that are shown where it names none. */
  readonly parts: readonly PartName[] | undefined;
  readonly requestId: string;
  readonly now: Date;
  /** Called for every part that failed, so that no failure goes unnoticed. */
  readonly onFailure: (part: PartName, error: unknown) => void;
}

/** The statements whose answers the dashboard needs first. Several parts need the same one. */
const statements = {
  courses: queries.learningOf,
  catalog: (asker: Asker) => queries.newCoursesOf(asker, shown.newCourses),
  transcript: queries.completionsOf,
  waiting: queries.waitedForBy,
};
const neededBy = {
  next: "courses",
  courses: "courses",
  due: "courses",
  required: "courses",
  calendar: "courses",
  catalog: "catalog",
  waiting: "waiting",
  transcript: "transcript",
} as const satisfies Record<PartName, keyof typeof statements>;
/** The statements that showDashboard asks first: sent together with the opening of the request, they cost one message. */
export function dashboardAhead(asker: Asker, portal: Portal | null, parts: readonly PartName[] = partNames): CompiledQuery[] {
  if (!portal) return [];
  const needed = new Set(parts.map((part) => neededBy[part]));
  return [frameAhead(portal, asker), ...[...needed].map((part) => statements[part](asker))].flatMap((statement) =>
    statement ? [statement.compile()] : [],
  );
}

/**
 * The dashboard of the person asking: one call, five statements, and one more where no course is new or the next course's outline is not kept yet. It only reads, and every statement is a transaction of its own, so a part that fails
 * does not affect the others (DASH-4).
 */
export async function showDashboard(
  db: Db,
  actor: Pick<Actor, "portalId" | "userId" | "timeZone">,
  request: DashboardRequest,
): Promise<Dashboard> {
  const { portal, language } = request;
  const frame = await findFrame(db, portal, actor, request.now);
  const arrangement = request.layout ? arrangedAs(request.layout) : arrangementOf(portal, frame);
  const { year, since } = thisYear(request.now, actor.timeZone ?? frame.zone);
  const parts = request.parts ?? partsOf(arrangement.layout);
  const wanted = (name: PartName) => parts.includes(name);

  async function part<T>(name: PartName, make: () => Promise<T>) {
    if (!wanted(name)) return undefined;
    try {
      return { data: await make() };
    } catch (error) {
      // The session has ended meanwhile.
      if (error instanceof AppError) throw error;
      request.onFailure(name, error);
      return { failed: true as const, requestId: request.requestId };
    }
  }

  // Several widgets show the same courses: they are read once, and where that fails, all of them say so.
  let read: Promise<Learning> | undefined;
  const learning = () => (read ??= readLearning(db, actor, request));

  return {
    ...arrangement,
    next: await part("next", async () => nextOf(db, actor, request, await learning())),
    courses: await part("courses", async () => coursesOf(await learning())),
    due: await part("due", async () => dueListOf(await learning())),
    waiting: await part("waiting", async () => waitingOf((await statements.waiting(actor).execute(db)).rows, language)),
    required: await part("required", async () => requiredOf(await learning())),
    calendar: await part("calendar", async () => calendarOf(await learning())),
    catalog: await part("catalog", async (): Promise<Catalog> => {
      const { rows } = await statements.catalog(actor).execute(db);
      return {
        courses: rows.map((row) => ({ ...courseIn(row, language), publishedAt: instantOrNull(row.publishedAt) })),
        offersAny: rows.length > 0 || (await queries.offersAnyCourse(db, actor)),
      };
    }),
    transcript: await part("transcript", async (): Promise<Transcript> => {
      const { ever, recent } = oneRow(await statements.transcript(actor).execute(db));
      const ofThisYear = recent.filter(({ at }) => new Date(at) >= since);
      return {
        year,
        completedThisYear: ofThisYear.length,
        secondsThisYear: ofThisYear.reduce((sum, { seconds }) => sum + seconds, 0),
        completedEver: ever,
      };
    }),
  };
}

/** The parts of the widgets that are shown. */
const partsOf = ({ hidden }: Layout): PartName[] => partNames.filter((name) => !hidden.includes(name));

interface Year {
  readonly year: number;
  /** The instants at which it began and at which it ends. */
  readonly since: Date;
  readonly until: Date;
}
/** The year of each zone that was asked for, so that its arithmetic is done once a zone and not with each dashboard. */
const years = new Map<string, Year>();
/** There are some 600 zones; more names than that are made up. */
const mostZones = 1000;

/** The current year for the person, and the instant at which it began. An unknown time zone counts as UTC. */
export function thisYear(now: Date, zone: string): Year {
  const known = years.get(zone);
  if (known && known.since <= now && now < known.until) return known;
  const instant = Temporal.Instant.fromEpochMilliseconds(now.getTime());
  let local: Temporal.ZonedDateTime;
  try {
    local = instant.toZonedDateTimeISO(zone);
  } catch {
    local = instant.toZonedDateTimeISO("UTC");
  }
  const begins = local.with({ month: 1, day: 1 }).startOfDay();
  const at = (moment: Temporal.ZonedDateTime) => new Date(moment.epochMilliseconds);
  const found = { year: local.year, since: at(begins), until: at(begins.add({ years: 1 })) };
  if (years.size >= mostZones) years.clear();
  years.set(zone, found);
  return found;
}

type Row = LearningRow & Pick<CourseCard, "action" | "due"> & { isComplete: boolean; causes: string[] };
type Learning = { rows: Row[]; ranked: ReturnType<typeof rankNext<Row>> };

/** The person's courses, and those of them that can be worked on, in the order to do so. */
async function readLearning(db: Db, actor: Asker, { now, language }: Pick<DashboardRequest, "now" | "language">): Promise<Learning> {
  const rows = (await statements.courses(actor).execute(db)).rows.map((row) => ({
    ...courseIn(row, language),
    isComplete: row.completedAt !== null,
    causes: kindsInForce(row.reasons),
    // Everybody with an enrolment is a member: its foreign key guarantees that.
    action: actionOf(row, true),
    due: dueOf(row.dueAt, row.completedAt !== null, now.getTime()),
  }));
  // A course that cannot be started is not suggested; its card still says why.
  return {
    rows,
    ranked: rankNext(
      rows.filter(({ action }) => action.kind === "start" || action.kind === "continue"),
      now,
    ),
  };
}

async function nextOf(
  db: Db,
  { portalId }: Asker,
  { outlines, language }: Pick<DashboardRequest, "outlines" | "language">,
  { rows, ranked }: Learning,
): Promise<Next> {
  const [top, ...others] = ranked;
  if (!top) return { next: null, courseCount: rows.length };
  const { versionId, pageId, donePages, reasons } = top.candidate;
  const outline = versionId === null ? null : await outlines.get(db, portalId, versionId, language);
  const overdue = byDue(others.map(({ candidate }) => candidate).filter(({ due }) => due?.state === "overdue"));
  return {
    next: {
      ...course(top.candidate),
      percent: top.candidate.percent,
      reason: top.reason,
      due: top.candidate.due,
      causes: standingReasons(reasons),
      place: outline && placeIn(outline, { leftOn: pageId, done: new Set(donePages) }),
      // When the card itself is overdue, the other overdue courses are only in the due list.
      overdue: overdue[0] && top.reason.kind !== "overdue" ? { ...dueItem(overdue[0]), more: overdue.length - 1 } : null,
    },
    courseCount: rows.length,
  };
}

function coursesOf({ rows, ranked }: Learning): Courses {
  const open = ranked.map(({ candidate }) => candidate);
  const rest = rows.filter((row) => !open.includes(row)).toSorted((a, b) => time(b.completedAt) - time(a.completedAt));
  // The first course has its own card above and is not repeated here.
  return { courses: [...open.slice(1), ...rest].slice(0, shown.cards).map(card), courseCount: rows.length };
}

function dueListOf({ rows }: Learning): DueList {
  const due = byDue(rows.filter((row) => row.due));
  return { due: due.slice(0, shown.due).map(dueItem), dueCount: due.length };
}

/** What somebody waits for, with the titles of courses in their language. */
function waitingOf(rows: readonly Waited[], language: string): Waiting {
  const waiting = rows.slice(0, shown.waiting).map((row): WaitingFor => {
    const { kind, id, type } = row;
    const since = row.since.toISOString();
    if (kind === "question") return { kind, id, since };
    const { title } = courseIn({ ...row, title: row.title ?? "" }, language);
    return kind === "signature" && type !== null ? { kind, id, type, title, since } : { kind: "review", id, title, since };
  });
  return { waiting, waitingCount: rows.length };
}

/** What somebody did not choose themselves: overdue and due first, as the next thing is chosen. */
function requiredOf({ ranked }: Learning): Required {
  const required = ranked.flatMap(({ candidate }) => {
    const cause = standingReasons(candidate.reasons).find(({ kind }) => kind !== "self");
    return cause ? [{ ...dueItem(candidate), cause }] : [];
  });
  return { required: required.slice(0, shown.required), requiredCount: required.length };
}

const calendarOf = ({ rows }: Learning): Calendar => ({
  dates: byDue(rows.filter(({ due }) => due))
    .slice(0, shown.dates)
    .map(dueItem),
});

const byDue = (rows: readonly Row[]) => rows.toSorted((a, b) => time(a.dueAt) - time(b.dueAt));

/** An instant as a number to sort by; 0 for none. */
const time = (instant: string | Date | null) => (instant === null ? 0 : new Date(instant).getTime());

const course = ({ courseId, type, title, coverFileId }: LearningRow) => ({ id: courseId, type, title, coverFileId });

const dueItem = (row: Row) => ({ ...course(row), due: row.due });

const card = (row: Row): CourseCard => ({
  ...course(row),
  minutes: row.minutes,
  action: row.action,
  percent: row.percent,
  completedAt: instantOrNull(row.completedAt),
  due: row.due,
});

/** Stores the person's arrangement, or with null takes it away again. Throws 409 for a visitor without a membership, where it would be stored. */
export async function keepWidgets({ db, actor, http }: Context, layout: Layout | null): Promise<Arrangement> {
  const portal = http.portal as Portal;
  const frame = await findFrame(db, portal, actor, new Date());
  const widgets = layout ? toStore(layout, frame.widgets) : {};
  if (!(await queries.updateWidgets(db, actor, widgets)))
    throw conflict("no_membership", "You are visiting this portal without a membership, so its dashboard cannot be arranged.");
  return arrangementOf(portal, { ...frame, widgets });
}
