// W1 to W5: opening a page means its HTML and every API call until the view is complete (benchmarks.md).
import { chromium, type Browser, type BrowserContext } from "playwright-core";
import { addressOf, screenNamed } from "#app/screen-addresses.ts";
import type { ScreenName } from "#app/screens.ts";
import { addressWith } from "#app/test/screen-visits.ts";
import { demoPassword } from "#db/demo/portals.ts";
import { findChromium } from "#platform/test/chromium.ts";
import { recordView, type Recorded } from "./record-view.ts";
import { participants } from "./seed-crowds.ts";
import { coursesAtFirst, coursesEach, people, type Seeded } from "./seed.ts";
import type { ServerProcess } from "#app/test/server.ts";
import { openVisitor, type Answer, type Asked, type Visitor } from "./visitor.ts";
import type { ViewCost, Workload } from "./workload.ts";

/** One screen to open: its address, the selector that shows it is complete, and what its answers must contain. */
export interface Screen {
  readonly id: string;
  readonly name: string;
  /** Its name in app/screens.ts. */
  readonly screen: ScreenName;
  readonly atMost: number;
  readonly path: string;
  readonly complete: string;
  readonly signedIn: boolean;
  /** Set when its answers grow and shrink with the people of the portal, so that their lengths are not compared. */
  readonly varies?: true;
  /** Who opens it, where the people of the bench may not. */
  readonly email?: string;
  /** What is typed in the nth view of this screen instead of what was recorded, for screens that search. */
  readonly words?: (nth: number) => string;
  /** Throws unless the parsed answers of a view are correct. Called once for each screen; later answers are compared by size only. */
  readonly check: (answers: ReadonlyMap<string, Record<string, unknown>>) => void;
}

const must = (holds: boolean, what: string) => {
  if (!holds) throw new Error(`A wrong answer: ${what}.`);
};
const at = (value: unknown, ...keys: string[]): unknown =>
  keys.reduce<unknown>((one, key) => (one as Record<string, unknown> | undefined)?.[key], value);
const pagesOf = (chapters: unknown) => (chapters as { pages: unknown[] }[]).reduce((sum, { pages }) => sum + pages.length, 0);

/** The catalog's answer among those of a view. */
const catalogIn = (answers: ReadonlyMap<string, Record<string, unknown>>) =>
  [...answers].find(([path]) => path.startsWith("/rest/course/catalog"))?.[1] ?? {};

/** A search for a word of the titles, recorded with the first one. */
const searchFor = (titleWords: readonly string[]) => ({
  screen: "catalog" as const,
  atMost: 4,
  path: `/v/course/catalog/search?q=${titleWords[0]}`,
  complete: ".course-card",
  signedIn: true,
  check: (answers: ReadonlyMap<string, Record<string, unknown>>) =>
    must(Number(catalogIn(answers)["total"]) > 0, "the search found nothing"),
});

/** Find Users, recorded with or without a search. */
const findUsers = (q: string) => ({
  screen: "find-users" as const,
  path: `/v/users/find${q && `?q=${q}`}`,
  complete: "tbody tr",
  signedIn: true,
  check: (answers: ReadonlyMap<string, Record<string, unknown>>) => {
    const { rows, total } = ([...answers].find(([path]) => path.startsWith("/rest/people"))?.[1] ?? {}) as {
      rows?: unknown[];
      total?: number;
    };
    must(Number(total) > 0 && (q !== "" || rows?.length === 30), "nobody was found");
  },
});

/** The dashboard of a role. */
const dashboardOf = (board: "manager" | "admin") => ({
  screen: `${board}-dashboard` as const,
  atMost: 6,
  varies: true as const,
  path: addressOf(screenNamed(`${board}-dashboard`)),
  complete: board === "manager" ? "tbody tr" : ".overview-figures",
  signedIn: true,
  check: (answers: ReadonlyMap<string, Record<string, unknown>>) => {
    const { figures } = ([...answers].find(([path]) => path.startsWith("/rest/overview"))?.[1] ?? {}) as { figures?: { count: number }[] };
    must((figures?.length ?? 0) > 5 && figures?.some(({ count }) => count > 10) === true, "the figures are missing");
  },
});

/** The people of a course of 10,000. */
const participantsOf = (courseId: number): Screen => ({
  id: "W10",
  name: `participants, ${participants}: 20 rows, roles, groups, last access`,
  screen: "participants",
  atMost: 6,
  path: `/v/users/participants?course=${courseId}`,
  complete: "tbody tr",
  signedIn: true,
  check: (answers) => {
    const { rows, total } = ([...answers].find(([path]) => path.startsWith("/rest/participants"))?.[1] ?? {}) as {
      rows?: { groups: unknown[]; lastAccessAt: unknown }[];
      total?: number;
    };
    must(rows?.length === 20 && Number(total) >= participants, "the course has other participants");
    must(rows?.some((row) => row.groups.length > 0 && row.lastAccessAt !== null) === true, "nobody has groups and a last access");
  },
});

/** A course of many pages: what its page shows, and the viewer. id: of the first; the other one has a "v" after it. */
const coursePages = ({ id, items }: Seeded["longCourse"], workload: string, name: string): Screen[] => [
  {
    id: workload,
    name: `${name}, ${items} items: details`,
    screen: "details",
    atMost: 6,
    path: addressWith(screenNamed("details"), { type: "online", courseId: String(id), tab: "outline" }),
    complete: ".details-tab",
    signedIn: true,
    check: (answers) =>
      must(
        [...answers.values()].some((one) => Array.isArray(one["outline"]) && pagesOf(one["outline"]) === items),
        "the outline has another number of pages",
      ),
  },
  {
    id: `${workload}v`,
    name: `${name}, ${items} items: viewer`,
    screen: "viewer",
    atMost: 6,
    path: addressWith(screenNamed("viewer"), { courseId: String(id) }),
    complete: ".viewer-body h1",
    signedIn: true,
    check: (answers) =>
      must(
        [...answers.values()].some((one) => at(one, "content") !== undefined && pagesOf(at(one, "content", "chapters")) === items),
        "the course has another number of pages",
      ),
  },
];

export function screensOf({ longCourse, authoredCourse, titleWords, crowdedCourse }: Seeded): Screen[] {
  // The course that the editor made is one more of each person's.
  const courses = authoredCourse === undefined ? coursesEach : coursesEach + 1;
  return [
    ...(crowdedCourse === undefined ? [] : [participantsOf(crowdedCourse)]),
    {
      id: "W1",
      name: "login page",
      screen: "login",
      atMost: 1,
      path: addressOf(screenNamed("login")),
      complete: "form input",
      signedIn: false,
      check: () => undefined,
    },
    {
      id: "W3",
      name: `student dashboard, ${courses} courses`,
      screen: "dashboard",
      atMost: 8,
      path: addressOf(screenNamed("dashboard")),
      complete: ".dash-columns",
      signedIn: true,
      check: (answers) =>
        must(
          [...answers.values()].some((one) => at(one, "courses", "data", "courseCount") === courses),
          "the dashboard has another number of courses",
        ),
    },
    {
      id: "W4",
      name: `my courses, ${courses} courses`,
      screen: "catalog",
      atMost: 4,
      path: "/v/course/catalog/MyOnlineCourses",
      complete: ".my-courses-cards .course-item",
      signedIn: true,
      check: (answers) => {
        const counts = [...answers.values()].map((one) => at(one, "counts")).find(Boolean) as Record<string, number> | undefined;
        must(counts?.["all"] === courses, "my courses has another number of courses");
      },
    },
    {
      id: "W4c",
      name: "catalog, first page",
      screen: "catalog",
      atMost: 4,
      path: "/v/course/catalog/categories",
      complete: ".course-card",
      signedIn: true,
      check: (answers) => {
        const { rows, total } = catalogIn(answers) as { rows?: unknown[]; total?: number };
        must(rows?.length === 24 && Number(total) >= coursesAtFirst - 1, "the catalog has another number of courses");
      },
    },
    {
      ...searchFor(titleWords),
      id: "W4s",
      name: "catalog, words that others typed before",
      words: (nth) => titleWords[nth % titleWords.length] ?? "",
    },
    {
      ...searchFor(titleWords),
      id: "W4n",
      name: "catalog, words that nobody typed before",
      // Courses that were copied have a number in their title; words are prefixes, so a short one finds many.
      words: (nth) => `${titleWords[nth % titleWords.length]} ${(nth * 7919) % 100_000}`,
    },
    { ...findUsers(""), id: "W7", name: "find users: page 1, 30 rows, total", atMost: 6 },
    { ...findUsers("bench"), id: "W7s", name: "find users: the beginning of a name", atMost: 10, words: (nth) => `pers ${nth % people}` },
    {
      ...findUsers("bench"),
      id: "W7t",
      name: "find users: a name with a mistake",
      atMost: 10,
      words: (nth) => `presno ${10 + (nth % 50)}`,
    },
    { ...dashboardOf("manager"), id: "W14", name: "manager dashboard: figures, 20 people with what is open" },
    { ...dashboardOf("admin"), id: "W15", name: "admin dashboard: figures", email: "admin@stoa.example" },
    ...coursePages(longCourse, "W5", "course page"),
    ...(authoredCourse === undefined ? [] : coursePages(authoredCourse, "W5a", "course made by the editor")),
  ];
}

/** Signs a person in. Returns a visitor with the session. */
export async function signIn(server: ServerProcess, email: string): Promise<Visitor> {
  const visitor = openVisitor(server.origin);
  await visitor.ask({ method: "GET", path: "/v/auth/login" });
  const { status, body } = await visitor.ask({
    method: "POST",
    path: "/rest/auth/login",
    body: JSON.stringify({ email, password: demoPassword }),
  });
  if (status !== 200) throw new Error(`Signing in answered ${status}: ${body}`);
  return visitor;
}

/** A browser window with a visitor's session. */
export async function windowOf(
  browser: Browser,
  server: ServerProcess,
  visitor: Visitor | null,
  options: Parameters<Browser["newContext"]>[0] = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: "en-GB", ...options });
  if (visitor) await context.addCookies([...visitor.cookies].map(([name, value]) => ({ name, value, url: server.origin })));
  return context;
}

export const startBrowser = async (): Promise<Browser> => chromium.launch(await findChromium());

export interface ViewWorkloads {
  readonly workloads: readonly Workload[];
  /** The files of a visit with an empty cache of each screen, replayed the same way. */
  readonly files: readonly Workload[];
  readonly recorded: ReadonlyMap<string, Recorded>;
  readonly learners: readonly Visitor[];
  close(): void;
}

/** Opens every screen once in a real browser and makes workloads that repeat exactly its requests, with one session for each virtual user. */
export async function viewWorkloads(server: ServerProcess, seeded: Seeded): Promise<ViewWorkloads> {
  const learners = await Promise.all(seeded.emails.map((email) => signIn(server, email)));
  const strangers = Array.from({ length: people }, () => openVisitor(server.origin));
  const browser = await startBrowser();
  const recorded = new Map<string, Recorded>();
  const [workloads, files]: [Workload[], Workload[]] = [[], []];
  const others: Visitor[] = [];
  for (const screen of screensOf(seeded)) {
    const own = await Promise.all(screen.email === undefined ? [] : learners.map(() => signIn(server, screen.email ?? "")));
    others.push(...own);
    const visitors = own.length > 0 ? own : screen.signedIn ? learners : strangers;
    const context = await windowOf(browser, server, screen.signedIn ? (visitors.at(-1) ?? null) : null);
    const record = await recordView(context, server.origin, screen.path, screen.complete);
    await context.close();
    recorded.set(screen.id, record);
    const expected = await firstAnswers(visitors[0], screen, record);
    const { id, name, atMost, words, varies } = screen;
    let nth = 0;
    const typed = ({ path, ...call }: Asked, text: string): Asked => ({
      ...call,
      path: path.replace(/([?&]q=)[^&]*/, `$1${encodeURIComponent(text)}`),
    });
    workloads.push({
      id,
      name,
      atMost,
      view(user) {
        if (!words) return replay(visitors[user], record.calls, varies ? null : expected, !screen.signedIn);
        const text = words(nth++);
        return replay(
          visitors[user],
          record.calls.map((call) => typed(call, text)),
          null,
          false,
        );
      },
    });
    const assets = record.files.map((path): Asked => ({ method: "GET", path }));
    files.push({ id: `${id}f`, name: `${name}: its files, cold`, view: (user) => replay(visitors[user], assets, null, false) });
  }
  await browser.close();
  workloads.push(quickSearch(learners, seeded));
  return {
    workloads,
    files,
    recorded,
    learners,
    close: () => [...learners, ...strangers, ...others].forEach((visitor) => visitor.close()),
  };
}

/** The one call of the command palette, by people who find people too: half of them type a name, half the word of a title. */
function quickSearch(visitors: readonly Visitor[], { titleWords }: Seeded): Workload {
  let nth = 0;
  return {
    id: "W18",
    name: "quick search: a name or a title",
    atMost: 5,
    async view(user) {
      const isName = nth++ % 2 === 0;
      const q = isName ? `pers ${nth % people}` : (titleWords[nth % titleWords.length] ?? "");
      const answer = await visitors[user]?.ask({ method: "GET", path: `/rest/palette?q=${encodeURIComponent(q)}` });
      const found = JSON.parse(answer?.body ?? "{}") as { people?: unknown[]; courses?: unknown[] };
      must(answer?.status === 200 && ((isName ? found.people : found.courses)?.length ?? 0) > 0, `nothing was found for ${q}`);
      return { bytes: answer?.bytes ?? 0, requests: 1, queries: answer?.queries ?? 0 };
    },
  };
}

/** Sends the requests once, checks the answers, and returns the length of each. */
async function firstAnswers(visitor: Visitor | undefined, screen: Screen, { calls }: Recorded): Promise<number[]> {
  const parsed = new Map<string, Record<string, unknown>>();
  const lengths: number[] = [];
  let etag = "";
  for (const call of calls) {
    const answer = await visitor?.ask(withEtag(call, etag));
    if (answer) etag ||= etagIn(answer.body);
    if (answer?.status === 304 && call.unlessChanged) {
      lengths.push(0);
      continue;
    }
    if (answer?.status !== 200) throw new Error(`${call.method} ${call.path} answered ${answer?.status}: ${answer?.body.slice(0, 200)}`);
    if (call.path.startsWith("/rest/")) parsed.set(call.path, JSON.parse(answer.body) as Record<string, unknown>);
    else {
      must(answer.body.includes('id="stoa-environment"') && answer.body.includes("</html>"), `${call.path} is no page`);
      const first = firstReply(answer.body);
      if (first) parsed.set(first.address, first.reply);
    }
    lengths.push(answer.body.length);
  }
  screen.check(parsed);
  return lengths;
}

/** The call that a page carries the reply of, and that reply. */
export function firstReply(page: string): { address: string; reply: Record<string, unknown> } | null {
  const [, address = "", reply] = /id="stoa-first" data-address="([^"]+)">([^<]+)</.exec(page) ?? [];
  return reply === undefined ? null : { address, reply: JSON.parse(reply) as Record<string, unknown> };
}

/** Repeats requests as one visitor. Throws, which stops the run, on an answer that is not 200, or much shorter or longer than the first one. */
export async function replay(
  visitor: Visitor | undefined,
  calls: readonly Asked[],
  expected: readonly number[] | null,
  anew: boolean,
): Promise<ViewCost> {
  if (!visitor) throw new Error("There are more virtual users than visitors.");
  // Somebody not signed in comes without cookies each time.
  if (anew) visitor.cookies.clear();
  const cost = { bytes: 0, requests: 0, queries: 0 };
  let etag = "";
  for (const [index, call] of calls.entries()) {
    const answer = await visitor.ask(withEtag(call, etag));
    if (index === 0 && calls.some(({ unlessChanged }) => unlessChanged)) etag = etagIn(answer.body);
    checkAnswer(call, answer, expected?.[index]);
    cost.bytes += answer.bytes;
    cost.requests += 1;
    cost.queries += answer.queries;
  }
  return cost;
}

const etagIn = (html: string) => (/data-etag="([^"]+)"/.exec(html)?.[1] ?? "").replaceAll("&#34;", '"');
const withEtag = (call: Asked, etag: string): Asked =>
  call.unlessChanged && etag ? { ...call, headers: { "if-none-match": etag } } : call;

function checkAnswer(call: Asked, { status, body }: Answer, length: number | undefined) {
  if (status === 304 && call.unlessChanged) return;
  if (status !== 200) throw new Error(`${call.method} ${call.path} answered ${status}: ${body.slice(0, 300)}`);
  if (length !== undefined && (body.length < length * 0.8 || body.length > length * 1.25))
    throw new Error(`${call.method} ${call.path} answered ${body.length} characters where the first answer had ${length}.`);
}

/** W2: signing in, with the real password hash and with an almost free one, which shows the cost of everything else. */
export async function loginWorkloads(server: ServerProcess, seeded: Seeded): Promise<Workload[]> {
  const stranger = openVisitor(server.origin);
  await stranger.ask({ method: "GET", path: "/v/auth/login" });
  const csrf = [...stranger.cookies];
  stranger.close();
  const visitors = Array.from({ length: people }, () => openVisitor(server.origin));
  const workload = (id: string, name: string, emails: readonly string[], atMost?: number): Workload => ({
    id,
    name,
    ...(atMost !== undefined && { atMost }),
    async view(user) {
      const visitor = visitors[user];
      if (!visitor) throw new Error("There are more virtual users than visitors.");
      visitor.cookies.clear();
      for (const [key, value] of csrf) visitor.cookies.set(key, value);
      const asked: Asked = {
        method: "POST",
        path: "/rest/auth/login",
        body: JSON.stringify({ email: emails[user], password: demoPassword }),
      };
      const answer = await visitor.ask(asked);
      checkAnswer(asked, answer, undefined);
      if (!visitor.cookies.has("stoa_session")) throw new Error("Signing in gave no session.");
      return { bytes: answer.bytes, requests: 1, queries: answer.queries };
    },
  });
  return [
    workload("W2", "login, password hash apart", seeded.cheapEmails, 3),
    workload("W2h", "login with its password hash", seeded.emails),
  ];
}
