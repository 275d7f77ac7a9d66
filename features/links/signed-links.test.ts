import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { sql } from "kysely";
import * as pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startTestApp, type Client, type TestApp } from "#app/test/app.ts";
import type { Environment } from "#features/portal/contract.ts";
import type { QuickLink, QuickLinkTerms, SavedQuickLink } from "./contract.ts";
import { checkDueLinks } from "./server/health.ts";
import { aQuickLinkBody } from "./test/a-quick-link.ts";

// Signed links (QL-1): the variables in their addresses, the secret, and opening them. What receivers do is taken from docs/signed-links.md.
let app: TestApp;
let admin: Client;
let folder: string;
let isSigned: (address: string, secret: string, now?: number) => boolean;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.signIn("admin", "a");
  folder = await mkdtemp(join(tmpdir(), "stoa-signed-"));
  const page = await readFile(join(import.meta.dirname, "../../docs/signed-links.md"), "utf8");
  const file = join(folder, "check.mjs");
  await writeFile(file, /```js\n([\s\S]*?)```/.exec(page)?.[1] ?? "");
  ({ isSigned } = (await import(pathToFileURL(file).href)) as { isSigned: typeof isSigned });
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  for (const { id } of await rowsOf()) await admin.post(`/rest/quickLinks/${id}/state`, { change: "delete" });
});

const rowsOf = async (client = admin) => ((await client.get("/rest/quickLinks")).json() as { rows: QuickLink[] }).rows;
const add = (given: Partial<QuickLinkTerms> = {}, client = admin) =>
  client.post("/rest/quickLinks", aQuickLinkBody({ address: "https://shifts.example/plan?person={userId}", signed: true, ...given }));
const made = async (given: Partial<QuickLinkTerms> = {}, client = admin) => {
  const answer = await add(given, client);
  expect(answer.statusCode, answer.body).toBe(200);
  const { secret, ...link } = answer.json() as SavedQuickLink;
  return { ...link, secret: secret ?? "" };
};
const save = ({ id, revision }: Pick<QuickLink, "id" | "revision">, given: Partial<QuickLinkTerms>) =>
  admin.put(`/rest/quickLinks/${id}`, { ...aQuickLinkBody({ signed: true, address: "https://shifts.example/", ...given }), revision });
const renew = (id: number, client = admin) => client.post(`/rest/quickLinks/${id}/secret`);
const open = (id: number | string, client: Client, headers: Record<string, string> = {}) => client.get(`/v/link/${id}`, headers);
const ledTo = async (id: number, client: Client) => {
  const answer = await open(id, client);
  expect(answer.statusCode, answer.body).toBe(302);
  return String(answer.headers.location);
};
const asPerson = { accept: "text/html,application/xhtml+xml" };
const called = (person: { id: number }, externalId: string | null) =>
  app.databases.inPeople(app.portal("a").id, "prepare a test", (db) =>
    db.updateTable("memberships").set({ external_id: externalId }).where("user_id", "=", person.id).execute(),
  );

test("a signed link leads on with who opens it, and its receiver can check that as the docs say (QL-1)", async () => {
  const person = await app.aPerson("a", { email: "o'brien+sea!(1)*@a.test" });
  await called(person, "Ä 7/8&x=1#?");
  await app.databases.inSystem("prepare", (db) => db.updateTable("users").set({ locale: "de-AT" }).where("id", "=", person.id).execute());
  const client = await app.signInAs(person, "a");
  const { id, secret } = await made({
    address: " https://Shifts.example/of/{externalId}/plan?mail={email}&nr={userId}&in={language}&twice={userId}#at={externalId} ",
  });
  expect(secret).toMatch(/^stoa_link_[\w-]{43}$/);
  const answer = await open(id, client);
  expect([answer.statusCode, answer.headers["cache-control"], answer.headers["referrer-policy"]]).toEqual([302, "no-store", "no-referrer"]);
  const address = String(answer.headers.location);
  const url = new URL(address);
  expect(url.href).toBe(address);
  expect([url.host, decodeURIComponent(url.pathname), decodeURIComponent(url.hash)]).toEqual([
    "shifts.example",
    "/of/Ä 7/8&x=1#?/plan",
    "#at=Ä 7/8&x=1#?",
  ]);
  expect(url.pathname.split("/")).toHaveLength(4);
  const { stoa_time: time, stoa_signature: _, ...said } = Object.fromEntries(url.searchParams);
  expect(said).toEqual({ mail: person.email, nr: String(person.id), in: "de", twice: String(person.id) });
  expect(isSigned(address, secret)).toBe(true);
  // Not of another secret, not for ever, and nothing of it changed.
  expect(isSigned(address, `${secret}x`)).toBe(false);
  const opened = Number(time) * 1000;
  expect([301, 299, -299, -301].map((seconds) => isSigned(address, secret, opened + seconds * 1000))).toEqual([false, true, true, false]);
  for (const other of [
    address.replace(`nr=${person.id}`, `nr=${person.id + 1}`),
    address.replace("shifts.", "shift."),
    address.replace("#at=", "#as="),
    address.replace(/stoa_time=\d/, "stoa_time=2"),
    address.replace(/&stoa_signature=[^#]*/, ""),
    address.replace("#", "&more=1#"),
  ]) {
    expect(other).not.toBe(address);
    expect([other, isSigned(other, secret)]).toEqual([other, false]);
  }
});

test.each([
  ["https://shifts.example", "https://shifts.example/?stoa_time="],
  ["https://shifts.example/plan?", "https://shifts.example/plan?stoa_time="],
  ["https://shifts.example/plan?a=1&", "https://shifts.example/plan?a=1&stoa_time="],
  ["https://shifts.example/#plan", "https://shifts.example/?stoa_time="],
])("%s without variables is signed too", async (address, begins) => {
  const { id, secret } = await made({ address });
  const led = await ledTo(id, await app.signIn("student", "a"));
  expect([led.startsWith(begins), isSigned(led, secret)]).toEqual([true, true]);
});

test("what people have is the portal's own address of it; its address and its secret are in no answer but the one that made it", async () => {
  const { id, secret } = await made({ address: "https://shifts.example/plan?person={userId}" });
  const student = await app.signIn("student", "a");
  const environment = await student.get("/rest/environment/");
  expect((environment.json() as Environment).QuickLinks).toEqual([
    { Id: id, Title: "Shift plan", Address: `/v/link/${id}`, Icon: "calendar", NewTab: true },
  ]);
  expect(environment.body).not.toContain("shifts.example");
  expect((await student.get("/v/student/dashboard")).body).not.toContain("shifts.example");
  const [row] = await rowsOf();
  expect(row).toMatchObject({ id, signed: true, address: "https://shifts.example/plan?person={userId}" });
  expect(row?.secretMadeAt).not.toBe(null);
  const saved = await save({ id, revision: row?.revision ?? 0 }, { address: "https://shifts.example/other" });
  expect(saved.json()).toMatchObject({ secret: null });
  const deleted = await admin.post(`/rest/quickLinks/${id}/state`, { change: "delete" });
  const restored = await admin.post(`/rest/quickLinks/${id}/state`, { change: "restore" });
  const everything = [saved, deleted, restored, await admin.get("/rest/quickLinks"), await admin.get("/rest/audit")].map(
    ({ body }) => body,
  );
  expect(everything.join()).not.toContain(secret);
  // Nor anywhere in the database, where it is encrypted; the audit log says that there is one.
  const { rows } = await app.databases.inSystem("look at a test", (db) =>
    sql<{ kept: string; told: string }>`select
      (select string_agg(encode(sealed, 'escape'), ' ') from quick_link_secrets) as kept, (select string_agg(to_jsonb(e)::text, ' ') from audit_events e) as told`.execute(
      db,
    ),
  );
  expect(rows[0]?.kept).not.toContain(secret.slice(0, 20));
  expect(rows[0]?.told).not.toContain(secret);
  expect(rows[0]?.told).toContain('"signed": true');
  // A signed link works on after it was brought back.
  expect(isSigned(await ledTo(id, student), secret)).toBe(true);
});

test.each([
  ["https://shifts.example/{externalId}", false, "variable_unsigned"],
  ["https://shifts.example/?a={nothing}", false, "variable_unsigned"],
  ["mailto:{email}", false, "variable_unsigned"],
  ["/v/course/{userId}", false, "variable_unsigned"],
  ["https://shifts.example/{password}", true, "unknown_variable"],
  ["https://shifts.example/{EXTERNALID}", true, "unknown_variable"],
  ["https://shifts.example/{}", true, "unknown_variable"],
  ["https://shifts.example/{email", true, "unknown_variable"],
  ["https://shifts.example/?a=email}", true, "unknown_variable"],
  ["https://{externalId}.shifts.example/", true, "variable_in_host"],
  ["https://{email}/", true, "variable_in_host"],
  ["https:/\\{userId}.example/", true, "variable_in_host"],
  ["https:{userId}.example/", true, "variable_in_host"],
  ["https://shifts.example:{userId}/", true, "variable_in_host"],
  ["https://{userId}@shifts.example/", true, "variable_in_host"],
  ["https://ana:{userId}@shifts.example/", true, "variable_in_host"],
  ["http://shifts.example/{userId}", true, "not_https"],
  ["mailto:plan@shifts.example", true, "not_https"],
  ["/v/course/catalog/categories", true, "not_https"],
  ["shifts.example/{userId}", true, "not_https"],
  ["javascript:alert(1)", true, "not_https"],
  ["https://shifts.example/?stoa_time=1", true, "name_taken"],
  ["https://shifts.example/?stoa%5Fsignature={userId}", true, "name_taken"],
])("%s (signed: %s) is refused with what is wrong, and nothing is saved", async (address, signed, code) => {
  const link = await made({ address: "https://shifts.example/" });
  const refusals = [await add({ address, signed }), await save(link, { address, signed })].map((answer) => [
    answer.statusCode,
    (answer.json() as { errors: unknown[] }).errors,
  ]);
  const refusal = [400, [expect.objectContaining({ field: "address", code })]];
  expect(refusals).toEqual([refusal, refusal]);
  expect(await rowsOf()).toMatchObject([{ id: link.id, address: "https://shifts.example/", revision: link.revision }]);
});

test("a value that would make another path of the address is not led on with", async () => {
  const { id } = await made({ address: "https://shifts.example/people/{externalId}/plan" });
  const person = await app.aPerson("a");
  const client = await app.signInAs(person, "a");
  for (const value of ["..", "."]) {
    await called(person, value);
    expect((await open(id, client)).json()).toMatchObject({ code: "value_changes_address" });
  }
  await called(person, "../../x");
  expect(await ledTo(id, client)).toMatch(/^https:\/\/shifts\.example\/people\/\.\.%2F\.\.%2Fx\/plan\?stoa_time=/);
});

test("who has no external ID is told what is missing and whom to ask, in their language", async () => {
  const { id } = await made({ address: "https://shifts.example/?person={externalId}" });
  const person = await app.aPerson("a");
  const client = await app.signInAs(person, "a");
  const answer = await open(id, client);
  expect([answer.statusCode, answer.headers.location, answer.json()]).toMatchObject([409, undefined, { code: "no_external_id" }]);
  const page = await open(id, client, asPerson);
  expect([page.statusCode, page.headers["content-type"], page.headers["cache-control"]]).toEqual([
    409,
    "text/html; charset=utf-8",
    "no-store",
  ]);
  expect(page.body).toContain("This link cannot be opened for you");
  expect(page.body).toContain("none is entered for you in this portal. Ask the people who look after accounts here to enter it.");
  await app.databases.inSystem("prepare", (db) => db.updateTable("users").set({ locale: "de" }).where("id", "=", person.id).execute());
  expect((await open(id, client, asPerson)).body).toContain("Dieser Link braucht Ihre externe ID");
  // It was not followed.
  expect((await rowsOf())[0]?.clicks).toBe(0);
});

test("only who has a link now opens it: by its audience, dates and language, in its portal; everything else is 404", async () => {
  const [student, other] = [await app.signIn("student", "a"), await app.signIn("admin", "b")];
  const notTheirs = [
    await made({ audience: { kind: "role", is: "admin" } }),
    await made({ endsAt: "2020-01-01T00:00" }),
    await made({ startsAt: "2090-01-01T00:00" }),
    await made({ language: "de" }),
    await made({}, other),
  ];
  const gone = await made();
  await admin.post(`/rest/quickLinks/${gone.id}/state`, { change: "delete" });
  const plain = await made({ signed: false, address: "https://shifts.example/" });
  for (const id of [...[...notTheirs, gone, plain].map((link) => link.id), 999_999_999, 0, "x", "1e3", "https:%2F%2Fevil.test"]) {
    const [answer, page] = [await open(id, student), await open(id, student, asPerson)];
    expect([id, answer.statusCode, answer.headers.location, answer.json().code]).toEqual([id, 404, undefined, "not_found"]);
    expect([id, page.statusCode, page.headers.location]).toEqual([id, 404, undefined]);
    expect(page.body).not.toContain("shifts.example");
  }
  const link = await made();
  expect((await open(link.id, other)).statusCode).toBe(404);
  expect(await ledTo(link.id, student)).toContain(`person=${app.person("student", "a").id}&`);
  await other.post(`/rest/quickLinks/${notTheirs[4]?.id}/state`, { change: "delete" });
});

test("a visitor signs in first and comes back to the link; a program learns that it is not signed in", async () => {
  const { id } = await made();
  const visitor = app.anonymous("a");
  expect((await open(id, visitor)).statusCode).toBe(401);
  const answer = await open(id, visitor, asPerson);
  expect([answer.statusCode, answer.headers.location]).toEqual([302, `/v/auth/login?ReturnUrl=${encodeURIComponent(`/v/link/${id}`)}`]);
  const strange = await open("..%2F..%2Fevil", visitor, asPerson);
  expect(strange.headers.location).toBe(`/v/auth/login?ReturnUrl=${encodeURIComponent("/v/link/0")}`);
  const signedIn = await visitor.post("/rest/auth/login", {
    email: app.person("student", "a").email,
    password: "correct-horse-battery",
    returnUrl: `/v/link/${id}`,
  });
  expect(signedIn.json()).toMatchObject({ redirect: `/v/link/${id}` });
});

test("who has to do something first is led there, and then back to the link", async () => {
  const { id } = await made();
  const person = await app.aPerson("a");
  const client = await app.signInAs(person, "a");
  await app.databases.inSystem("prepare a test", (db) =>
    db.updateTable("users").set({ must_change_password: true }).where("id", "=", person.id).execute(),
  );
  expect((await open(id, client)).json()).toMatchObject({ code: "must_change_password" });
  const answer = await open(id, client, asPerson);
  expect([answer.statusCode, answer.headers.location]).toEqual([
    302,
    `/v/auth/passwordChange?ReturnUrl=${encodeURIComponent(`/v/link/${id}`)}`,
  ]);
});

test("who looks at the portal as somebody else opens nothing in their name", async () => {
  const { id } = await made();
  const looker = await app.signInAs(await app.aPerson("a", { isAdmin: true }), "a");
  const begun = await looker.post("/rest/roles/looks", { userId: app.person("student", "a").id, writes: true, reason: "A test of links" });
  expect(begun.statusCode, begun.body).toBe(200);
  expect((await open(id, looker)).json()).toMatchObject({ code: "link_looking_as" });
  const page = await open(id, looker, asPerson);
  expect([page.statusCode, page.headers.location]).toEqual([403, undefined]);
});

test("each opening is counted as a click, and the page of the link counts none besides", async () => {
  const { id } = await made();
  const student = await app.signIn("student", "a");
  for (const _ of [1, 2]) await ledTo(id, student);
  expect((await rowsOf())[0]?.clicks).toBe(2);
});

test("a renewed secret ends the one before; switching signing off and on makes another one", async () => {
  const link = await made();
  const student = await app.signIn("student", "a");
  const before = await ledTo(link.id, student);
  const renewed = (await renew(link.id)).json() as SavedQuickLink;
  expect(renewed.secret).toMatch(/^stoa_link_/);
  expect(renewed.secret).not.toBe(link.secret);
  const after = await ledTo(link.id, student);
  const signs = (address: string) => [link.secret, renewed.secret ?? ""].map((secret) => isSigned(address, secret));
  expect([signs(before), signs(after)]).toEqual([
    [true, false],
    [false, true],
  ]);
  const off = (await save(link, { signed: false })).json() as SavedQuickLink;
  expect(off).toMatchObject({ signed: false, secret: null, secretMadeAt: null });
  expect((await renew(link.id)).json()).toMatchObject({ code: "link_not_signed" });
  expect((await open(link.id, student)).statusCode).toBe(404);
  const on = (await save(off, {})).json() as SavedQuickLink;
  expect([on.secret === null, on.secret === renewed.secret]).toEqual([false, false]);
  expect(isSigned(await ledTo(link.id, student), on.secret ?? "")).toBe(true);
  const entries = await app.databases.inSystem("look at a test", (db) =>
    db
      .selectFrom("audit_events")
      .select("action")
      .where("object_kind", "=", "quick_link")
      .where("object_id", "=", link.id)
      .orderBy("id")
      .execute(),
  );
  expect(entries.map(({ action }) => action)).toEqual([
    "quick_link_made",
    "quick_link_secret_renewed",
    "quick_link_changed",
    "quick_link_changed",
  ]);
});

test("only admins renew secrets, each those of their own portal", async () => {
  const { id, secret } = await made();
  for (const role of ["student", "author", "manager"] as const)
    expect([role, (await renew(id, await app.signIn(role, "a"))).statusCode]).toEqual([role, 403]);
  expect((await renew(id, await app.signIn("admin", "b"))).statusCode).toBe(404);
  expect((await renew(id, app.anonymous("a"))).statusCode).toBe(401);
  expect(isSigned(await ledTo(id, admin), secret)).toBe(true);
});

test("a secret that was moved to another link or kept under another secret of the server signs nothing", async () => {
  const [one, two] = [await made(), await made()];
  await app.databases.inSystem("move a secret in a test", (db) =>
    sql`update quick_link_secrets s set sealed = (select sealed from quick_link_secrets where link_id = ${two.id}) where link_id = ${one.id}`.execute(
      db,
    ),
  );
  expect((await open(one.id, admin)).json()).toMatchObject({ code: "link_secret_lost" });
  expect((await open(one.id, admin, asPerson)).body).toContain("Ask the admins of this portal to renew its secret.");
  const renewed = (await renew(one.id)).json() as SavedQuickLink;
  expect(isSigned(await ledTo(one.id, admin), renewed.secret ?? "")).toBe(true);
});

test("the check asks a signed link about nobody and without a signature, and a receiver that refuses this is no dead link (QL-2)", async () => {
  const asked: string[] = [];
  let status = 200;
  const receiver = createServer((request, response) => {
    asked.push(request.url ?? "");
    response.writeHead(status).end();
  });
  await new Promise<void>((done) => receiver.listen(0, "127.0.0.1", done));
  const { port } = receiver.address() as AddressInfo;
  const student = await app.aPerson("a");
  await called(student, "E-0042");
  // A receiver of a test speaks no TLS, and a link is only taken with it.
  const superuser = new pg.Client({ connectionString: app.databaseUrl });
  await superuser.connect();
  await superuser.query("alter table quick_links drop constraint quick_links_address_check");
  const found = async (id: number, path: string, answers: number) => {
    status = answers;
    await superuser.query("update quick_links set address = $1 where id = $2", [`http://127.0.0.1:${port}${path}`, id]);
    await superuser.query("delete from quick_link_checks");
    await checkDueLinks(app.databases, { inner: [{ address: "127.0.0.1", port }], placeAt: () => null });
    return (await rowsOf()).find((row) => row.id === id)?.health?.state;
  };
  const { id } = await made();
  const inPath = "/of/{externalId}/plan?in={language}#{email}";
  const inQuery = "/plan?person={userId}&mail={email}";
  const outcomes = async (path: string) => {
    const states: unknown[] = [];
    for (const answers of [200, 400, 401, 403, 422, 404, 410, 500]) states.push([answers, await found(id, path, answers)]);
    return states;
  };
  const works = [200, 400, 401, 403, 422].map((answers) => [answers, "works"]);
  expect(await outcomes(inPath)).toEqual([...works, [404, "works"], [410, "failed"], [500, "failed"]]);
  expect(await outcomes(inQuery)).toEqual([...works, [404, "failed"], [410, "failed"], [500, "failed"]]);
  expect([...new Set(asked)]).toEqual(["/of/example/plan?in=example", "/plan?person=example&mail=example"]);
  // One that is not signed is gone with 400, as before.
  const plain = await made({ signed: false, address: "https://shifts.example/" });
  await superuser.query("update quick_links set deleted_at = now() where id = $1", [id]);
  expect(await found(plain.id, "/plan", 400)).toBe("failed");
  await superuser.query("update quick_links set address = 'https://shifts.example/'");
  await superuser.end();
  await new Promise((done) => receiver.close(done));
});

test("the secret of a deleted link is forgotten when it cannot be brought back any more", async () => {
  const [old, fresh] = [await made(), await made()];
  for (const { id } of [old, fresh]) await admin.post(`/rest/quickLinks/${id}/state`, { change: "delete" });
  await app.databases.inSystem("let days pass in a test", (db) =>
    sql`update quick_links set deleted_at = now() - interval '8 days' where id = ${old.id}`.execute(db),
  );
  await checkDueLinks(app.databases, { inner: [], placeAt: () => null });
  const kept = await app.databases.inSystem("look at a test", (db) =>
    db.selectFrom("quick_link_secrets").select("link_id").where("link_id", "in", [old.id, fresh.id]).execute(),
  );
  expect(kept).toEqual([{ link_id: fresh.id }]);
});

test("requests as such cannot read a secret from the database", async () => {
  const { id } = await made();
  const portalId = app.portal("a").id;
  await expect(
    app.databases.inPortal(portalId, (db) => db.selectFrom("quick_link_secrets").select("sealed").where("link_id", "=", id).execute()),
  ).rejects.toThrow(/permission denied/);
});
