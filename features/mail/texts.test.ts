import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type Client, type TestApp } from "#app/test/app.ts";
import { canaries } from "#app/security/canary-seed.ts";
import { events, letters } from "#features/notifications/events.ts";
import { writeLetter } from "#features/notifications/server/service.ts";
import { invitation } from "#features/notifications/events/invitation/invitation.ts";
import type { MessageRow } from "./contract.ts";
import { namesOf } from "./server/texts/fill-text.ts";
import { settleMail } from "./test/settle-mail.ts";
import type { ShownText, TextRow } from "./texts-contract.ts";

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.signIn("admin", "a");
});
afterAll(() => app.close());

const address = (event: string, language = "en") => `/rest/mail/texts/${event}/${language}`;
const shown = async (event: string, language = "en", client = admin) => (await client.get(address(event, language))).json() as ShownText;
const aText = (changed: object = {}) => ({
  subject: "Welcome to {course}",
  body: "Hello {person},\n\nsee you.\n\n{link}",
  button: "",
  ...changed,
});
/** Stores a text over what is there. */
const save = async (event: string, text: object | null, { language = "en", client = admin } = {}) =>
  client.put(address(event, language), { revision: (await shown(event, language, client)).revision, text });
const messagesTo = async (userId: number, client = admin) =>
  ((await client.get(`/rest/mail/messages?person=${userId}&sort=created`)).json() as { rows: MessageRow[] }).rows;
const last = async (userId: number) => (await admin.get(`/rest/mail/messages/${(await messagesTo(userId)).at(-1)?.id}`)).json();
const bodyOf = async (id: number) => (await admin.get(`/rest/mail/messages/${id}/body`)).body;
const tell = async (userId: number, title = "Ropes") => {
  const { id: courseId } = await app.aCourse("a", { title });
  expect((await admin.post(`/rest/people/${userId}/enrolments`, { courseId })).statusCode).toBe(200);
};
const actions = (action: string) =>
  app.databases.inSystem("look at a test", async (db) =>
    (await db.selectFrom("audit_events").select(["before", "after"]).where("action", "=", action).orderBy("id").execute()).map(
      ({ before, after }) => ({ before, after }),
    ),
  );
const writable = [...events, ...letters].filter(({ own }) => own !== null);

test("every letter offers its text in each language, with all its variables, and takes it as its own", async () => {
  const { rows } = (await admin.get("/rest/mail/texts")).json() as { rows: TextRow[] };
  expect(rows.map(({ event }) => event)).toEqual(writable.map(({ name }) => name));
  for (const { name, mandatory, own, sample } of writable) {
    if (!own) continue;
    const teller = { say: (text: string) => text, moment: (at: string) => at, link: (to: string) => to } as never;
    expect([name, Object.keys(own.values(teller, sample("x"))).toSorted()]).toEqual([name, Object.keys(own.names).toSorted()]);
    expect(["link", "person", "portal"].filter((common) => Object.hasOwn(own.names, common))).toEqual([]);
    const offered = { en: await shown(name), de: await shown(name, "de") };
    expect(offered.en.offered).not.toEqual(offered.de.offered);
    for (const [language, { offered: text, variables, isMandatory }] of Object.entries(offered)) {
      expect(isMandatory).toBe(mandatory);
      expect(variables.map((one) => one.name).toSorted()).toEqual(Object.keys(namesOf(own, mandatory)).toSorted());
      const reply = await admin.post(`${address(name, language)}/preview`, { text, person: "" });
      expect([name, reply.statusCode, reply.body.slice(0, 200)]).toEqual([name, 200, expect.any(String)]);
      // Nothing in braces is left in what people read.
      expect(reply.json().plain).not.toMatch(/[{}]/);
    }
  }
});

test("a letter says what the portal wrote, in the language and with the facts of whoever gets it; reset, it is the product's again", async () => {
  const german = await app.aPerson("a", { givenName: "Jörg", familyName: "Maß" });
  await (
    await app.signInAs(german, "a")
  ).put("/rest/account/profile", { givenName: "Jörg", familyName: "Maß", locale: "de", timeZone: null });
  const english = await app.aPerson("a", { givenName: "Ana", familyName: "Ruiz" });
  const text = {
    subject: "Los geht es: {course}",
    body: "Hallo {person},\n\n{by} hat Sie angemeldet.\nBis {due}.\n\n{link}\n\nIhr {portal}",
    button: "Zum Kurs",
  };
  expect((await save("enrolled", text, { language: "de" })).json()).toMatchObject({ text });
  for (const { id } of [german, english]) await tell(id, "Leitern & Tritte");
  await settleMail(app);
  const message = await last(german.id);
  expect(message.subject).toBe("Los geht es: Leitern & Tritte");
  // Without a due date the line that names it is left out; the button has the portal's word and stands where it was put.
  expect(message.plain).toMatch(
    /^Portal A\n\nLos geht es: Leitern & Tritte\n\nHallo Jörg Maß,\n.+ hat Sie angemeldet\.\n\nZum Kurs:\nhttp:\/\/a\.test\/v\/course\/details\/online\/\d+\n\nIhr Portal A\n\n-- \n/,
  );
  expect(await bodyOf(message.id)).toMatch(/Leitern &amp; Tritte[^]*Hallo Jörg Maß,[^]*>Zum Kurs<[^]*Ihr Portal A/);
  expect((await last(english.id)).subject).toBe("You are enrolled in Leitern & Tritte");
  const { rows } = (await admin.get("/rest/mail/texts")).json() as { rows: TextRow[] };
  expect(rows.find(({ event }) => event === "enrolled")?.own).toMatchObject([{ language: "de" }]);
  expect((await save("enrolled", null, { language: "de" })).json()).toMatchObject({ text: null });
  await tell(german.id, "Danach");
  await settleMail(app);
  expect((await last(german.id)).subject).toBe("Sie sind eingeschrieben in Danach");
  expect((await actions("mail_text_saved")).at(-1)).toEqual({
    before: { event: "enrolled", language: "de", text: null },
    after: { event: "enrolled", language: "de", text },
  });
  expect((await actions("mail_text_reset")).at(-1)).toMatchObject({ before: { text }, after: { text: null } });
});

describe("a text is refused with a sentence that names what is wrong", () => {
  test.each([
    ["enrolled", { body: "{curse} {link}" }, "body", "misspelt_variable", "{curse} is no variable of this email. Did you mean {course}?"],
    ["enrolled", { subject: "{Course}" }, "subject", "misspelt_variable", "{Course} is no variable of this email. Did you mean {course}?"],
    ["enrolled", { body: "{completely_else}" }, "body", "unknown_variable", "{link}, {course}, {by}, {due}, {person}, {portal}"],
    ["enrolled", { button: "{until}" }, "button", "unknown_variable", "{until} is no variable of this email."],
    ["enrolled", { body: "{{course}}" }, "body", "lone_brace", "Write a variable with one on each side, such as {portal}."],
    ["enrolled", { body: "a } b" }, "body", "lone_brace", "A brace stands alone here."],
    ["enrolled", { body: "Go: {link}" }, "body", "needs_own_line", "{link} is more than a word"],
    ["enrolled", { subject: "{link}" }, "subject", "needs_own_line", "{link} is more than a word"],
    ["enrolled", { body: "{link}\nor\n{link}" }, "body", "one_link", "An email has one button"],
    ["nudged", { subject: "{courses}" }, "subject", "needs_own_line", "{courses} is more than a word"],
    ["password_reset", { body: "Choose a new password." }, "body", "needed", "Without {link} this email cannot do what it is for."],
    ["invitation", { body: "Come in." }, "body", "needed", "Without {link}"],
    ["password_changed", { body: "On {when} it was changed." }, "body", "needed", "Without {link}"],
    ["staff_message", { body: "{link}" }, "body", "needed", "Without {message}"],
    ["enrolled", { subject: "" }, "subject", undefined, "Enter a subject."],
    ["enrolled", { subject: "a\r\nBcc: all@evil.test" }, "subject", undefined, "A subject is one line."],
    ["enrolled", { subject: "a\u2028b" }, "subject", undefined, "A subject is one line."],
    ["enrolled", { body: "x".repeat(3001) }, "body", undefined, "Use at most 3,000 characters."],
    ["enrolled", { body: "a\u0000b" }, "body", undefined, ""],
  ])("%s %j", async (event, changed, field, code, sentence) => {
    const before = await shown(event);
    const text = aText({ subject: "Hello", ...changed });
    for (const reply of [
      await admin.put(address(event), { revision: before.revision, text }),
      await admin.post(`${address(event)}/preview`, { text, person: "" }),
      await admin.post(`${address(event)}/test`, { text }),
    ]) {
      expect([reply.statusCode, reply.json().message]).toEqual([400, expect.stringContaining(sentence)]);
      if (code) expect(reply.json().errors[0]).toMatchObject({ field: expect.stringContaining(field), code });
    }
    expect(await shown(event)).toEqual(before);
  });
});

test("of two admins who change a letter at the same time one is told; the last texts are there to take again", async () => {
  const { revision } = await shown("overdue");
  const put = (subject: string) => admin.put(address("overdue"), { revision, text: aText({ subject }) });
  const replies = await Promise.all(["One", "Two", "Three"].map(put));
  expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409]);
  expect(replies.find(({ statusCode }) => statusCode === 409)?.json().message).toMatch(/^Somebody else saved this email meanwhile\./);
  const kept = replies.find(({ statusCode }) => statusCode === 200)?.json() as ShownText;
  expect(await shown("overdue")).toEqual(kept);
  for (let nth = 0; nth < 21; nth++)
    expect((await save("overdue", nth === 3 ? null : aText({ subject: `Nr ${nth}` }))).statusCode).toBe(200);
  const { versions } = await shown("overdue");
  expect(versions).toHaveLength(20);
  expect(versions[0]).toMatchObject({ text: { subject: "Nr 20" }, by: expect.any(String) });
  expect(versions.filter(({ text }) => text === null)).toHaveLength(1);
});

test("what waits when a text changes leaves with the new one", async () => {
  const person = await app.aPerson("a");
  await save("enrolled", aText({ subject: "Before" }));
  await tell(person.id);
  await save("enrolled", aText({ subject: "After" }));
  await settleMail(app);
  expect((await last(person.id)).subject).toBe("After");
  await save("enrolled", null);
  expect((await last(person.id)).subject).toBe("After");
});

test("the link of an invitation works from the portal's own text, and the kept copy has no secret", async () => {
  await save("invitation", {
    subject: "Come to {portal}",
    body: "We look forward to you.\n{link}\nUntil {until}. Hello {person}!",
    button: "",
  });
  await app.databases.inPeople(app.portal("a").id, "a test", (db) =>
    writeLetter(
      db,
      app.portal("a").id,
      invitation,
      { address: "new@else.test", locale: null },
      { key: "k", until: "2027-01-01T08:00:00Z", portal: "Portal A" },
    ),
  );
  await settleMail(app);
  const { rows } = (await admin.get("/rest/mail/messages?q=new@else.test")).json() as { rows: MessageRow[] };
  const { plain, subject } = (await admin.get(`/rest/mail/messages/${rows[0]?.id}`)).json();
  expect(subject).toBe("Come to Portal A");
  expect(plain).toMatch(/Accept the invitation:\nhttp:\/\/a\.test\/v\/auth\/invitation#hidden\n/);
  // Of a stranger no name is known: the line with it is left out.
  expect(plain).not.toContain("Until");
  await save("invitation", null);
});

test("the text of one portal is never that of another", async () => {
  const b = await app.signIn("admin", "b");
  await save("enrolled", aText({ subject: "Of A" }));
  expect(await shown("enrolled", "en", b)).toMatchObject({ revision: 0, text: null, versions: [] });
  expect((await b.get("/rest/mail/texts/export.csv")).body).not.toContain("Of A");
  await save("enrolled", aText({ subject: "Of B" }), { client: b });
  expect(await shown("enrolled")).toMatchObject({ text: { subject: "Of A" } });
  const person = await app.aPerson("b");
  const { id: courseId } = await app.aCourse("b");
  expect((await b.post(`/rest/people/${person.id}/enrolments`, { courseId })).statusCode).toBe(200);
  await settleMail(app);
  expect(await messagesTo(person.id, b)).toMatchObject([{ subject: "Of B" }]);
  await save("enrolled", null);
});

test("the export has the portal's own texts, harmless to a table program", async () => {
  await save("completed", aText({ subject: "=1+1 {course}" }), { language: "de" });
  const { body, headers } = await admin.get("/rest/mail/texts/export.csv");
  expect(headers["content-type"]).toContain("text/csv");
  expect(body).toContain("'=1+1 {course}");
  expect(body).toContain("completed");
});

test("a preview shows a person of the portal in their zone, and nobody whom the admin may not see", async () => {
  const person = await app.aPerson("a", { givenName: "Ana", familyName: "<b>Ruiz</b>" });
  const text = aText({ subject: "{person}, {course}", body: "By {due}\n{link}" });
  const preview = (who: string) => admin.post(`${address("enrolled")}/preview`, { text, person: who });
  const seen = (await preview(person.email.toUpperCase())).json();
  expect(seen).toMatchObject({ to: person.email, subject: "Ana <b>Ruiz</b>, Working safely at heights" });
  const frame = await admin.get(seen.address);
  expect(frame.body).toContain("Ana &lt;b&gt;Ruiz&lt;/b&gt;, Working safely at heights");
  expect(frame.headers["content-security-policy"]).toContain("sandbox");
  expect((await preview("")).json().subject).toBe("Ana Ruiz, Working safely at heights");
  const elsewhere = await app.aPerson("b");
  for (const email of ["nobody@a.test", elsewhere.email, app.person("system", "a").email])
    expect([email, (await preview(email)).json().errors]).toMatchObject([email, [{ field: "person", code: "nobody_here" }]]);
  // Sent to whoever asks, as that person would get it.
  const trial = (who: string) => admin.post(`${address("enrolled")}/test`, { text, person: who });
  expect((await trial(person.email)).statusCode).toBe(200);
  await settleMail(app);
  const { rows } = (await admin.get("/rest/mail/messages?sort=-created")).json() as { rows: MessageRow[] };
  expect(rows[0]).toMatchObject({
    subject: "Ana <b>Ruiz</b>, Working safely at heights",
    address: expect.not.stringContaining(person.email),
  });
  // All in the language of the text, where the portal does not offer that, too.
  const offer = (languages: string) =>
    app.databases.inSystem("prepare a test", (db) =>
      sql`update portals set settings = settings || jsonb_build_object('languages', ${languages}::text) where id = ${app.portal("a").id}`.execute(
        db,
      ),
    );
  await offer("en");
  expect((await admin.post(`${address("enrolled", "de")}/test`, { text, person: "" })).statusCode).toBe(200);
  await settleMail(app);
  const [german] = ((await admin.get("/rest/mail/messages?sort=-created")).json() as { rows: MessageRow[] }).rows;
  expect(await bodyOf(german?.id ?? 0)).toContain('lang="de"');
  await offer("en,de");
  for (const email of ["nobody@a.test", elsewhere.email])
    expect((await trial(email)).json().errors).toMatchObject([{ code: "nobody_here" }]);
  for (const of of ["", "made-up", Buffer.from("{}").toString("base64url")])
    expect((await admin.get(`/rest/mail/texts/preview?of=${of}`)).statusCode).toBe(404);
});

test("security.md 36, 41, 76: neither a text nor what people are called becomes markup, a header or a foreign link", async () => {
  const attack = `${canaries.join(" ").replaceAll(/[{}]/g, "")} <a href="https://evil.test">x</a>`;
  const person = await app.aPerson("a", { givenName: attack.slice(0, 70), familyName: "{portal}{link}" });
  for (const { name, own, mandatory } of writable) {
    if (!own) continue;
    const names = Object.entries(namesOf(own, mandatory));
    const text = {
      subject: attack.slice(0, 100),
      body: [attack, ...names.map(([variable, { isLines }]) => (isLines ? `{${variable}}` : `- {${variable}}`))].join("\n"),
      button: attack.slice(0, 60),
    };
    const reply = await save(name, text);
    expect([name, reply.statusCode, reply.json().message]).toEqual([name, 200, undefined]);
  }
  const said = `${attack}\r\nBcc: everybody@evil.test\u2028\u0085{portal}`;
  await app.databases.inSystem("attacks in every event and letter", async (db) => {
    await db
      .insertInto("notifications")
      .values(
        events.map((event, nth) => ({
          portal_id: app.portal("a").id,
          event: event.name,
          subject: "course:1",
          user_id: person.id,
          occurrence: `${nth}`,
          variables: JSON.stringify(event.sample(said)),
        })),
      )
      .execute();
    for (const letter of letters) await writeLetter(db, app.portal("a").id, letter, { userId: person.id }, letter.sample(said));
  });
  await settleMail(app);
  const rows = (await messagesTo(person.id)).filter(({ state }) => state === "kept");
  expect(rows.length).toBeGreaterThan(20);
  for (const { id, event } of rows) {
    const message = (await admin.get(`/rest/mail/messages/${id}`)).json();
    if (writable.some(({ name }) => name === event)) {
      expect([event, message.subject]).toEqual([event, attack.slice(0, 100).trim()]);
      // What stands in a name is no variable.
      expect(message.plain).toContain("{portal}{link}");
    }
    for (const { value } of message.headers as { value: string }[]) expect(value).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
    const body = await bodyOf(id);
    expect(body).not.toMatch(/<(?:script|img|svg|iframe)/i);
    expect(body).not.toMatch(/href="(?!http:\/\/a\.test\/)/);
  }
  for (const { name, own } of writable) if (own) await save(name, null);
});
