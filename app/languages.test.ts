import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "#app/test/app.ts";

// Issue 7 §4: a refusal has the same code and params in every language; its message is in the language of the request.
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

async function person(locale: string | null) {
  const client = await app.signInAs(await app.aPerson("a"), "a");
  await client.put("/rest/account/profile", { givenName: "Kim", familyName: "Berg", locale, timeZone: null });
  return client;
}

test("a refusal comes in the language the person has chosen, with the same code and params", async () => {
  const title = "Leitern";
  const { id: courseId } = await app.aCourse("a", { title, selfEnrol: false });
  const [english, german] = [await person("en"), await person("de")];
  const replies = [await english.post("/rest/enrolment/enrol", { courseId }), await german.post("/rest/enrolment/enrol", { courseId })];
  expect(replies.map((reply) => [reply.statusCode, reply.json().code, reply.json().params])).toEqual([
    [403, "by_invitation", { title }],
    [403, "by_invitation", { title }],
  ]);
  expect(replies.map((reply) => reply.json().message)).toEqual([
    `You cannot enrol yourself in ${title}. Ask a portal admin to enrol you.`,
    `Sie können sich nicht selbst in ${title} einschreiben. Bitten Sie die Portaladministration darum.`,
  ]);
});

test("so do the words about a field, which are refused before anybody is asked who it is", async () => {
  const wrong = { givenName: "x".repeat(81), familyName: "Berg", locale: null, timeZone: null };
  const [english, german] = [await person("en"), await person("de")];
  const replies = [await english.put("/rest/account/profile", wrong), await german.put("/rest/account/profile", wrong)];
  const same = { field: "givenName", code: "too_big", params: { maximum: 80 } };
  expect(replies.map((reply) => reply.json().errors)).toEqual([
    [{ ...same, message: "Use at most 80 characters for your given name." }],
    [{ ...same, message: "Verwenden Sie für Ihren Vornamen höchstens 80 Zeichen." }],
  ]);
});

test("kind and status of a course are words in an author's spreadsheet, in the author's language", async () => {
  const german = await app.signIn("author", "a");
  await german.put("/rest/account/profile", { givenName: "Kim", familyName: "Berg", locale: "de", timeZone: null });
  await german.post("/rest/course/createCourse", { courseTypeId: 3 });
  const [, line] = (await german.get("/rest/editor/courses/export.csv")).body.split("\r\n");
  expect(line).toMatch(/,Online \(SCORM\),Entwurf,/);
});

describe("a visitor's language (ENV-8)", () => {
  const seen = async (header?: string, chosen?: string, portal: "a" | "b" = "b") => {
    const visitor = app.anonymous(portal);
    const headers = {
      ...(header !== undefined && { "accept-language": header }),
      ...(chosen !== undefined && { cookie: `${visitor.cookie}; stoa_language=${chosen}` }),
    };
    const told = (await visitor.get("/rest/environment/environmentNoUser/", headers)).json() as { Locale: string };
    const page = (await visitor.get("/v/auth/login", headers)).body;
    // Refused once it was opened, and before.
    const refused = [await visitor.get("/rest/public/courses/987654321", headers), await visitor.get("/rest/nowhere", headers)];
    // Of the page its language, what it was told and what it says itself.
    const ofPage = [/<html lang="(\w+)"/.exec(page)?.[1], /"Locale":"(\w+)"/.exec(page)?.[1]];
    const said = [page, ...refused.map((reply) => reply.json().message as string)].map((words) =>
      / nichts?\b| braucht /.test(words) ? "de" : "en",
    );
    return [told.Locale, ...ofPage, ...said].join(" ");
  };
  const [english, german] = ["en en en en en en", "de de de de de de"];

  test("is what they chose on this device, else the best that their browser asks for, else the portal's; what cannot be read is none", async () => {
    expect(await seen()).toBe(english);
    expect(await seen("fr-CH, de-AT;q=0.7, en;q=0.3")).toBe(german);
    expect(await seen("de", "en")).toBe(english);
    expect(await seen("en", "de")).toBe(german);
    for (const bad of ["", "fr", "%E0%A4%A", "pseudo", "__proto__", "x".repeat(3000)])
      expect([bad, await seen(";q=,fr;q=x,,*", bad)]).toEqual([bad, english]);
    for (const bad of ["*", "pseudo", "de;q=0", ";;;", "-", "q=1;de"]) expect([bad, await seen(bad)]).toEqual([bad, english]);
  });

  test("is one that the portal offers, in that portal alone", async () => {
    const admin = await app.signIn("admin", "b");
    const { revision } = (await admin.get("/rest/settings")).json();
    expect((await admin.post("/rest/settings", { revision, values: { languages: "en" } })).statusCode).toBe(200);
    expect([await seen("de", "de"), await seen("de", "de", "a")]).toEqual([english, german]);
    expect((await admin.post("/rest/settings", { revision: revision + 1, values: { languages: null } })).statusCode).toBe(200);
    expect(await seen("de")).toBe(german);
  });

  test("is no language of whoever is signed in, with or without one of their own", async () => {
    for (const own of ["en", null]) {
      const client = await person(own);
      const headers = { "accept-language": "de", cookie: `${client.cookie}; stoa_language=de` };
      const page = (await client.get("/v/student/dashboard", headers)).body;
      const refused = (await client.get("/rest/progress/attempts/987654321", headers)).json().message;
      const unopened = (await client.get("/rest/account/profiles", headers)).json().message;
      expect([/<html lang="(\w+)"/.exec(page)?.[1], refused, unopened]).toEqual([
        "en",
        "This attempt could not be found.",
        "There is nothing at this address.",
      ]);
    }
  });

  test("is that of the pages about the portal, of what its sign-in page says, of public courses, and of an address where nothing is", async () => {
    const admin = await app.signIn("admin", "a");
    const draft = { revision: 0, content: { texts: { en: "<p>Hello</p>", de: "<p>Hallo</p>" }, ways: null } };
    expect((await admin.put("/rest/pages/login/draft", draft)).statusCode).toBe(200);
    const { rows } = (await admin.get("/rest/pages")).json() as { rows: { page: string; revision: number }[] };
    const revision = rows.find(({ page }) => page === "login")?.revision;
    expect((await admin.post("/rest/pages/login/publish", { revision })).statusCode).toBe(200);
    const read = async (language: string) => {
      const visitor = app.anonymous("a");
      const get = async (path: string, more: object = {}) => visitor.get(path, { "accept-language": language, ...more });
      return [
        (await get("/rest/environment/environmentNoUser/")).json().Welcome,
        (await get("/v/auth/login")).body.includes(language === "de" ? "Hallo" : "Hello"),
        (await get("/rest/environment/about")).json().privacy.language,
        (await get("/rest/public/courses/987654321")).json().message,
        /<html lang="(\w+)"/.exec((await get("/nowhere", { accept: "text/html" })).body)?.[1],
      ];
    };
    const inGerman = [{ Html: "<p>Hallo</p>", Language: "de" }, true, "de", expect.stringMatching(/nicht/), "de"];
    const inEnglish = [{ Html: "<p>Hello</p>", Language: "en" }, true, "en", expect.stringMatching(/not/), "en"];
    // The page is kept for each language.
    expect([await read("de"), await read("en"), await read("de")]).toEqual([inGerman, inEnglish, inGerman]);
  });
});

test("without a choice it is the portal's language, and without a portal what the browser asks for", async () => {
  const client = await person(null);
  const missing = () => client.get("/rest/progress/attempts/987654321");
  expect((await missing()).json().message).toBe("This attempt could not be found.");
  await app.databases.inSystem("the portal's language in a test", (db) =>
    db.updateTable("portals").set({ locale: "de-CH" }).where("id", "=", app.portal("a").id).execute(),
  );
  await expect
    .poll(async () => (await missing()).json().message, { timeout: 20_000, interval: 500 })
    .toBe("Dieser Versuch wurde nicht gefunden.");
});
