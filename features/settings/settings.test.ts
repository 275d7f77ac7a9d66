import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type Client, type TestApp } from "#app/test/app.ts";
import { effectiveSettings } from "#features/portal/server/effective-settings.ts";
import { settingChoices } from "#features/portal/setting-choices.ts";
import { languages, offeredLocale } from "#platform/languages.ts";
import { fileFormat, type SettingRow, type Settings } from "./contract.ts";

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.signIn("admin", "a");
});
afterAll(() => app.close());

const read = async (client: Client) => (await client.get("/rest/settings")).json() as Settings;
const rowOf = ({ settings }: Settings, key: string) => settings.find((setting) => setting.key === key) as SettingRow;
const save = async (client: Client, values: Record<string, string | null>) =>
  client.post("/rest/settings", { revision: (await read(client)).revision, values });
const environment = async (client: Client) =>
  ((await client.get("/rest/environment/")).json() as { PortalSettings: Record<string, string> }).PortalSettings;

test("a setting is changed, in force with the next request, and given back to the product's value (ENV-9)", async () => {
  expect(rowOf(await read(admin), "showStudentWidgets")).toMatchObject({ value: "true", origin: "product", type: "flag" });
  const saved = await save(admin, { showStudentWidgets: "0", termsUrl: " https://a.test/terms " });
  expect(saved.statusCode).toBe(200);
  expect(rowOf(saved.json() as Settings, "showStudentWidgets")).toMatchObject({ value: "false", origin: "portal" });
  expect(await environment(admin)).toMatchObject({ showStudentWidgets: "false", termsUrl: "https://a.test/terms" });
  const other = await app.signIn("admin", "b");
  expect(await environment(other)).toMatchObject({ showStudentWidgets: "true" });
  const back = (await save(admin, { showStudentWidgets: null })).json() as Settings;
  expect(rowOf(back, "showStudentWidgets")).toMatchObject({ value: "true", origin: "product" });
  expect(rowOf(back, "termsUrl")).toMatchObject({ value: "https://a.test/terms", origin: "portal" });
});

test("all of a change or nothing: what cannot be is said for each setting, and an overtaken change is refused", async () => {
  const before = await read(admin);
  const refused = await save(admin, { showAnnouncementAtStart: "true", termsUrl: "javascript:alert(1)", smtpPassword: "x" });
  expect(refused.statusCode).toBe(400);
  expect((refused.json() as { errors: { field: string; code: string }[] }).errors.map(({ field, code }) => [field, code])).toEqual([
    ["termsUrl", "not_an_address"],
    ["smtpPassword", "no_such_setting"],
  ]);
  expect(await read(admin)).toEqual(before);
  const twice = await Promise.all(
    [1, 2].map(() => admin.post("/rest/settings", { ...before, values: { preventSelfRegistration: "true" } })),
  );
  expect(twice.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
});

test("every change is in the audit log with what was before, and nobody else may make one", async () => {
  await save(admin, { showAnnouncementAtStart: "true" });
  const { rows } = (await admin.get("/rest/audit?q=settings_changed")).json() as { rows: { before: object; after: object }[] };
  expect(rows[0]).toMatchObject({ before: { showAnnouncementAtStart: null }, after: { showAnnouncementAtStart: "true" } });
  for (const role of ["student", "author", "manager"] as const) {
    const client = await app.signIn(role, "a");
    expect((await client.get("/rest/settings")).statusCode).toBe(403);
    expect((await client.post("/rest/settings", { revision: 1, values: {} })).statusCode).toBe(403);
  }
});

test("security.md 27: what is changed in one portal is that portal's row and nothing else of it", async () => {
  const change = (text: string) =>
    app.databases.inPeople(app.portal("a").id, "a test", async (db) => {
      return (await sql.raw(text).execute(db)).numAffectedRows;
    });
  expect(await change(`update portals set settings = settings where id = ${app.portal("b").id}`)).toBe(0n);
  await expect(change(`update portals set status = 'suspended' where id = ${app.portal("a").id}`)).rejects.toThrow("permission denied");
});

test("settings are taken to another portal as a file: what would change is said first, and what cannot be, why (ENV-9)", async () => {
  const file = (await admin.get("/rest/settings/file")).json() as { format: string; settings: Record<string, unknown> };
  expect(file).toMatchObject({ format: fileFormat, settings: { termsUrl: "https://a.test/terms" } });
  const other = await app.signIn("admin", "b");
  const check = async (body: object) => other.post("/rest/settings/file", body);
  const told = await check({ ...file, settings: { ...file.settings, showStudentWidgets: 7, later: "1" } });
  expect(told.json()).toEqual({
    changes: expect.arrayContaining([
      { key: "termsUrl", title: "Terms of use", from: "", to: "https://a.test/terms", fromText: "", toText: "https://a.test/terms" },
    ]) as unknown,
    problems: [
      { key: "showStudentWidgets", message: "Values stand in quotation marks in this file." },
      { key: "later", message: "There is no setting of this name in this version." },
    ],
  });
  expect(rowOf(await read(other), "termsUrl").value).toBe("");
  const old = await check({ format: "stoa-settings-0", settings: {} });
  expect([old.statusCode, (old.json() as { errors: { code: string }[] }).errors[0]?.code]).toEqual([400, "other_format"]);
});

test("people choose among the languages that the portal offers; whoever has chosen another one reads it in its own (ENV-8)", async () => {
  const student = await app.signIn("student", "b");
  const ownAdmin = await app.signIn("admin", "b");
  const choose = (locale: string | null) =>
    student.put("/rest/account/profile", { givenName: "Student", familyName: "B", locale, timeZone: null });
  const account = async () => (await student.get("/rest/account")).json() as { locale: string | null; portal: { languages: string[] } };
  const spoken = async () => (await student.get("/rest/environment/")).json().Preferences.Locale as string;
  const stored = async () =>
    app.databases.inSystem("a test", (db) =>
      db.selectFrom("users").select("locale").where("id", "=", student.userId).executeTakeFirstOrThrow(),
    );
  expect((await choose("de")).statusCode).toBe(200);
  expect([await spoken(), (await account()).portal.languages]).toEqual(["de", ["en", "de"]]);

  expect((await save(ownAdmin, { languages: " en" })).statusCode).toBe(200);
  expect([await spoken(), await account()]).toMatchObject(["en", { locale: null, portal: { languages: ["en"] } }]);
  const refused = await choose("de");
  expect([refused.statusCode, refused.json()]).toMatchObject([
    400,
    { message: "This portal does not offer this language. Choose another one.", errors: [{ field: "locale", code: "not_offered" }] },
  ]);
  // What they have chosen stays for portals that offer it.
  expect([(await choose(null)).statusCode, await stored()]).toEqual([200, { locale: "de" }]);
  expect((await save(ownAdmin, { languages: null })).statusCode).toBe(200);
  expect(await spoken()).toBe("de");
  expect([(await choose(null)).statusCode, await stored()]).toEqual([200, { locale: null }]);
});

test("the language of the portal is one that it offers, stands in its row, and goes along in the file (ENV-8)", async () => {
  const { id } = app.portal("a");
  const visitors = async () => (await app.anonymous("a").get("/rest/environment/environmentNoUser/")).json().Locale as string;
  const fieldOf = async (values: Record<string, string | null>) => {
    const answer = await save(admin, values);
    return [answer.statusCode, answer.json().errors?.[0]?.field ?? null];
  };
  expect(await fieldOf({ languages: "de" })).toEqual([400, "languages"]);
  expect(await fieldOf({ languages: "en", language: "de" })).toEqual([400, "language"]);
  expect(await visitors()).toBe("en");
  expect(await fieldOf({ languages: "de", language: "de" })).toEqual([200, null]);
  expect(await visitors()).toBe("de");
  expect((await admin.get("/rest/settings/file")).json().settings).toMatchObject({ languages: "de", language: "de" });
  const row = await app.databases.inSystem("a test", (db) =>
    db.selectFrom("portals").select(["locale", "settings"]).where("id", "=", id).executeTakeFirstOrThrow(),
  );
  expect([row.locale, Object.keys(row.settings as object)]).toEqual(["de", expect.not.arrayContaining(["language"])]);
  // In a portal that offers others the one without the other is no setting that can be.
  const other = await app.signIn("admin", "b");
  const check = async (settings: object) => (await other.post("/rest/settings/file", { format: fileFormat, settings })).json();
  const [toGerman, language] = [
    { key: "languages", title: "Languages", from: "en,de", to: "de", fromText: "English, Deutsch", toText: "Deutsch" },
    "de",
  ];
  const message = "The language of the portal has to be one that it offers. Choose another one, or offer it.";
  expect(await check({ languages: "de" })).toEqual({ changes: [], problems: [{ key: "languages", message }] });
  expect(await check({ languages: "en", language })).toEqual({
    changes: [],
    problems: ["languages", "language"].map((key) => ({ key, message })),
  });
  expect(await check({ languages: "de", language })).toMatchObject({
    changes: [toGerman, { key: "language", toText: "Deutsch" }],
    problems: [],
  });
  expect(await check({ languages: "en", language: "en" })).toMatchObject({ changes: [{ key: "languages" }], problems: [] });
  expect((await save(other, { languages: "" })).json().errors).toMatchObject([
    { code: "none_chosen", message: "Choose one at least of these: English, Deutsch." },
  ]);
  expect(await fieldOf({ languages: "en", language: null })).toEqual([200, null]);
  expect((await admin.get("/rest/settings/file")).json().settings).toMatchObject({ languages: "en", language: "en" });
  expect(await fieldOf({ languages: null })).toEqual([200, null]);
  expect((await admin.get("/rest/settings/file")).json().settings).not.toHaveProperty("language");
  // Whatever form of it stands in its row stays until it is changed itself.
  const locale = () =>
    app.databases.inSystem(
      "a test",
      async (db) => (await db.selectFrom("portals").select("locale").where("id", "=", id).executeTakeFirstOrThrow()).locale,
    );
  await app.databases.inSystem("a test", (db) => db.updateTable("portals").set({ locale: "de-AT" }).where("id", "=", id).execute());
  expect([await fieldOf({ showStudentWidgets: "false" }), await locale()]).toEqual([[200, null], "de-AT"]);
  expect([await fieldOf({ showStudentWidgets: null, language: null }), await locale()]).toEqual([[200, null], "en"]);
  expect(rowOf(await read(admin), "language")).toMatchObject({ value: "en", origin: "product" });
});

test("the database withholds the same languages as the program does (offered_locale, offeredLocale)", async () => {
  const settingsOf: readonly (string | null)[] = [null, "", "en", "de", "en,de", " en , de ", "en, ", "en,fr", "fr", "e n"];
  for (const own of [null, "en", "de", "de-AT", "DE", "fr", "pseudo", ""])
    for (const offered of settingsOf) {
      const { rows } = await app.databases.inSystem("a test", (db) =>
        sql<{
          locale: string | null;
        }>`select offered_locale(${own}, ${JSON.stringify(offered === null ? {} : { languages: offered })}::jsonb) as locale`.execute(db),
      );
      expect([own, offered, rows[0]?.locale]).toEqual([
        own,
        offered,
        offeredLocale(own, settingChoices(effectiveSettings({ languages: offered }), "languages")),
      ]);
    }
  for (const language of languages) {
    const { rows } = await app.databases.inSystem("a test", (db) =>
      sql<{
        locale: string | null;
      }>`select offered_locale(${language}, ${JSON.stringify({ languages: languages.filter((one) => one !== language).join(",") })}::jsonb) as locale`.execute(
        db,
      ),
    );
    expect([language, rows[0]?.locale]).toEqual([language, null]);
  }
});
