import { afterAll, beforeAll, expect, test } from "vitest";
import type { Client } from "#app/test/app.ts";
import { CourseFields } from "#features/authoring/fields-contract.ts";
import { aText, startRig, type Rig } from "./test/editor.ts";
import { learn } from "./test/learn.ts";

// A course in another language (EDT-16), through the public door.

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.app.close());

const docOf = (text: string) => ({ type: "doc", content: [{ type: "paragraph", content: [{ type: "text", text }] }] });
const aQuiz = {
  id: "q",
  kind: "quiz" as const,
  title: "Check",
  passPercent: 50,
  submissions: null,
  questions: [{ id: "q1", kind: "trueFalse" as const, stem: "Stairs go up.", points: 1, correct: true, feedback: "They do." }],
};

/** A published course of one page with a text and a quiz, which has German, and what is done with it. */
async function aGermanCourse() {
  const { aCourse, author, at, aContent, aPage, open } = rig;
  const { id } = await aCourse({
    title: "Stairs",
    content: aContent([aPage("p1", { title: "Rails", blocks: [aText("b1", "Hold on to the rail."), aQuiz] })]),
  });
  await open(id);
  await author.put(at(id, "/translations/de"), { isOffered: true });
  const texts = async (pageId?: string) =>
    (await author.get(at(id, `/translations/de/texts${pageId === undefined ? "" : `?pageId=${pageId}`}`))).json().texts as {
      key: string;
      source: unknown;
      translation: unknown;
      madeFrom: unknown;
    }[];
  const say = async (pageId: string | null, key: string, value: unknown, more: object = {}, client: Client = author) => {
    const text = (await texts(pageId ?? undefined)).find((one) => one.key === key);
    return client.put(at(id, "/translations/de/texts"), {
      pageId,
      key,
      source: text?.source,
      was: text?.translation ?? null,
      value,
      ...more,
    });
  };
  const publish = async () => {
    const { revision } = await open(id);
    return author.post(at(id, "/publish"), { revision, note: "In German" });
  };
  return { id, texts, say, publish };
}

/** Somebody who reads German and learns the course. */
async function aGermanLearner(courseId: number) {
  const person = await learn(rig, courseId);
  await person.client.put("/rest/account/profile", { givenName: "Grete", familyName: "Gruber", locale: "de", timeZone: null });
  return person;
}

test("what is translated, offered and published is read by those who read that language, and by nobody else", async () => {
  const { id, texts, say, publish } = await aGermanCourse();
  expect((await texts("p1")).map(({ key }) => key)).toEqual([
    "pages/p1/title",
    "blocks/b1/doc",
    "blocks/q/title",
    "blocks/q/questions/q1/stem",
    "blocks/q/questions/q1/feedback",
  ]);
  for (const [key, words] of [
    ["blocks/q/title", "Prüfung"],
    ["blocks/q/questions/q1/stem", "Treppen führen hinauf."],
    ["blocks/q/questions/q1/feedback", "So ist es."],
    ["pages/p1/title", "Geländer"],
  ] as const)
    expect((await say("p1", key, words)).statusCode).toBe(200);
  expect((await say(null, "course/title", "Treppen")).statusCode).toBe(200);
  const { author, at } = rig;
  expect((await author.get(at(id, "/translations"))).json()).toMatchObject({
    source: "en",
    languages: [
      {
        language: "de",
        isOffered: true,
        parts: [
          { pageId: null, translated: 1 },
          { pageId: "p1", total: 5, translated: 4, stale: 0 },
        ],
      },
    ],
    others: [],
  });
  // Before it is published, nothing of the document is anybody's but its authors'.
  const german = await aGermanLearner(id);
  expect((await german.launch()).content.chapters[0]?.pages[0]?.title).toBe("Rails");
  expect((await author.get(at(id, "/publish"))).json()).toMatchObject({
    change: "minor",
    isReady: true,
    problems: [{ code: "translation_behind", severity: "warning", values: { language: "de", stale: 0 } }],
  });
  expect((await publish()).json()).toMatchObject({ change: "minor", number: 2 });
  expect(await rig.open(id)).toMatchObject({ hasChanges: false });

  const opened = await german.launch();
  expect(opened).toMatchObject({
    course: { title: "Treppen", language: "en", versionNumber: 2 },
    content: {
      spoken: { language: "de", inSource: ["b1"] },
      chapters: [
        {
          pages: [
            { title: "Geländer", blocks: [{ id: "b1" }, { id: "q", title: "Prüfung", questions: [{ stem: "Treppen führen hinauf." }] }] },
          ],
        },
      ],
    },
  });
  const state = await german.store({ kind: "submit", blockId: "q", answers: { q1: { kind: "trueFalse", value: true } } });
  expect(JSON.stringify(state.blocks["q"])).toContain("So ist es.");
  expect((await german.client.get(`/rest/course/details/${id}`)).json()).toMatchObject({
    title: "Treppen",
    outline: [{ pages: [{ title: "Geländer" }] }],
  });
  expect((await german.client.get("/rest/course/catalog?q=hinauf")).json().rows).toEqual([]);
  expect((await german.client.get("/rest/course/catalog?q=gelander")).json().rows).toMatchObject([{ id, title: "Treppen" }]);
  expect((await german.client.get("/rest/enrolment/myCourses")).json().rows).toMatchObject([{ title: "Treppen" }]);
  expect((await german.client.get("/rest/dashboard/student")).json()).toMatchObject({
    next: { data: { next: { title: "Treppen", place: { page: "Geländer" } } } },
  });

  const english = await learn(rig, id);
  const own = await english.launch();
  expect(own.content).not.toHaveProperty("spoken");
  expect(own.content.chapters[0]?.pages[0]).toMatchObject({ title: "Rails", blocks: [{ id: "b1" }, { title: "Check" }] });
});

test("a changed original makes its translation stale: learners get the original until somebody says what holds", async () => {
  const { id, texts, say, publish } = await aGermanCourse();
  await say("p1", "blocks/b1/doc", docOf("Halten Sie sich am Geländer fest."));
  await publish();
  const german = await aGermanLearner(id);
  expect(JSON.stringify((await german.launch()).content)).toContain("Halten Sie sich");
  const { page, revision } = await rig.read(id, "p1");
  await rig.save(id, Object.assign(page, { blocks: [aText("b1", "Hold on to both rails."), aQuiz] }), revision);
  expect((await texts("p1")).find(({ key }) => key === "blocks/b1/doc")).toMatchObject({
    source: docOf("Hold on to both rails."),
    translation: docOf("Halten Sie sich am Geländer fest."),
    madeFrom: docOf("Hold on to the rail."),
  });
  await publish();
  const stale = await german.launch();
  expect(JSON.stringify(stale.content)).toContain("both rails");
  expect(stale.content).toMatchObject({ spoken: { inSource: expect.arrayContaining(["b1"]) } });
  // The same translation once more, for the new original.
  expect((await say("p1", "blocks/b1/doc", docOf("Halten Sie sich am Geländer fest."))).statusCode).toBe(200);
  await publish();
  expect(JSON.stringify((await german.launch()).content)).toContain("Halten Sie sich");
});

test("nobody translates over somebody else, nor from an original that is no more", async () => {
  const { id, say } = await aGermanCourse();
  await say("p1", "pages/p1/title", "Geländer");
  expect((await say("p1", "pages/p1/title", "Handlauf", { was: null })).json()).toMatchObject({
    code: "translation_changed",
    data: { translation: "Geländer" },
  });
  expect((await say("p1", "pages/p1/title", "Handlauf", { source: "Rail" })).json()).toMatchObject({
    code: "source_changed",
    data: { source: "Rails" },
  });
  expect((await say("p1", "pages/p1/title", null)).json()).toEqual({ translation: null });
  expect((await say("p1", "pages/p9/title", "Nichts", { source: "x" })).statusCode).toBe(404);
  const { author, at } = rig;
  expect((await author.get(at(id, "/translations"))).json()).toMatchObject({ languages: [{ parts: [{}, { translated: 0 }] }] });
});

test.each([
  ["too long a title", "p1", "pages/p1/title", "x".repeat(201)],
  ["rich text for a title", "p1", "pages/p1/title", docOf("x")],
  ["plain words for rich text", "p1", "blocks/b1/doc", "x"],
  ["what no text of a course has", "p1", "blocks/b1/doc", { type: "doc", content: [{ type: "script", text: "x" }] }],
  ["too long a course title", null, "course/title", "x".repeat(201)],
])("%s is refused, and nothing is changed", async (_, pageId, key, value) => {
  const { id, say } = await aGermanCourse();
  const answer = await say(pageId, key, value);
  expect(answer.statusCode).toBe(400);
  expect(answer.json().message).toBeTruthy();
  expect(
    (await rig.author.get(rig.at(id, "/translations")))
      .json()
      .languages[0].parts.map(({ translated }: { translated: number }) => translated),
  ).toEqual([0, 0]);
});

test("a language is neither the course's own nor another one than Stoa speaks, and goes with its texts", async () => {
  const { id, say, publish } = await aGermanCourse();
  const { author, at } = rig;
  expect((await author.put(at(id, "/translations/en"), { isOffered: true })).json()).toMatchObject({
    errors: [{ field: "language", code: "own_language" }],
  });
  expect((await author.put(at(id, "/translations/xx"), { isOffered: true })).statusCode).toBe(400);
  await say("p1", "pages/p1/title", "Geländer");
  await publish();
  expect((await author.post(at(id, "/translations/de/remove"))).json()).toEqual({ removed: 1 });
  expect((await author.get(at(id, "/translations"))).json()).toMatchObject({ languages: [], others: ["de"] });
  expect(await rig.open(id)).toMatchObject({ hasChanges: true });
  expect((await author.post(at(id, "/translations/de/remove"))).statusCode).toBe(404);
});

test("a course does not become one in a language that it is translated into", async () => {
  const { id } = await aGermanCourse();
  const { author, at } = rig;
  const draft = await rig.open(id);
  const save = (language: string) =>
    author.put(at(id, "/details"), { ...CourseFields.parse({ ...draft, language }), revision: draft.revision });
  expect((await save("de-AT")).json()).toMatchObject({ errors: [{ field: "language", code: "translated_into" }] });
  expect((await save("fr")).statusCode).toBe(200);
});

test("of two who translate what the course says about itself at once, both are kept", async () => {
  const { id, say } = await aGermanCourse();
  await rig.author.put(rig.at(id, "/details"), {
    ...CourseFields.parse(await rig.open(id)),
    summary: "Up and down",
    revision: (await rig.open(id)).revision,
  });
  const answers = await Promise.all([say(null, "course/title", "Treppen"), say(null, "course/summary", "Hinauf und hinunter")]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  const german = await aGermanLearner(id);
  expect((await german.client.get(`/rest/course/details/${id}`)).json()).toMatchObject({
    title: "Treppen",
    summary: "Hinauf und hinunter",
  });
});

test("a language that is not offered reaches nobody", async () => {
  const { id, say, publish } = await aGermanCourse();
  await say("p1", "pages/p1/title", "Geländer");
  await say(null, "course/title", "Treppen");
  await rig.author.put(rig.at(id, "/translations/de"), { isOffered: false });
  expect((await publish()).json()).toMatchObject({ code: "draft_unchanged" });
  const german = await aGermanLearner(id);
  expect(await german.launch()).toMatchObject({ course: { title: "Stairs" }, content: { chapters: [{ pages: [{ title: "Rails" }] }] } });
});

test("a copy has its languages with it, for its own pages and blocks", async () => {
  const { id, say } = await aGermanCourse();
  await say("p1", "blocks/b1/doc", docOf("Halten Sie sich fest."));
  await say("p1", "pages/p1/title", "Geländer");
  const { author, at } = rig;
  const copied = await author.post(`/rest/editor/courses/${id}/duplicate`, {});
  const copy = copied.json() as { id: number };
  expect((await author.get(at(copy.id, "/translations"))).json()).toMatchObject({
    languages: [{ language: "de", isOffered: true, parts: [{}, { total: 5, translated: 2, stale: 0 }] }],
  });
});

test("two versions are compared in each language: what learners get by the later one, and not by the earlier", async () => {
  const { id, say, publish } = await aGermanCourse();
  const { author, at } = rig;
  const compare = async (from: string, to: string) => (await author.get(at(id, `/translations/changes?from=${from}&to=${to}`))).json();
  await say("p1", "pages/p1/title", "Geländer");
  expect(await compare("1", "draft")).toEqual({
    languages: [
      {
        language: "de",
        state: "added",
        total: 1,
        changes: [
          {
            key: "pages/p1/title",
            owner: "page",
            ownerId: "p1",
            field: "title",
            places: [],
            page: "Rails",
            before: null,
            after: "Geländer",
          },
        ],
      },
    ],
  });
  await publish();
  expect(await compare("2", "draft")).toEqual({ languages: [] });
  await say("p1", "pages/p1/title", "Handlauf");
  await say("p1", "blocks/q/title", "Prüfung");
  expect((await compare("2", "draft")).languages).toMatchObject([
    {
      state: "changed",
      total: 2,
      changes: [
        { before: "Geländer", after: "Handlauf" },
        { owner: "quiz", field: "title", before: null, after: "Prüfung" },
      ],
    },
  ]);
  expect((await compare("draft", "1")).languages).toEqual([{ language: "de", state: "removed", total: 0, changes: [] }]);
  expect((await author.get(at(id, "/translations/changes?from=9&to=draft"))).statusCode).toBe(404);
  expect((await author.get(at(id, "/translations/changes?from=first&to=draft"))).statusCode).toBe(400);
});

test("restoring a version brings its translations back; what was translated since stays", async () => {
  const { id, texts, say, publish } = await aGermanCourse();
  const { author, at, open } = rig;
  await say("p1", "pages/p1/title", "Geländer");
  await say("p1", "blocks/b1/doc", docOf("Halten Sie sich am Geländer fest."));
  await publish();
  const { revision } = (await author.get(at(id, "/pages/p1"))).json();
  const page = { id: "p1", title: "Handrails", minutes: 5, rule: { viewed: true }, blocks: [aText("b1", "Hold on."), aQuiz] };
  expect((await author.put(at(id, "/pages/p1"), { page, revision })).statusCode).toBe(200);
  await say("p1", "pages/p1/title", "Handläufe");
  await say("p1", "blocks/q/title", "Prüfung");
  const restore = async () =>
    author.post(at(id, "/versions/2/restore"), {
      outlineRevision: ((await open(id)) as unknown as { outlineRevision: number }).outlineRevision,
    });
  expect((await restore()).statusCode).toBe(200);
  const held = async () => new Map((await texts("p1")).map(({ key, translation, madeFrom }) => [key, { translation, madeFrom }]));
  const after = await held();
  expect(after.get("pages/p1/title")).toEqual({ translation: "Geländer", madeFrom: null });
  expect(after.get("blocks/b1/doc")).toEqual({ translation: docOf("Halten Sie sich am Geländer fest."), madeFrom: null });
  expect(after.get("blocks/q/title")).toEqual({ translation: "Prüfung", madeFrom: null });
  // A language that was taken away comes back with the version that had it.
  await author.post(at(id, "/translations/de/remove"), {});
  expect((await restore()).statusCode).toBe(200);
  expect((await author.get(at(id, "/translations"))).json().languages).toMatchObject([{ language: "de", isOffered: true }]);
  expect((await held()).get("pages/p1/title")).toEqual({ translation: "Geländer", madeFrom: null });
  expect((await author.get(at(id, "/translations/changes?from=2&to=draft"))).json()).toEqual({ languages: [] });
});

test("a translation that is sent twice, because its answer was lost, is saved once and refused by nobody", async () => {
  const { say } = await aGermanCourse();
  const first = { was: null };
  expect((await say("p1", "pages/p1/title", "Geländer", first)).statusCode).toBe(200);
  expect((await say("p1", "pages/p1/title", "Geländer", first)).json()).toEqual({ translation: "Geländer" });
  expect((await say("p1", "pages/p1/title", "Handlauf", first)).json()).toMatchObject({ code: "translation_changed" });
});

test("those who may not edit the course neither see nor change its translations (security.md #26)", async () => {
  const { id } = await aGermanCourse();
  const { app, at } = rig;
  const body = { pageId: "p1", key: "pages/p1/title", source: "Rails", was: null, value: "Geländer" };
  for (const [client, status] of [
    [await app.signIn("student", "a"), 403],
    [await app.signIn("manager", "a"), 403],
    [await app.signIn("author", "b"), 404],
  ] as const)
    expect([
      (await client.get(at(id, "/translations"))).statusCode,
      (await client.get(at(id, "/translations/de/texts"))).statusCode,
      (await client.get(at(id, "/translations/changes?from=1&to=draft"))).statusCode,
      (await client.put(at(id, "/translations/de/texts"), body)).statusCode,
      (await client.put(at(id, "/translations/de"), { isOffered: false })).statusCode,
      (await client.post(at(id, "/translations/de/remove"))).statusCode,
    ]).toEqual(Array.from({ length: 6 }, () => status));
});
