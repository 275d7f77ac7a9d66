import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import sharp from "sharp";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type Client, type TestApp } from "#app/test/app.ts";
import { settleMail } from "#features/mail/test/settle-mail.ts";
import type { Db } from "#platform/db/connect.ts";
import type { PortalDetails, PortalRow } from "./contract.ts";
import { partIds } from "./parts.ts";
import { challengesOf } from "./server/challenges.ts";
import { neverCopied, neverCopiedColumns } from "./server/never-copied.ts";
import { parts } from "./server/parts.ts";

let app: TestApp;
let system: Client;
let admin: Client;
beforeAll(async () => {
  app = await startTestApp();
  system = await app.signIn("system", "a");
  admin = await app.signIn("admin", "a");
});
afterAll(() => app.close());

const inSystem = <T>(work: (db: Db) => Promise<T>) => app.databases.inSystem("look under the application", work);
const b = () => app.portal("b").id;
const detailsOf = async (portalId: number) => (await system.get(`/rest/portals/${portalId}`)).json() as PortalDetails;
const hostsOf = async (portalId: number) => (await detailsOf(portalId)).hosts.map(({ host, isPrimary }) => (isPrimary ? `*${host}` : host));
const entriesOf = (portalId: number) =>
  inSystem((db) =>
    db
      .selectFrom("audit_events")
      .select(["action", "before", "after"])
      .where("portal_id", "=", portalId)
      .orderBy("id", "desc")
      .limit(5)
      .execute(),
  );
const answerAt = (host: string, url = "/rest/environment/environmentNoUser/", headers = {}) =>
  app.server.inject({ method: "GET", url, headers: { host, ...headers } });

let nth = 0;
const terms = () => {
  nth += 1;
  return {
    name: `Portal ${nth}`,
    slug: `portal-${nth}`,
    host: `p${nth}.test`,
    locale: "de",
    timeZone: "Europe/Vienna",
    templateId: null as number | null,
    parts: [] as string[],
    adminEmail: `first${nth}@example.org`,
  };
};
const opened = async (more: object = {}) => {
  const asked = { ...terms(), ...more };
  const answer = await system.post("/rest/portals", asked);
  expect([answer.statusCode, answer.body]).toEqual([200, answer.body]);
  return { ...asked, portalId: (answer.json() as { portalId: number }).portalId };
};

test("all portals with their addresses, people and last use; searched, sorted and paged by the server (SYS-2)", async () => {
  const page = (await system.get("/rest/portals")).json() as { rows: PortalRow[]; total: number; all: number };
  expect(page.rows.map(({ name, hosts, people, status, isHere }) => ({ name, hosts, people, status, isHere }))).toEqual([
    { name: "Portal A", hosts: ["a.test"], people: 4, status: "active", isHere: true },
    { name: "Portal B", hosts: ["b.test"], people: 4, status: "active", isHere: false },
  ]);
  expect(page.rows[0]?.lastActiveAt).toMatch(/Z$/);
  const names = async (query: string) =>
    ((await system.get(`/rest/portals?${query}`)).json() as { rows: PortalRow[] }).rows.map(({ name }) => name);
  expect(await names("q=b.te")).toEqual(["Portal B"]);
  expect(await names("q=PORTAL&sort=-name")).toEqual(["Portal B", "Portal A"]);
  expect(await names("sort=-people")).toHaveLength(2);
  expect(await names("status=suspended")).toEqual([]);
  expect((await system.get("/rest/portals?sort=size")).statusCode).toBe(400);
});

test("a system admin who is no member enters a portal for four hours, and its log says so (decisions.md, Roles; security.md 35)", async () => {
  const { action, token } = (await system.post("/rest/environment/switchPortal", { portalId: b(), path: "/v/" })).json() as {
    action: string;
    token: string;
  };
  expect(action).toBe("http://b.test/rest/auth/handover");
  const use = () =>
    app.server.inject({
      method: "POST",
      url: "/rest/auth/handover",
      headers: { host: "b.test", origin: "http://a.test", "content-type": "application/x-www-form-urlencoded" },
      payload: `token=${encodeURIComponent(token)}`,
    });
  expect((await use()).headers["set-cookie"]).toEqual(expect.arrayContaining([expect.stringContaining("stoa_session=")]));
  expect((await entriesOf(b()))[0]).toMatchObject({ action: "portal_switched", after: { as: "system admin", hours: 4 } });
  const minutes = await inSystem((db) =>
    db
      .selectFrom("sessions")
      .select(sql<number>`round(extract(epoch from expires_at - now()) / 60)::int`.as("left"))
      .where("portal_id", "=", b())
      .where("user_id", "=", app.person("system", "a").id)
      .executeTakeFirstOrThrow(),
  );
  expect(minutes.left).toBe(240);
  // Once.
  expect((await use()).headers["location"]).toBe("/v/auth/login");
});

test("names, language and time zone are changed; a short name that another portal has is refused at its field", async () => {
  const { portalId, name, slug } = await opened();
  const changed = await system.put(`/rest/portals/${portalId}`, { name: "New name", slug, locale: "en", timeZone: "Asia/Tokyo" });
  expect(changed.json()).toMatchObject({ name: "New name", locale: "en", timeZone: "Asia/Tokyo" });
  expect((await entriesOf(portalId))[0]).toMatchObject({
    action: "portal_changed",
    before: { name, locale: "de", timeZone: "Europe/Vienna" },
    after: { name: "New name", locale: "en", timeZone: "Asia/Tokyo" },
  });
  const save = (body: object) =>
    system.put(`/rest/portals/${portalId}`, { name: "New name", slug, locale: "en", timeZone: "Asia/Tokyo", ...body });
  const taken = await save({ slug: "a" });
  expect([taken.statusCode, taken.json()]).toMatchObject([409, { code: "slug_taken", errors: [{ field: "slug" }] }]);
  const other = await opened();
  const bothWant = await Promise.all(
    [portalId, other.portalId].map((id) =>
      system.put(`/rest/portals/${id}`, { name: "New name", slug: "wanted-by-two", locale: "en", timeZone: "Asia/Tokyo" }),
    ),
  );
  expect(bothWant.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
  for (const [field, value] of [
    ["slug", "Ä b"],
    ["timeZone", "Europe/Atlantis"],
    ["locale", "xx"],
    ["name", "  "],
  ] as const)
    expect([field, (await save({ [field]: value })).json().errors?.[0]?.field]).toEqual([field, field]);
  expect((await system.put("/rest/portals/999999", { name: "x", slug: "x", locale: "en", timeZone: "UTC" })).statusCode).toBe(404);
});

test("the language of a portal is one that its settings offer, also where they come from a template (ENV-8)", async () => {
  const { portalId, name, slug } = await opened();
  await app.databases.inSystem("a test", (db) =>
    db
      .updateTable("portals")
      .set({ settings: JSON.stringify({ languages: "de" }) })
      .where("id", "=", portalId)
      .execute(),
  );
  const saved = await system.put(`/rest/portals/${portalId}`, { name, slug, locale: "en", timeZone: "Europe/Vienna" });
  const copied = await system.post("/rest/portals", { ...terms(), locale: "en", templateId: portalId, parts: ["settings"] });
  for (const answer of [saved, copied])
    expect([answer.statusCode, answer.json()]).toMatchObject([400, { errors: [{ field: "locale", code: "not_offered" }] }]);
  await opened({ templateId: portalId, parts: ["settings"] });
  await opened({ locale: "en", templateId: portalId, parts: [] });
});

test("host names are added, made primary and removed, and count at once; one that is taken or bad is refused (ENV-6; security.md 31)", async () => {
  const { portalId, host } = await opened();
  const at = (path: string, name: string) => system.post(`/rest/portals/${portalId}/hosts${path}`, { host: name });
  expect((await answerAt("learn.example")).json()).toEqual({ validPortal: false });
  expect((await at("", " Learn.Example. ")).statusCode).toBe(200);
  expect((await answerAt("learn.example")).json()).toMatchObject({ validPortal: true });
  expect((await at("", "bücher.example")).json().hosts.map((one: { host: string }) => one.host)).toContain("xn--bcher-kva.example");
  for (const bad of [
    "http://x.example",
    "x.example:443",
    "x_y.example",
    "*.example",
    "a b",
    "-x.example",
    "x..example",
    "1.2.3",
    "[::1]",
    "content.localhost",
    "c-1.content.localhost",
  ]) {
    const answer = await at("", bad);
    expect([bad, answer.statusCode, answer.json().errors?.[0]?.field]).toEqual([bad, 400, "host"]);
  }
  const taken = await at("", "B.test");
  expect([taken.statusCode, taken.json()]).toMatchObject([
    409,
    { code: "host_taken", params: { host: "b.test" }, errors: [{ field: "host" }] },
  ]);
  expect((await at("", "learn.example")).json().code).toBe("host_here");

  expect((await at("/remove", host)).json().code).toBe("host_is_primary");
  expect((await at("/primary", "learn.example")).statusCode).toBe(200);
  expect(await hostsOf(portalId)).toEqual(["*learn.example", host, "xn--bcher-kva.example"]);
  expect((await at("/remove", host)).statusCode).toBe(200);
  expect((await answerAt(host)).json()).toEqual({ validPortal: false });
  expect((await at("/remove", "b.test")).statusCode).toBe(404);
  expect((await at("/primary", "b.test")).statusCode).toBe(404);
  expect((await entriesOf(portalId)).map(({ action }) => action).slice(0, 4)).toEqual([
    "host_removed",
    "host_made_primary",
    "host_added",
    "host_added",
  ]);
  // The address at which one asks stays.
  await system.post(`/rest/portals/${app.portal("a").id}/hosts`, { host: "a2.test" });
  await system.post(`/rest/portals/${app.portal("a").id}/hosts/primary`, { host: "a2.test" });
  expect((await system.post(`/rest/portals/${app.portal("a").id}/hosts/remove`, { host: "a.test" })).json().code).toBe("host_is_here");
  await system.post(`/rest/portals/${app.portal("a").id}/hosts/primary`, { host: "a.test" });
});

test("a portal is reached by its short name too, and nobody else gets that name (ENV-6; security.md 31)", async () => {
  const [one, other] = [await opened(), await opened()];
  const short = `${one.slug}.a.test`;
  expect((await detailsOf(one.portalId)).shortHost).toBe(short);
  expect((await answerAt(short)).json()).toMatchObject({ validPortal: true });
  expect((await answerAt(short, `/rest/hosts/ask?domain=${short}`)).statusCode).toBe(200);
  const ask = (portalId: number) => system.post(`/rest/portals/${portalId}/hosts/check`, { host: short });
  expect([(await ask(one.portalId)).statusCode, (await ask(other.portalId)).statusCode]).toEqual([200, 404]);
  // Neither as an address of another portal, nor as that of a new one.
  const added = await system.post(`/rest/portals/${other.portalId}/hosts`, { host: short });
  const asHost = await system.post("/rest/portals", { ...terms(), host: short });
  for (const answer of [added, asHost])
    expect([answer.statusCode, answer.json()]).toMatchObject([409, { code: "host_taken", errors: [{ field: "host" }] }]);
  // Nor does a short name become the address that another portal has.
  const address = "chosen-by-one.a.test";
  expect((await system.post(`/rest/portals/${one.portalId}/hosts`, { host: address })).statusCode).toBe(200);
  const renamed = (slug: string, { portalId, name } = other) =>
    system.put(`/rest/portals/${portalId}`, { name, slug, locale: "de", timeZone: "Europe/Vienna" });
  const asSlug = await system.post("/rest/portals", { ...terms(), slug: "chosen-by-one" });
  for (const answer of [await renamed("chosen-by-one"), asSlug])
    expect([answer.statusCode, answer.json()]).toMatchObject([
      409,
      { code: "slug_host_taken", params: { host: address }, errors: [{ field: "slug" }] },
    ]);
  // Its own it may be, and is then listed once. The old name leads nowhere.
  expect((await renamed("chosen-by-one", one)).json()).toMatchObject({ slug: "chosen-by-one", shortHost: null });
  expect((await answerAt(short)).json()).toEqual({ validPortal: false });
  // The short name by which one is here stays.
  const { id } = app.portal("a");
  const headers = { host: "a.a.test", cookie: system.cookie, origin: "http://a.a.test", "x-csrf-token": system.csrf };
  const payload = { name: "Portal A", slug: "aa", locale: "en", timeZone: "Europe/Berlin" };
  const here = await system.request({ method: "PUT", url: `/rest/portals/${id}`, headers, payload });
  expect([here.statusCode, here.json()]).toMatchObject([409, { code: "host_is_here", errors: [{ field: "slug" }] }]);
});

test("two portals that want one host name at once: one gets it (security.md 31)", async () => {
  const [one, other] = [await opened(), await opened()];
  const answers = await Promise.all(
    [one, other].map(({ portalId }) => system.post(`/rest/portals/${portalId}/hosts`, { host: "wanted.example" })),
  );
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
});

test("links in letters lead to the host that is stored, whatever host a request names (security.md 56)", async () => {
  const { portalId, host, adminEmail } = await opened();
  await system.post(`/rest/portals/${portalId}/hosts`, { host: "second.example" });
  await settleMail(app);
  const body = async () =>
    (await inSystem((db) => db.selectFrom("messages").select(["id", "plain as text"]).where("portal_id", "=", portalId).execute())).at(-1)
      ?.text ?? "";
  expect(await body()).toContain(`http://${host}`);
  await app.server.inject({
    method: "GET",
    url: "/rest/environment/environmentNoUser/",
    headers: { host: "second.example" },
  });
  expect(adminEmail).toContain("@");
});

test("a suspended portal answers nobody and says so, its sessions end, and it comes back (SYS-2)", async () => {
  const { portalId, host } = await opened();
  const admin2 = await inSystem((db) =>
    db.selectFrom("memberships").select("user_id").where("portal_id", "=", portalId).executeTakeFirstOrThrow(),
  );
  const token = await app.openSession(portalId, admin2.user_id);
  const ask = () => answerAt(host, "/rest/environment/", { cookie: `stoa_session=${token}` });
  expect((await ask()).statusCode).toBe(200);
  const set = (status: string, id = portalId) => system.post(`/rest/portals/${id}/status`, { status });
  expect((await set("suspended")).json()).toMatchObject({ status: "suspended" });
  for (const url of ["/rest/environment/", "/rest/environment/environmentNoUser/", "/v/auth/login", "/api/openapi.json"])
    expect([url, (await answerAt(host, url)).statusCode]).toEqual([url, 503]);
  expect((await ask()).json()).toMatchObject({ code: "portal_suspended" });
  const page = await answerAt(host, "/v/student/dashboard", { accept: "text/html" });
  expect([page.statusCode, page.headers["content-type"]]).toEqual([503, "text/html; charset=utf-8"]);
  expect(page.body).toContain("This portal is suspended");
  expect((await system.post("/rest/environment/switchPortal", { portalId, path: "/v/" })).statusCode).toBe(404);
  expect((await entriesOf(portalId))[0]).toMatchObject({ action: "portal_suspended", after: { sessions: 1 } });
  expect((await set("active")).statusCode).toBe(200);
  expect((await answerAt(host)).statusCode).toBe(200);
  expect((await ask()).statusCode).toBe(401);
  expect((await entriesOf(portalId))[0]).toMatchObject({ action: "portal_resumed" });
  expect((await set("suspended", app.portal("a").id)).json().code).toBe("portal_is_here");
});

test("only system admins see and run portals, whatever host they ask at (security.md 29, 165)", async () => {
  const { portalId } = await opened();
  for (const client of [admin, await app.signIn("manager", "a"), await app.signIn("admin", "b")]) {
    expect((await client.get("/rest/portals")).statusCode).toBe(403);
    expect((await client.get(`/rest/portals/${portalId}`)).statusCode).toBe(403);
    expect((await client.post("/rest/portals", terms())).statusCode).toBe(403);
    expect((await client.post(`/rest/portals/${portalId}/hosts`, { host: "stolen.example" })).statusCode).toBe(403);
    expect((await client.post(`/rest/portals/${portalId}/status`, { status: "suspended" })).statusCode).toBe(403);
    // Before anything is said of what they sent.
    for (const host of ["https://no host", "*.example", "content.test"]) {
      expect((await client.post(`/rest/portals/${portalId}/hosts`, { host })).statusCode).toBe(403);
      expect((await client.post("/rest/portals", { ...terms(), host })).statusCode).toBe(403);
    }
  }
  // Whoever stops being one stops at once.
  const former = await app.aPerson("a");
  const client = await app.signInAs(former, "a");
  await inSystem((db) => db.updateTable("users").set({ is_system_admin: true }).where("id", "=", former.id).execute());
  expect((await client.get("/rest/portals")).statusCode).toBe(200);
  await inSystem((db) => db.updateTable("users").set({ is_system_admin: false }).where("id", "=", former.id).execute());
  expect((await client.get("/rest/portals")).statusCode).toBe(403);
});

test("a proxy that obtains certificates by itself learns yes or no", async () => {
  const ask = async (domain: string) => (await answerAt("127.0.0.1", `/rest/hosts/ask?domain=${domain}`)).statusCode;
  expect(await ask("a.test")).toBe(200);
  expect(await ask("A.test.")).toBe(200);
  expect(await ask("evil.example")).toBe(404);
  expect(await ask("")).toBe(404);
  const limited = await startTestApp({ RATE_ANON_PER_IP: "3" });
  try {
    const all = await Promise.all(
      Array.from({ length: 5 }, () => limited.server.inject({ url: "/rest/hosts/ask?domain=x.example", headers: { host: "a.test" } })),
    );
    expect(all.map(({ statusCode }) => statusCode).toSorted()).toEqual([404, 404, 404, 429, 429]);
  } finally {
    await limited.close();
  }
});

test("only challenges of this installation, for this portal and of this minute are answered", async () => {
  const a = app.portal("a").id;
  const own = challengesOf(app.config.secret);
  const at = (host: string, challenge: string) => answerAt(host, `/.well-known/portal-check/${challenge}`);
  const { challenge, answer } = own.make(a);
  expect((await at("a.test", challenge)).body).toBe(answer);
  for (const [host, wrong] of [
    ["b.test", challenge],
    ["a.test", challengesOf("another secret").make(a).challenge],
    ["a.test", own.make(b()).challenge],
    ["a.test", `${challenge}x`],
    ["a.test", challenge.replace(/\.\d+\./, ".99999999999.")],
    ["nobody.test", challenge],
  ] as const)
    expect([host, wrong, (await at(host, wrong)).statusCode]).toEqual([host, wrong, 404]);
});

test("a portal is opened with a first admin, who chooses a password by the letter and belongs to nothing else", async () => {
  const { portalId, name, host, adminEmail } = await opened();
  expect(await detailsOf(portalId)).toMatchObject({
    name,
    status: "active",
    locale: "de",
    timeZone: "Europe/Vienna",
    people: 1,
    lastActiveAt: null,
  });
  expect(await hostsOf(portalId)).toEqual([`*${host}`]);
  const people = await inSystem((db) =>
    db
      .selectFrom("memberships as m")
      .innerJoin("users as u", "u.id", "m.user_id")
      .select(["u.email", "m.is_admin", "u.password_hash"])
      .where("m.portal_id", "=", portalId)
      .execute(),
  );
  expect(people).toEqual([{ email: adminEmail, is_admin: true, password_hash: null }]);
  const [letter] = await inSystem((db) => db.selectFrom("messages").select(["event"]).where("portal_id", "=", portalId).execute());
  expect(letter?.event).toBe("password_invitation");
  expect((await entriesOf(portalId))[0]).toMatchObject({ action: "portal_opened", after: { name, host } });
});

test("an existing person becomes the admin with the account that they have; a system admin needs no membership", async () => {
  const { portalId } = await opened({ adminEmail: app.person("student", "b").email });
  const [member] = await inSystem((db) =>
    db.selectFrom("memberships").select(["user_id", "is_admin", "is_author"]).where("portal_id", "=", portalId).execute(),
  );
  expect(member).toEqual({ user_id: app.person("student", "b").id, is_admin: true, is_author: false });
  expect(await inSystem((db) => db.selectFrom("password_links").select("user_id").where("portal_id", "=", portalId).execute())).toEqual([]);
  const letters = await inSystem((db) => db.selectFrom("messages").select("event").where("portal_id", "=", portalId).execute());
  expect(letters).toEqual([{ event: "portal_admin" }]);
  const refused = await system.post("/rest/portals", { ...terms(), adminEmail: system.email });
  expect([refused.statusCode, refused.json()]).toMatchObject([409, { errors: [{ field: "adminEmail" }] }]);
});

test("a short name or host that is taken, or a bad one, is refused at its field, and nothing is left half done", async () => {
  const count = async () => ({
    portals: await inSystem(async (db) => (await db.selectFrom("portals").select("id").execute()).length),
    users: await inSystem(async (db) => (await db.selectFrom("users").select("id").execute()).length),
    files: await inSystem(async (db) => (await db.selectFrom("files").select("id").execute()).length),
  });
  const before = await count();
  for (const [more, status, field] of [
    [{ slug: "b" }, 409, "slug"],
    [{ host: "b.test" }, 409, "host"],
    [{ host: "http://b.test" }, 400, "host"],
    [{ timeZone: "Mars" }, 400, "timeZone"],
    [{ templateId: 999_999, parts: ["brand"] }, 400, "templateId"],
    [{ adminEmail: "nobody" }, 400, "adminEmail"],
    [{ adminEmail: "preview-guest@stoa.invalid" }, 400, "adminEmail"],
    [{ parts: ["people"] }, 400, "parts.0"],
  ] as const) {
    const answer = await system.post("/rest/portals", { ...terms(), ...more });
    expect([more, answer.statusCode, answer.json().errors?.[0]?.field]).toEqual([more, status, field]);
  }
  expect(await count()).toEqual(before);
});

test("from a template with everything ticked: look, settings, fields, mail, categories, links, widgets, pages, help and roles; nobody and no secret (ENV-10; security.md 27)", async () => {
  const a = app.portal("a").id;
  const uploaded = await admin.upload(
    "/rest/branding/images?slot=logo",
    await sharp({ create: { width: 600, height: 200, channels: 3, background: "#1f5f8b" } })
      .png()
      .toBuffer(),
  );
  const { address } = uploaded.json() as { address: string };
  const { revision, published } = (await admin.get("/rest/branding")).json();
  await admin.put("/rest/branding/draft", {
    revision,
    brand: { ...published, colors: { ...published.colors, navBgColor: "#123456" }, images: { ...published.images, logo: address } },
  });
  expect((await admin.post("/rest/branding/publish", { revision: revision + 1 })).statusCode).toBe(200);
  await inSystem(async (db) => {
    await sql`update portals set settings = '{"passwordMinLength": "14"}', contact = '{"email": "help@example.org"}', login_texts = '{"en": "<p>Hello</p>", "de": null}',
      widgets = '{"layouts": [{"audience": {}, "layout": {}}], "everybody": {"kept": true}}' where id = ${a}`.execute(db);
    await sql`insert into fields (portal_id, kind, name, position) values (${a}, 'single', 'Site', 1), (${a}, 'text', 'Old', 2)`.execute(
      db,
    );
    await sql`update fields set retired_at = now() where portal_id = ${a} and name = 'Old'`.execute(db);
    await sql`insert into field_options (portal_id, field_id, name, position) select portal_id, id, 'Harbor', 1 from fields where portal_id = ${a} and name = 'Site'`.execute(
      db,
    );
    await sql`insert into registration_settings (portal_id, domains, field_ids, terms, terms_version)
      select ${a}, '{example.org}', array(select id from fields where portal_id = ${a}), 'Be kind.', 2`.execute(db);
    await sql`insert into registration_terms (portal_id, version, terms) values (${a}, 1, 'Old.'), (${a}, 2, 'Be kind.')`.execute(db);
    await sql`insert into mail_settings (portal_id, sender_name) values (${a}, 'The school')`.execute(db);
    await sql`insert into mail_texts (portal_id, event, language, revision, subject, body, button)
      values (${a}, 'enrolled', 'en', 1, 'Old', 'x', 'y'), (${a}, 'enrolled', 'en', 2, 'New', 'x', 'y'),
        (${a}, 'completed', 'en', 1, 'Gone', 'x', 'y'), (${a}, 'completed', 'en', 2, null, null, null)`.execute(db);
    await sql`insert into event_timings (portal_id, event, days) values (${a}, 'due_soon', '{3}')`.execute(db);
    await sql`with top as (insert into categories (portal_id, name) values (${a}, 'Safety') returning id),
        below as (insert into categories (portal_id, name, parent_id) select ${a}::bigint, 'Fire', id from top returning id)
      insert into category_slugs (portal_id, slug, category_id) select ${a}::bigint, 'safety', id from top union all select ${a}::bigint, 'fire', id from below`.execute(
      db,
    );
    await sql`insert into catalog_synonyms (portal_id, lines) values (${a}, '[["a", "b"]]')`.execute(db);
    await sql`insert into quick_links (portal_id, titles, address, icon, position, audience, is_signed)
      values (${a}, '{"en": "All", "de": null}', '/student/history', 'link', 1, null, false), (${a}, '{"en": "Some"}', '/x', 'link', 2, '{}', false),
        (${a}, '{"en": "Signed"}', 'https://x.example/', 'link', 3, null, true)`.execute(db);
    await sql`insert into quick_link_secrets (portal_id, link_id, sealed) select portal_id, id, decode('00', 'hex') from quick_links where portal_id = ${a} and is_signed`.execute(
      db,
    );
    await sql`update portals set quick_links = (select jsonb_agg(jsonb_build_object('id', id, 'signed', is_signed)) from quick_links where portal_id = ${a}) where id = ${a}`.execute(
      db,
    );
    await sql`insert into portal_page_versions (portal_id, page, number, content) values (${a}, 'privacy', 1, '{"en": "old"}'), (${a}, 'privacy', 2, '{"en": "new"}')`.execute(
      db,
    );
    await sql`insert into help_articles (portal_id, texts, position) values (${a}, '{"en": {}}', 1)`.execute(db);
    await sql`insert into help_overrides (portal_id, article, is_hidden) values (${a}, 'roles', true)`.execute(db);
    await sql`insert into role_copies (portal_id, name, of_role, permissions) values (${a}, 'Helper', 'Manager', '{see-people}')`.execute(
      db,
    );
  });
  const { id: safety } = await inSystem((db) =>
    db.selectFrom("categories").select("id").where("portal_id", "=", a).where("name", "=", "Safety").executeTakeFirstOrThrow(),
  );
  const photo = sharp({ create: { width: 640, height: 400, channels: 3, background: "#1f5f8b" } });
  expect((await admin.upload(`/rest/categories/${safety}/picture`, await photo.png().toBuffer())).statusCode).toBe(200);
  const { portalId, host } = await opened({ templateId: a, parts: [...partIds] });
  const rows = <Row>(query: ReturnType<typeof sql<Row>>) => inSystem(async (db) => (await query.execute(db)).rows);
  const look = (await answerAt(host)).json();
  expect(look).toMatchObject({ Logo: address, Colors: { navBgColor: "#123456" }, PortalSettings: { passwordMinLength: "14" } });
  const image = await answerAt(host, address);
  expect([image.statusCode, image.rawPayload.equals((await answerAt("a.test", address)).rawPayload)]).toEqual([200, true]);
  // Its own bytes: the template may remove its own.
  const keys = await rows(sql<{
    key: string;
  }>`select storage_key as key from files f join brand_images i on i.portal_id = f.portal_id and i.file_id = f.id
    where f.portal_id in (${a}, ${portalId})`);
  expect(new Set(keys.map(({ key }) => key)).size).toBe(2);
  expect(
    await rows(
      sql`select f.name, f.retired_at, o.name as option from fields f left join field_options o on o.portal_id = f.portal_id and o.field_id = f.id where f.portal_id = ${portalId}`,
    ),
  ).toEqual([{ name: "Site", retired_at: null, option: "Harbor" }]);
  expect(
    await rows(
      sql`select domains, terms, terms_version, cardinality(field_ids) as fields from registration_settings where portal_id = ${portalId}`,
    ),
  ).toEqual([{ domains: ["example.org"], terms: "Be kind.", terms_version: 2, fields: 1 }]);
  expect(await rows(sql`select version from registration_terms where portal_id = ${portalId}`)).toEqual([{ version: 2 }]);
  expect(await rows(sql`select event, revision, subject from mail_texts where portal_id = ${portalId}`)).toEqual([
    { event: "enrolled", revision: 1, subject: "New" },
  ]);
  expect(await rows(sql`select sender_name from mail_settings where portal_id = ${portalId}`)).toEqual([{ sender_name: "The school" }]);
  expect(await rows(sql`select event from event_timings where portal_id = ${portalId}`)).toEqual([{ event: "due_soon" }]);
  expect(
    await rows(sql`select c.name, u.name as above, s.slug from categories c left join categories u on u.portal_id = c.portal_id and u.id = c.parent_id
      join category_slugs s on s.portal_id = c.portal_id and s.category_id = c.id where c.portal_id = ${portalId} order by c.id`),
  ).toEqual([
    { name: "Safety", above: null, slug: "safety" },
    { name: "Fire", above: "Safety", slug: "fire" },
  ]);
  const pictures = await rows(sql<{ key: string; id: string; sha256: string }>`select f.storage_key as key, f.id, f.sha256 from categories c
    join files f on f.portal_id = c.portal_id and f.id = c.picture_file_id where c.portal_id in (${a}, ${portalId})`);
  expect([pictures.length, new Set(pictures.map(({ key }) => key)).size, new Set(pictures.map(({ sha256 }) => sha256)).size]).toEqual([
    2, 2, 1,
  ]);
  const kept = readdirSync(join(app.config.dataDir, "files"), { recursive: true, encoding: "utf8" }).map((path) => basename(path));
  expect(kept).toEqual(expect.arrayContaining(pictures.map(({ key }) => basename(key))));
  expect(await rows(sql`select lines from catalog_synonyms where portal_id = ${portalId}`)).toEqual([{ lines: [["a", "b"]] }]);
  expect(await rows(sql`select titles ->> 'en' as title from quick_links where portal_id = ${portalId}`)).toEqual([{ title: "All" }]);
  expect(
    await rows(sql`select jsonb_array_length(quick_links) as links, widgets, contact, login_texts from portals where id = ${portalId}`),
  ).toEqual([
    {
      links: 1,
      widgets: { layouts: [], everybody: { kept: true } },
      contact: { email: "help@example.org" },
      login_texts: { en: "<p>Hello</p>", de: null },
    },
  ]);
  expect(await rows(sql`select number, content from portal_page_versions where portal_id = ${portalId}`)).toEqual([
    { number: 1, content: { en: "new" } },
  ]);
  expect(await rows(sql`select article from help_overrides where portal_id = ${portalId}`)).toEqual([{ article: "roles" }]);
  expect(await rows(sql`select texts from help_articles where portal_id = ${portalId}`)).toEqual([{ texts: { en: {} } }]);
  expect(await rows(sql`select name from role_copies where portal_id = ${portalId}`)).toEqual([{ name: "Helper" }]);
  expect(await rows(sql`select link_id from quick_link_secrets where portal_id = ${portalId}`)).toEqual([]);
  expect((await detailsOf(portalId)).people).toBe(1);
  expect((await entriesOf(a))[0]).toMatchObject({ action: "portal_was_template", after: { portal: portalId, parts: [...partIds] } });

  // What is not in a part has no row in the new portal but those of its first admin, its address and its log.
  const filled: string[] = [];
  for (const table of Object.values(neverCopied).flat()) {
    const [{ count } = { count: 0 }] = await rows(
      sql<{ count: number }>`select count(*)::int as count from ${sql.table(table)} where portal_id = ${portalId}`,
    );
    if (count > 0) filled.push(table);
  }
  expect(filled.toSorted()).toEqual(
    ["audit_events", "memberships", "messages", "password_links", "portal_hosts", "role_assignments"]
      .filter((one) => filled.includes(one))
      .toSorted(),
  );

  // Each part alone, of a template that has everything.
  for (const part of partIds) await opened({ templateId: a, parts: [part] });
});

test("every table and every column of portals is in a part, or in the list of what is never copied", async () => {
  const tables = await inSystem(async (db) =>
    (
      await sql<{ name: string }>`select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
          join pg_attribute a on a.attrelid = c.oid and a.attname = 'portal_id' and not a.attisdropped
          where n.nspname = 'public' and c.relkind in ('r', 'p')`.execute(db)
    ).rows.map(({ name }) => name),
  );
  const copied = Object.values(parts).flatMap((part) => part.tables);
  const never = Object.values(neverCopied).flat();
  expect(tables.filter((name) => !copied.includes(name) && !never.includes(name))).toEqual([]);
  expect(copied.filter((name) => never.includes(name))).toEqual([]);
  expect([...copied, ...never].filter((name) => !tables.includes(name))).toEqual([]);
  const columns = await inSystem(async (db) =>
    (
      await sql<{
        name: string;
      }>`select column_name as name from information_schema.columns where table_schema = 'public' and table_name = 'portals'`.execute(db)
    ).rows.map(({ name }) => name),
  );
  const known = [...Object.values(parts).flatMap((part) => part.columns), ...neverCopiedColumns];
  expect(columns.filter((name) => !known.includes(name))).toEqual([]);
});

test("the specified address leads to the screen", async () => {
  expect((await system.get("/SysAdmin/Portals/SelectPortal.aspx")).headers["location"]).toBe("/v/sysAdmin/portals");
});
