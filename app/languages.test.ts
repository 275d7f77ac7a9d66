import { afterAll, beforeAll, expect, test } from "vitest";
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
