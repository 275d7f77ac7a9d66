import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hostileHtml } from "#app/security/canary-seed.ts";
import { startTestApp, type Client, type TestApp } from "#app/test/app.ts";
import type { AboutPage, PublicPage } from "#features/portal/about-contract.ts";
import type { Page } from "./contract.ts";

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.signIn("admin", "a");
});
afterAll(() => app.close());

type Content = Page["published"];
const words = (en: string | null, de: string | null = null): Content => ({ texts: { en, de }, ways: null });
const rowOf = async (page: PublicPage, client = admin) =>
  ((await client.get("/rest/pages")).json() as { rows: Page[] }).rows.find((one) => one.page === page) as Page;
const draft = async (page: PublicPage, content: object, client = admin, revision?: number) =>
  client.put(`/rest/pages/${page}/draft`, { revision: revision ?? (await rowOf(page, client)).revision, content });
const act = async (page: PublicPage, what: string, client = admin) =>
  client.post(`/rest/pages/${page}/${what}`, { revision: (await rowOf(page, client)).revision });
async function publish(page: PublicPage, content: object, client = admin): Promise<Page> {
  expect((await draft(page, content, client)).json()).toMatchObject({ page });
  const reply = await act(page, "publish", client);
  expect([reply.statusCode, reply.json()]).toEqual([200, expect.objectContaining({ page, draft: null })]);
  return reply.json() as Page;
}
const about = async (client: Pick<Client, "get">) =>
  (await client.get("/rest/environment/about")).json() as Record<AboutPage, { html: string; language: string; ways: object | null }>;
const setLocale = (userId: number, locale: string) =>
  app.databases.inSystem("prepare a test", (db) => sql`update users set locale = ${locale} where id = ${userId}`.execute(db));

test("without a text of the portal, a page has the product's own in the language of the reader, and anybody may read it", async () => {
  const visitor = await about(app.anonymous("b"));
  expect(visitor.privacy).toMatchObject({ language: "en", ways: null, html: expect.stringMatching(/^<p>.* keeps your name, your email/) });
  expect(visitor.contact).toMatchObject({ ways: { email: expect.any(String) } });
  const reader = await app.aPerson("b");
  await setLocale(reader.id, "de");
  expect((await about(await app.signInAs(reader, "b"))).privacy).toMatchObject({
    language: "de",
    html: expect.stringContaining("speichert"),
  });
  expect((await rowOf("privacy")).usual.de).toContain("speichert");
});

test("a draft is read by admins alone until it is published, in the language of each reader, and by its own portal only", async () => {
  const visitor = app.anonymous("a");
  const before = (await about(visitor)).privacy.html;
  const saved = (await draft("privacy", words("What we keep.\n\nAnd why.", "Was wir behalten."))).json() as Page;
  expect(saved.draft).toEqual(words("<p>What we keep.</p><p>And why.</p>", "<p>Was wir behalten.</p>"));
  expect((await about(visitor)).privacy.html).toBe(before);
  expect((await act("privacy", "publish")).json()).toMatchObject({ draft: null, published: saved.draft, versions: [{ number: 1 }] });
  expect((await about(visitor)).privacy).toEqual({ html: "<p>What we keep.</p><p>And why.</p>", language: "en", ways: null });
  const reader = await app.aPerson("a");
  await setLocale(reader.id, "de-AT");
  expect((await about(await app.signInAs(reader, "a"))).privacy).toMatchObject({ html: "<p>Was wir behalten.</p>", language: "de" });
  expect((await about(app.anonymous("b"))).privacy.html).not.toContain("What we keep");
  expect((await rowOf("privacy", await app.signIn("admin", "b"))).published).toEqual(words(null));
  // Of one language only, everybody reads that one.
  await publish("privacy", words(null, "Nur deutsch."));
  expect((await about(visitor)).privacy).toMatchObject({ html: "<p>Nur deutsch.</p>", language: "de" });
  // And without any, the product's again.
  await publish("privacy", words(null));
  expect((await about(visitor)).privacy.html).toBe(before);
});

test("how the portal is reached is drafted and published with Contact, and stands on the login page then", async () => {
  const ways = { email: "help@a.test", phone: "+49 30 1", address: "One Street\nOne Town" };
  const texts = { en: "<p>Ask us.</p>", de: null };
  expect((await draft("contact", { texts, ways: { ...ways, email: "no address" } })).json()).toMatchObject({
    errors: [{ field: "content.ways.email" }],
  });
  expect((await draft("contact", { texts, ways: null })).json()).toMatchObject({ errors: [{ field: "ways" }] });
  expect((await draft("privacy", { ...words("x"), ways })).json()).toMatchObject({ errors: [{ field: "ways" }] });
  await publish("contact", { texts, ways });
  const visitor = app.anonymous("a");
  expect((await about(visitor)).contact).toEqual({ html: "<p>Ask us.</p>", language: "en", ways });
  const login = (await visitor.get("/rest/environment/environmentNoUser/")).json() as { Contact: object };
  expect(login.Contact).toEqual({ Email: ways.email, Phone: ways.phone });
  expect((await rowOf("contact", await app.signIn("admin", "b"))).published.ways).not.toMatchObject({ email: ways.email });
});

test("the sign-in page says what is published for it, to visitors of its portal in the language of that, and not among the pages about it (ENV-7)", async () => {
  const visitor = app.anonymous("a");
  const welcome = async (client = visitor) =>
    ((await client.get("/rest/environment/environmentNoUser/")).json() as { Welcome: { Html: string; Language: string } | null }).Welcome;
  expect((await rowOf("login")).usual).toEqual({ en: "", de: "" });
  await draft("login", words("<h2>Hello</h2><p>Staff of A only.</p>", "<p>Nur f\u00fcr A.</p>"));
  expect(await welcome()).toBe(null);
  await act("login", "publish");
  expect(await welcome()).toEqual({ Html: "<h2>Hello</h2><p>Staff of A only.</p>", Language: "en" });
  expect(await welcome(app.anonymous("b"))).toBe(null);
  expect((await visitor.get("/v/auth/login")).body).toContain("Staff of A only.");
  expect(Object.keys(await about(visitor))).toEqual(["contact", "copyright", "privacy"]);
  // How the portal is reached stays.
  expect((await rowOf("contact")).published.ways).toMatchObject({ email: "help@a.test" });
  const long = await draft("login", words(`<p>${"x".repeat(5_000)}</p>`));
  expect([long.statusCode, long.json()]).toMatchObject([
    400,
    {
      message: "With its formatting this text has 5007 characters. It can have 5000.",
      errors: [{ field: "texts.en", code: "long_text" }],
    },
  ]);
  await app.databases.inSystem("as older code may have kept it", (db) =>
    sql`update portals set login_texts = ${JSON.stringify(words(hostileHtml).texts)}::jsonb where id = ${app.portal("a").id}`.execute(db),
  );
  await publish("contact", { texts: words("Read anew.").texts, ways: { email: "", phone: "", address: "" } });
  expect((await welcome())?.Html).toContain("<p>kept</p>");
  expect((await welcome())?.Html).not.toMatch(
    /<(?:script|svg|iframe|style|form|math)|<[^>]*(?:\son\w+=|javascript:|\sid=|\sname=|style=)/i,
  );
  await publish("login", words(null));
  expect(await welcome()).toBe(null);
});

test("what was published before is listed and becomes the draft again; a draft is given up", async () => {
  await publish("copyright", words("First."));
  const second = await publish("copyright", words("Second."));
  expect(second.versions.map(({ number, by }) => [number, by])).toEqual([
    [2, expect.any(String)],
    [1, expect.any(String)],
  ]);
  const restored = (await act("copyright", "versions/1/restore")).json() as Page;
  expect([restored.draft, restored.published]).toEqual([words("<p>First.</p>"), words("<p>Second.</p>")]);
  expect((await act("copyright", "discard")).json()).toMatchObject({ draft: null, published: words("<p>Second.</p>") });
  await act("copyright", "versions/1/restore");
  expect((await act("copyright", "publish")).json()).toMatchObject({
    published: words("<p>First.</p>"),
    versions: [{ number: 3 }, { number: 2 }, { number: 1 }],
  });
  expect((await act("copyright", "versions/99/restore")).statusCode).toBe(404);
  // What is shown already is no draft.
  expect((await draft("copyright", words("First."))).json()).toMatchObject({ draft: null });
  expect((await act("copyright", "publish")).json()).toMatchObject({ code: "page_text_changed" });
});

test("of two admins who write at once, the second is told and overwrites nothing", async () => {
  const { revision } = await rowOf("privacy");
  const replies = await Promise.all(["One.", "Two."].map((text) => draft("privacy", words(text), admin, revision)));
  expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
  const kept = replies.find(({ statusCode }) => statusCode === 200)?.json() as Page;
  expect((await rowOf("privacy")).draft).toEqual(kept.draft);
  // Somebody publishes only what they have seen.
  expect((await admin.post("/rest/pages/privacy/publish", { revision })).json()).toMatchObject({ code: "page_text_changed" });
  expect((await act("privacy", "discard")).statusCode).toBe(200);
});

test("a text is cleaned when it is written and again when it is read, in size and nesting too (security.md rows 37, 38, 39, 43, 44)", async () => {
  const acting = /<(?:script|svg|iframe|style|form|math)|<[^>]*(?:\son\w+=|javascript:|\sid=|\sname=|style=)/i;
  await publish("privacy", words(hostileHtml));
  const [{ html }, own] = [(await about(app.anonymous("a"))).privacy, (await rowOf("privacy")).published.texts.en];
  for (const text of [html, own]) {
    expect(text).toContain("<p>kept</p>");
    expect(text).not.toMatch(acting);
  }
  await app.databases.inSystem("as older code may have kept it", (db) =>
    sql`update portal_page_versions set content = ${JSON.stringify(words(hostileHtml))}::jsonb where portal_id = ${app.portal("a").id} and page = 'privacy'`.execute(
      db,
    ),
  );
  expect((await about(app.anonymous("a"))).privacy.html).not.toMatch(acting);
  expect((await rowOf("privacy")).published.texts.en).not.toMatch(acting);
  for (const [text, code] of [
    ["<script>alert(1)</script>", "empty_text"],
    ["&".repeat(20_000), "long_text"],
    ["x".repeat(30_001), undefined],
  ] as const) {
    const reply = await draft("privacy", words(text));
    expect([reply.statusCode, reply.json()]).toEqual([
      400,
      expect.objectContaining({ errors: [expect.objectContaining(code ? { code } : {})] }),
    ]);
  }
  const nested = await draft("privacy", words(`${"<b><i>".repeat(4_000)}deep`));
  expect(nested.statusCode).toBe(200);
  expect((await rowOf("privacy")).draft?.texts.en?.length).toBeLessThan(5_000);
});

test("only admins write pages, each call is in the audit log with the text before and after (security.md row 35)", async () => {
  for (const role of ["student", "author", "manager"] as const)
    expect([role, (await (await app.signIn(role, "a")).get("/rest/pages")).statusCode]).toEqual([role, 403]);
  await publish("copyright", words("Known."));
  const noted = await app.databases.inSystem("read the audit log", (db) =>
    db
      .selectFrom("audit_events")
      .select(["action", "before", "after"])
      .where("portal_id", "=", app.portal("a").id)
      .where("action", "like", "page_%")
      .orderBy("id", "desc")
      .limit(2)
      .execute(),
  );
  expect(noted).toMatchObject([
    { action: "page_published", before: { page: "copyright" }, after: { page: "copyright", texts: { en: "<p>Known.</p>" } } },
    { action: "page_drafted", after: { page: "copyright", draft: { texts: { en: "<p>Known.</p>" } } } },
  ]);
});
