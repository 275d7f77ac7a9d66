import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { hostileHtml } from "#app/security/canary-seed.ts";
import { startTestApp, type Client, type TestApp } from "#app/test/app.ts";
import type { HelpRow } from "./contract.ts";
import { anArticleBody } from "./test/an-article.ts";
import {
  mostVersions,
  type ArticleChange,
  type ArticleTerms,
  type HelpTexts,
  type HelpVersion,
  type Writing,
  type WritingRow,
} from "./writing-contract.ts";

let app: TestApp;
let admin: Client;
let student: Client;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.signIn("admin", "a");
  student = await app.signIn("student", "a");
});
afterAll(() => app.close());
beforeEach(() =>
  app.databases.inSystem("prepare a test", async (db) => {
    for (const table of ["help_overrides", "help_articles", "help_answers", "help_versions"] as const) await db.deleteFrom(table).execute();
    await db.updateTable("users").set({ locale: "en" }).where("id", "=", app.person("student", "a").id).execute();
  }),
);

const inEnglish: HelpTexts = { en: { title: "What you have learned", html: "<p>Ask <strong>Ana</strong> for the rest.</p>" }, de: null };
const mark = "0123abcd";
const rowsOf = async (client: Client) => ((await client.get("/rest/help/articles")).json() as { rows: HelpRow[] }).rows;
const written = async () => ((await admin.get("/rest/help/writing")).json() as { rows: WritingRow[] }).rows;
const read = async (client: Client, article: string) => {
  const answer = await client.get(`/rest/help/articles/${article}`);
  return {
    status: answer.statusCode,
    ...(answer.json() as { isHidden: boolean; text: { title: string; html: string; language: string } | null; helped: boolean | null }),
  };
};
const override = (article: string, texts: HelpTexts, revision = 0, client = admin) =>
  client.put(`/rest/help/writing/builtIn/${article}`, { revision, texts, builtIn: mark });
const hide = (article: string, isHidden: boolean, client = admin) =>
  client.put(`/rest/help/writing/builtIn/${article}/hidden`, { isHidden });
const write = async (given: Partial<ArticleTerms> = {}) =>
  (await admin.post("/rest/help/writing/own", anArticleBody(given))).json() as Writing;
const change = (article: string, what: ArticleChange, client = admin) =>
  client.post(`/rest/help/writing/own/${article.slice(4)}/state`, { change: what });
const publish = async (given: Partial<ArticleTerms> = {}) => {
  const { article } = await write(given);
  expect((await change(article, "publish")).json()).toMatchObject({ article, state: "published" });
  return article;
};
const speaks = (locale: string) =>
  app.databases.inSystem("prepare a test", (db) =>
    db.updateTable("users").set({ locale }).where("id", "=", app.person("student", "a").id).execute(),
  );

test("a built-in article is hidden from everybody of the portal and shown again; the other portal keeps it", async () => {
  expect((await hide("history", true)).json()).toMatchObject({ article: "history", isHidden: true, revision: 1 });
  expect(await rowsOf(student)).toEqual([{ article: "history", isHidden: true, text: null }]);
  expect(await read(student, "history")).toMatchObject({ status: 200, isHidden: true, text: null });
  expect((await student.put("/rest/help/articles/history/answer", { helped: true })).statusCode).toBe(404);
  expect(await rowsOf(await app.signIn("student", "b"))).toEqual([]);
  expect((await hide("history", true)).json()).toMatchObject({ revision: 1 });
  expect((await hide("history", false)).json()).toMatchObject({ isHidden: false, revision: 2 });
  expect(await rowsOf(student)).toEqual([]);
});

test("a built-in article is said in other words, language by language, and reset", async () => {
  const saved = (await override("history", inEnglish)).json() as Writing;
  expect(saved).toMatchObject({ texts: inEnglish, revision: 1, builtIn: mark });
  expect(saved.changedBy).toBeTruthy();
  // The list has what one searches in, without markup.
  expect(await rowsOf(student)).toEqual([
    { article: "history", isHidden: false, text: { title: "What you have learned", words: "Ask Ana for the rest.", language: "en" } },
  ]);
  expect(await read(student, "history")).toMatchObject({ text: { ...inEnglish.en, language: "en" } });
  // Where a language is missing, the built-in text stays.
  await speaks("de");
  expect(await rowsOf(student)).toEqual([]);
  expect(await read(student, "history")).toMatchObject({ isHidden: false, text: null });
  const german = { title: "Was du gelernt hast", html: "Frag Ana.\n\nSie weiß es." };
  expect((await override("history", { ...inEnglish, de: german })).statusCode).toBe(409);
  expect((await override("history", { ...inEnglish, de: german }, 1)).statusCode).toBe(200);
  expect(await read(student, "history")).toMatchObject({
    text: { title: german.title, html: "<p>Frag Ana.</p><p>Sie weiß es.</p>", language: "de" },
  });
  expect((await override("history", { en: null, de: null }, 2)).json()).toMatchObject({
    builtIn: null,
    texts: { en: null, de: null },
    revision: 3,
  });
  expect(await rowsOf(student)).toEqual([]);
});

test("hiding and words are kept apart, and what an article is about decides who reads them", async () => {
  await hide("audit", true);
  expect((await override("audit", inEnglish, 1)).json()).toMatchObject({ isHidden: true, texts: inEnglish });
  expect(await rowsOf(student)).toEqual([]);
  expect((await student.get("/rest/help/articles/audit")).statusCode).toBe(404);
  expect(await rowsOf(admin)).toHaveLength(1);
  expect(await read(admin, "audit")).toMatchObject({ isHidden: true, text: null });
});

test("an article of the portal's own is a draft first, is published, taken back, deleted and brought back", async () => {
  const made = await write();
  expect(made).toMatchObject({ state: "draft", roles: [], texts: anArticleBody().texts });
  expect(await rowsOf(student)).toEqual([]);
  expect(await read(student, made.article)).toMatchObject({ status: 404 });
  await change(made.article, "publish");
  expect(await rowsOf(student)).toEqual([
    { article: made.article, isHidden: false, text: { title: "Borrow a helmet", words: "Helmets hang beside gate two.", language: "en" } },
  ]);
  // Whoever reads German reads the English text, and is told that it is English.
  await speaks("de");
  expect(await read(student, made.article)).toMatchObject({ text: { language: "en" } });
  await change(made.article, "withdraw");
  expect(await read(student, made.article)).toMatchObject({ status: 404 });
  await change(made.article, "publish");
  expect((await change(made.article, "delete")).json()).toMatchObject({ state: "deleted" });
  expect(await rowsOf(student)).toEqual([]);
  expect((await change(made.article, "publish")).statusCode).toBe(404);
  expect((await change(made.article, "restore")).json()).toMatchObject({ state: "published" });
  expect(await rowsOf(student)).toHaveLength(1);
});

test("own articles have an order and a revision", async () => {
  const one = await publish({ texts: { en: { title: "One", html: "1" }, de: null } });
  const two = await publish({ texts: { en: { title: "Two", html: "2" }, de: null } });
  expect((await rowsOf(student)).map(({ article }) => article)).toEqual([one, two]);
  const ids = [two, one].map((name) => Number(name.slice(4)));
  expect((await admin.post("/rest/help/writing/order", { ids: [...ids, 999_999_999] })).json()).toEqual({ ids });
  expect((await rowsOf(student)).map(({ article }) => article)).toEqual([two, one]);
  const save = (revision: number) => admin.put(`/rest/help/writing/own/${one.slice(4)}`, { ...anArticleBody(), revision });
  expect((await save(0)).statusCode).toBe(409);
  expect((await save(1)).json()).toMatchObject({ revision: 2, texts: anArticleBody().texts });
});

test("an article is for the roles that it names, and for whoever writes the help", async () => {
  const article = await publish({ roles: ["Manager"] });
  for (const [client, status] of [
    [student, 404],
    [await app.signIn("author", "a"), 404],
    [await app.signIn("manager", "a"), 200],
    [admin, 200],
  ] as const) {
    expect((await read(client, article)).status).toBe(status);
    expect(await rowsOf(client)).toHaveLength(status === 200 ? 1 : 0);
    expect((await client.put(`/rest/help/articles/${article}/answer`, { helped: true })).statusCode).toBe(status);
  }
});

test("only whoever sets what the portal does writes its help, and only that of their portal", async () => {
  const article = await publish();
  for (const role of ["student", "author", "manager"] as const) {
    const client = await app.signIn(role, "a");
    for (const answer of [
      await client.get("/rest/help/writing"),
      await client.get("/rest/help/writing/history"),
      await hide("history", true, client),
      await override("history", inEnglish, 0, client),
      await client.post("/rest/help/writing/own", anArticleBody()),
      await change(article, "delete", client),
      await client.post("/rest/help/writing/order", { ids: [] }),
    ])
      expect([role, answer.statusCode]).toEqual([role, 403]);
  }
  const other = await app.signIn("admin", "b");
  expect((await change(article, "delete", other)).statusCode).toBe(404);
  expect((await other.put(`/rest/help/writing/own/${article.slice(4)}`, { ...anArticleBody(), revision: 1 })).statusCode).toBe(404);
  expect((await other.get(`/rest/help/writing/${article}`)).statusCode).toBe(404);
  expect((await other.get(`/rest/help/articles/${article}`)).statusCode).toBe(404);
  expect(((await other.get("/rest/help/writing")).json() as { rows: unknown[] }).rows).toEqual([]);
});

test("what is no built-in article can be neither hidden nor said in other words", async () => {
  for (const name of ["nothing", "own-1"]) {
    expect((await hide(name, true)).statusCode).toBe(404);
    expect((await override(name, inEnglish)).statusCode).toBe(404);
    expect((await admin.get(`/rest/help/writing/${name}`)).statusCode).toBe(404);
  }
  expect((await hide("Not%20one", true)).statusCode).toBe(400);
});

test("texts are sanitised when they are written and when they are read, and have a size (security.md 37, 39, 43, 44)", async () => {
  const article = await publish({ texts: { en: { title: "<b>Bold</b>", html: `<p>Seen.</p>${hostileHtml}` }, de: null } });
  const first = await read(student, article);
  expect(first.text?.html).toContain("<p>Seen.</p>");
  expect(first.text?.html).not.toMatch(/<(?:script|img|svg|iframe|style|form)|<[^<>]*\son\w+=|<[^<>]*javascript:/i);
  // A title is text: it is shown as it was written.
  expect(first.text?.title).toBe("<b>Bold</b>");
  await app.databases.inSystem("prepare a test", (db) =>
    db
      .updateTable("help_articles")
      .set({
        texts: JSON.stringify({
          en: { title: "Stored", html: `<p>Old.</p><img src=x onerror=alert(1)>${"<b>".repeat(200)}deep` },
          de: null,
        }),
      })
      .execute(),
  );
  const again = await read(student, article);
  expect(again.text?.html).not.toContain("<img");
  expect(again.text?.html.split("<b>").length).toBeLessThan(25);
  expect((await rowsOf(student))[0]?.text?.words).not.toContain("<");
  for (const html of ["<script>alert(1)</script>", "x".repeat(20_001), "  "])
    expect((await admin.post("/rest/help/writing/own", anArticleBody({ texts: { en: { title: "T", html }, de: null } }))).statusCode).toBe(
      400,
    );
  expect((await admin.post("/rest/help/writing/own", anArticleBody({ texts: { en: null, de: null } }))).statusCode).toBe(400);
});

test("whether an article helped is one answer of each person, and admins see how many, not who", async () => {
  const answer = (client: Client, article: string, helped: boolean) => client.put(`/rest/help/articles/${article}/answer`, { helped });
  expect((await answer(student, "history", true)).json()).toEqual({ helped: true });
  expect((await answer(student, "history", false)).json()).toEqual({ helped: false });
  expect(await read(student, "history")).toMatchObject({ helped: false });
  const manager = await app.signIn("manager", "a");
  await answer(manager, "history", true);
  expect(await read(admin, "history")).toMatchObject({ helped: null });
  const rows = await written();
  expect(rows).toMatchObject([{ article: "history", helped: 1, didNot: 1 }]);
  // Somebody who only visits is not asked, and cannot answer.
  const visitor = await app.signIn("system", "a");
  expect((await read(visitor, "history")).helped).toBeUndefined();
  expect((await answer(visitor, "history", true)).statusCode).toBe(403);
  expect(JSON.stringify(rows)).not.toContain(app.person("student", "a").email);
  expect((await answer(student, "audit", true)).statusCode).toBe(404);
  expect((await answer(student, "own-999999", true)).statusCode).toBe(404);
  // The other portal counts its own.
  expect(((await (await app.signIn("admin", "b")).get("/rest/help/writing")).json() as { rows: unknown[] }).rows).toEqual([]);
});

test("the audit log says who changed the help", async () => {
  await override("history", inEnglish);
  await hide("history", true);
  const article = await publish();
  await change(article, "delete");
  const actions = await app.databases.inSystem("look at a test", (db) =>
    db.selectFrom("audit_events").select("action").where("action", "like", "help\\_%").orderBy("id", "desc").limit(5).execute(),
  );
  expect(actions.map(({ action }) => action)).toEqual([
    "help_article_deleted",
    "help_article_published",
    "help_article_made",
    "help_hidden",
    "help_written",
  ]);
});

const versions = async (article: string, client = admin) =>
  ((await client.get(`/rest/help/writing/${article}/versions`)).json() as { rows: HelpVersion[] }).rows;
const version = async (article: string, id = 0) =>
  (await admin.get(`/rest/help/writing/${article}/versions/${id}`)).json() as { texts: HelpTexts };
const restore = (article: string, id = 0, revision = 0, client = admin) =>
  client.post(`/rest/help/writing/${article}/versions/${id}/restore`, { revision });

test("each saving of a built-in article in other words keeps a version, which is compared and shown again (HELP-1)", async () => {
  const second: HelpTexts = { en: { title: "Second", html: "<p>Two</p>" }, de: null };
  await override("history", inEnglish);
  await override("history", second, 1);
  await override("history", { en: null, de: null }, 2);
  const [builtIn, , first] = await versions("history");
  expect([builtIn, first]).toMatchObject([{ isBuiltIn: true, by: expect.any(String) }, { isBuiltIn: false }]);
  expect((await version("history", first?.id)).texts).toEqual(inEnglish);
  expect((await restore("history", first?.id, 1)).statusCode).toBe(409);
  expect((await restore("history", first?.id, 3)).json()).toMatchObject({ texts: inEnglish, builtIn: mark, revision: 4 });
  expect(await read(student, "history")).toMatchObject({ text: { ...inEnglish.en, language: "en" } });
  expect(await versions("history")).toHaveLength(4);
  expect((await restore("history", builtIn?.id, 4)).json()).toMatchObject({ builtIn: null, texts: { en: null, de: null } });
  expect(await rowsOf(student)).toEqual([]);
});

test("an article of the portal's own keeps the newest versions; for whom it is stays when one is shown again", async () => {
  const { article } = await write({ roles: ["Admin"] });
  const save = (title: string, revision: number) =>
    admin.put(`/rest/help/writing/own/${article.slice(4)}`, {
      texts: { en: { title, html: "<p>x</p>" }, de: null },
      roles: ["Author"],
      revision,
    });
  expect((await save("Second", 0)).statusCode).toBe(200);
  const oldest = (await versions(article)).at(-1);
  expect((await restore(article, oldest?.id, 1)).json()).toMatchObject({ texts: anArticleBody().texts, roles: ["Author"], revision: 2 });
  for (let nth = 0; nth < mostVersions; nth++) await save(`Title ${nth}`, 2 + nth);
  const kept = await versions(article);
  expect(kept).toHaveLength(mostVersions);
  expect((await version(article, kept[0]?.id)).texts.en?.title).toBe(`Title ${mostVersions - 1}`);
  expect((await restore(article, oldest?.id, 2 + mostVersions)).statusCode).toBe(404);
  await change(article, "delete");
  expect((await restore(article, kept[1]?.id, 3 + mostVersions)).statusCode).toBe(404);
});

test("versions are for whoever writes the help, of the portal and the article that they belong to", async () => {
  await override("history", inEnglish);
  const [one] = await versions("history");
  expect((await student.get("/rest/help/writing/history/versions")).statusCode).toBe(403);
  expect((await restore("history", one?.id, 1, student)).statusCode).toBe(403);
  const other = await app.signIn("admin", "b");
  expect(await versions("history", other)).toEqual([]);
  expect((await restore("history", one?.id, 0, other)).statusCode).toBe(404);
  expect((await restore("audit", one?.id)).statusCode).toBe(404);
  expect((await admin.get("/rest/help/writing/nothing/versions")).statusCode).toBe(404);
});
