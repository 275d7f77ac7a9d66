import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp } from "#app/test/app.ts";
import type { Client, TestApp } from "#app/test/app.ts";
import { aContent, aPage } from "#app/test/builders.ts";
import type { QuizBlock } from "#features/blocks/quiz/quiz.ts";
import type { Catalog, CourseDetails } from "./contract.ts";

let app: TestApp;
let student: Client;
let safety: number;
let fire: number;

const list = async (query: Record<string, string> = {}, client: Client = student) => {
  const response = await client.get(`/rest/course/catalog?${new URLSearchParams(query)}`);
  expect(response.statusCode, response.body).toBe(200);
  return response.json<Catalog>();
};
const titles = ({ rows }: Catalog) => rows.map(({ title }) => title);
const find = async (query: Record<string, string>, client?: Client) => titles(await list(query, client));
const details = (courseId: number | string, client: Client = student) => client.get(`/rest/course/details/${courseId}`);
const open = async (courseId: number, client?: Client) => (await details(courseId, client)).json<CourseDetails>();

beforeAll(async () => {
  app = await startTestApp();
  student = await app.signIn("student", "a");
  safety = (await app.aCategory("a", { name: "Safety" })).id;
  fire = (await app.aCategory("a", { name: "Fire", parentId: safety })).id;
  const office = (await app.aCategory("a", { name: "Office" })).id;
  await app.aCourse("a", { title: "Fire warden", summary: "Leading people out.", tags: ["evacuation"], minutes: 15, categoryIds: [fire] });
  await app.aCourse("a", {
    title: "Lifting and carrying",
    summary: "Nothing about fire here.",
    minutes: 60,
    categoryIds: [safety, office],
    language: "de",
  });
  await app.aCourse("a", { title: "Writing e-mail people read", tags: ["fire"], minutes: 61, categoryIds: [office], type: "classroom" });
  await app.aCourse("a", { title: "Only a draft", status: "draft" });
  await app.aCourse("a", { title: "Once there was", status: "archived" });
  await app.aCourse("b", { title: "Fire in portal B", language: "fr" });
}, 120_000);
afterAll(() => app?.close());

describe("catalog", () => {
  test("lists what this portal has published, by title, each with its one action", async () => {
    const found = await list();
    expect(titles(found)).toEqual(["Fire warden", "Lifting and carrying", "Writing e-mail people read"]);
    expect(found).toMatchObject({ total: 3, all: 3, page: 1 });
    expect(found.rows[0]).toMatchObject({
      type: "online",
      minutes: 15,
      enrolled: false,
      action: { kind: "enrol" },
      categories: [{ id: fire, name: "Fire" }],
    });
  });

  test("every typed word is a prefix; a title counts more than a tag, a tag more than the summary", async () => {
    expect(await find({ q: "FIR" })).toEqual(["Fire warden", "Writing e-mail people read", "Lifting and carrying"]);
    expect(await find({ q: "ward fir" })).toEqual(["Fire warden"]);
    expect(await find({ q: "evac" })).toEqual(["Fire warden"]);
    expect(await find({ q: "e-mai" })).toEqual(["Writing e-mail people read"]);
    expect(await find({ q: "rden" })).toEqual([]);
  });

  test.each([
    "'",
    "''",
    "%",
    "_",
    ":",
    "&",
    "!",
    "|",
    "(",
    "<->",
    ":*",
    "\\",
    "\\'",
    "a' | 'b",
    "\u0000",
    "\u0000fire",
    "';drop table courses;--",
    "😀",
    "\ud800",
    "<script>alert(1)</script>",
    "fire:A & !warden",
  ])("hostile words are only words: %j", async (q) => {
    const { total } = await list({ q });
    expect(total).toBe(q === "\u0000fire" ? 3 : 0);
  });

  test("words nobody can read are refused, not tried", async () => {
    const long = await student.get(`/rest/course/catalog?q=${"a".repeat(201)}`);
    expect(long.statusCode).toBe(400);
    expect(long.json()).toMatchObject({ errors: [{ field: "q" }] });
    expect([400, 414, 431]).toContain((await student.get(`/rest/course/catalog?q=${"a".repeat(100_000)}`)).statusCode);
  });

  test.each([
    "categories=1;drop",
    "categories=1,,2",
    "type=4",
    "type=3",
    "type=webinar",
    "duration=forever",
    "state=maybe",
    "sort=price",
    "page=0",
    "page=-1",
    "page=1.5",
    "page=x",
    "language=%27",
    "categories=99999999999999999999",
  ])("a filter that does not exist is 400: %s", async (query) => {
    expect((await student.get(`/rest/course/catalog?${query}`)).statusCode).toBe(400);
  });

  test("a category includes what lies below it; several of one facet widen, two facets narrow", async () => {
    expect(await find({ categories: `${safety}` })).toEqual(["Fire warden", "Lifting and carrying"]);
    expect(await find({ categories: `${fire}` })).toEqual(["Fire warden"]);
    expect(await find({ duration: "short,medium" })).toEqual(["Fire warden", "Lifting and carrying"]);
    expect(await find({ duration: "long", type: "classroom" })).toEqual(["Writing e-mail people read"]);
    expect(await find({ categories: `${safety}`, language: "de" })).toEqual(["Lifting and carrying"]);
    expect(await find({ categories: "999999" })).toEqual([]);
  });

  test("a facet counts what the search and the other facets leave, not its own choice", async () => {
    const { facets, total } = await list({ categories: `${safety}`, duration: "short" });
    expect(total).toBe(1);
    expect(facets.duration).toEqual([
      { id: "short", count: 1 },
      { id: "medium", count: 1 },
      { id: "long", count: 0 },
    ]);
    expect(facets.categories.map(({ name, depth, count }) => [name, depth, count])).toEqual([
      ["Safety", 0, 1],
      ["Fire", 1, 1],
      ["Office", 0, 0],
    ]);
    expect(facets.type).toEqual([
      { id: "online", count: 1 },
      { id: "classroom", count: 0 },
    ]);
    expect(facets.language).toEqual([
      { id: "en", count: 1 },
      { id: "de", count: 0 },
    ]);
    // A course in two categories of one branch counts once in that branch.
    expect((await list()).facets.categories[0]).toMatchObject({ name: "Safety", count: 2 });
  });

  test("sorts by title, newest and shortest", async () => {
    expect((await find({ sort: "newest" }))[0]).toBe("Writing e-mail people read");
    expect((await find({ sort: "shortest" }))[0]).toBe("Fire warden");
    expect((await find({ sort: "title", q: "fire" }))[0]).toBe("Fire warden");
  });

  test("pages hold 24; a page past the end is the last one", async () => {
    const category = (await app.aCategory("b", { name: "Many" })).id;
    for (let n = 0; n < 25; n++) await app.aCourse("b", { title: `Many ${String(n).padStart(2, "0")}`, categoryIds: [category] });
    const reader = await app.signIn("student", "b");
    const first = await list({ categories: `${category}` }, reader);
    expect(first).toMatchObject({ total: 25, page: 1, pageSize: 24 });
    expect(first.rows).toHaveLength(24);
    const last = await list({ categories: `${category}`, page: "99" }, reader);
    expect(last.page).toBe(2);
    expect(titles(last)).toEqual(["Many 24"]);
  });

  test("the other portal has its own courses and does not know these categories", async () => {
    const stranger = await app.signIn("student", "b");
    expect(await find({ q: "fire" }, stranger)).toEqual(["Fire in portal B"]);
    expect(await find({ categories: `${safety}` }, stranger)).toEqual([]);
    expect((await list({}, stranger)).facets.categories.map(({ name }) => name)).not.toContain("Safety");
  });

  test("security.md 1: shows one's own standing and nobody else's", async () => {
    const other = await app.signInAs(await app.aPerson("a"), "a");
    const { id } = await app.aCourse("a", { title: "Standing" });
    await app.anEnrolment("a", { courseId: id, userId: other.userId });
    expect((await list({ q: "standing", state: "enrolled" }, other)).rows[0]).toMatchObject({
      enrolled: true,
      action: { kind: "start" },
    });
    expect(await find({ q: "standing", state: "enrolled" })).toEqual([]);
    expect((await list({ q: "standing", state: "notEnrolled" })).rows[0]).toMatchObject({ action: { kind: "enrol" } });
  });

  test("nobody reads it without signing in", async () => {
    expect((await app.anonymous("a").get("/rest/course/catalog")).statusCode).toBe(401);
    expect((await details(1, app.anonymous("a"))).statusCode).toBe(401);
  });
});

describe("details", () => {
  test("give outline, rule in words, requirements and the action", async () => {
    const quiz: QuizBlock = { id: "q", kind: "quiz", title: "Final check", passPercent: 80, submissions: null, questions: [] };
    const { id } = await app.aCourse("a", {
      title: "Whole",
      summary: "All of it.",
      content: aContent([aPage("p1", { minutes: 3 }), aPage("p2", { minutes: 4, blocks: [quiz] })]),
      rule: {
        kind: "all",
        rules: [
          { kind: "pages", percent: 100 },
          { kind: "score", blockId: "q", percent: 80 },
        ],
      },
    });
    const course = await open(id);
    expect(course).toMatchObject({
      title: "Whole",
      versionNumber: 1,
      percent: null,
      resumePageId: null,
      enrolment: null,
      attempts: [],
      action: { kind: "enrol" },
      tabs: ["overview", "outline", "requirements"],
      requirements: [
        { code: "member", met: true },
        { code: "selfEnrolment", met: false },
      ],
    });
    expect(course.outline).toEqual([
      {
        id: "c1",
        title: "Chapter one",
        minutes: 7,
        pages: [
          { id: "p1", title: "Page p1", minutes: 3, hasVideo: false, hasQuiz: false, done: false },
          { id: "p2", title: "Page p2", minutes: 4, hasVideo: false, hasQuiz: true, done: false },
        ],
      },
    ]);
    expect(course.completion).toMatchObject({
      rule: {
        kind: "all",
        rules: [
          { kind: "pages", percent: 100 },
          { kind: "score", percent: 80 },
        ],
      },
    });
    expect(Object.values(course.completion?.quizzes ?? {})).toEqual(["Final check"]);
  });

  test("show an attempt under way with its marks and where to go on", async () => {
    const { id } = await app.aCourse("a", { title: "Under way" });
    await student.post("/rest/enrolment/enrol", { courseId: id });
    const launched = await student.post("/rest/progress/launch", { courseId: id });
    expect(launched.statusCode, launched.body).toBe(200);
    const { epoch, state } = launched.json();
    const stored = await student.post(`/rest/progress/attempts/${state.attemptId}/commits`, {
      clientId: "test-client-1",
      epoch,
      commits: [
        { seq: 1, fact: { kind: "view", pageId: "p1" } },
        { seq: 2, fact: { kind: "place", pageId: "p2" } },
      ],
    });
    expect(stored.statusCode, stored.body).toBe(200);
    const course = await open(id);
    expect(course).toMatchObject({
      percent: 50,
      resumePageId: "p2",
      action: { kind: "continue", percent: 50 },
      attempts: [{ number: 1, versionNumber: 1, percent: 50, completedAt: null }],
    });
    expect(course.tabs).toContain("attempts");
    expect(course.outline[0]?.pages.map(({ done }) => done)).toEqual([true, false]);
    expect((await list({ q: "under way" })).rows[0]?.action).toMatchObject({ kind: "continue", percent: 50 });
  });

  test("security.md 26: drafts, other portals and what never was are the same 404", async () => {
    const draft = await app.aCourse("a", { status: "draft" });
    const archived = await app.aCourse("a", { status: "archived" });
    const foreign = await app.aCourse("b");
    const bodies = await Promise.all(
      [draft.id, archived.id, foreign.id, 99_999_999].map(async (id) => {
        const response = await details(id);
        expect(response.statusCode).toBe(404);
        return response.json<{ message: string }>().message;
      }),
    );
    expect(new Set(bodies).size).toBe(1);
    for (const id of ["x", "1e3x", "-1", "1.5", "99999999999999999999"]) expect((await details(id)).statusCode).toBe(400);
  });

  test("an archived course stays visible to those it was given to, without a way to begin", async () => {
    const { id } = await app.aCourse("a", { status: "archived" });
    await app.anEnrolment("a", { courseId: id, userId: student.userId, kind: "person" });
    expect(await open(id)).toMatchObject({ isArchived: true, action: { kind: "locked", reason: "archived" } });
    expect((await details(id, await app.signIn("author", "a"))).statusCode).toBe(404);
  });

  test("say why not: by invitation, no longer open, not a member", async () => {
    const invited = await app.aCourse("a", { selfEnrol: false });
    expect(await open(invited.id)).toMatchObject({
      action: { kind: "locked", reason: "byInvitation" },
      requirements: [{ code: "member" }, { code: "invitation", met: false }],
    });
    await app.anEnrolment("a", { courseId: invited.id, userId: student.userId, kind: "person", expiresAt: new Date(Date.now() - 60_000) });
    expect(await open(invited.id)).toMatchObject({ action: { kind: "locked", reason: "ended" }, enrolment: { active: false } });
    const system = await app.signIn("system", "a");
    const course = await app.aCourse("a");
    expect(await open(course.id, system)).toMatchObject({ action: { kind: "locked", reason: "notMember" } });
    expect((await list({}, system)).rows[0]?.action).toMatchObject({ kind: "locked", reason: "notMember" });
  });
});

describe("search in what courses teach", () => {
  test("title over tag over outline over text; what quizzes ask and earlier versions are not searched", async () => {
    const text = (words: string) => ({
      type: "doc" as const,
      content: [{ type: "paragraph" as const, content: [{ type: "text" as const, text: words }] }],
    });
    const page = (id: string, words: string, title = id) =>
      aPage(id, { title, blocks: [{ id: `${id}-b`, kind: "text", doc: text(words) }] });
    await app.aCourse("b", { title: "Text", content: aContent([page("t1", "Mind the gangway. The gangway is steep.")]) });
    await app.aCourse("b", { title: "Outline", content: aContent([page("o1", "Mind the step.", "The gangway")]) });
    await app.aCourse("b", { title: "Tag", tags: ["Gangways"] });
    await app.aCourse("b", { title: "Up the gangway" });
    const quiz: QuizBlock = {
      id: "q",
      kind: "quiz",
      title: "Bollards",
      passPercent: 50,
      submissions: null,
      questions: [
        {
          id: "q1",
          kind: "single",
          stem: "Gangway?",
          points: 1,
          options: [{ id: "y", text: "Gangway" }],
          correct: "y",
          feedback: "Gangway",
        },
      ],
    };
    await app.aCourse("b", { title: "Quiz only", content: aContent([aPage("z1", { title: "Check", blocks: [quiz] })]) });
    const sailor = await app.signIn("student", "b");
    expect(await find({ q: "gangw" }, sailor)).toEqual(["Up the gangway", "Tag", "Outline", "Text"]);
    // Of a quiz its title alone.
    expect(await find({ q: "bollards" }, sailor)).toEqual(["Quiz only"]);
    // The words may occur in different parts of a course.
    expect(await find({ q: "outline gangway step" }, sailor)).toEqual(["Outline"]);
    expect(await find({ q: "gangw" })).toEqual([]);
  });
});
