import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import type { Client, TestApp } from "#app/test/app.ts";
import { startTestApp } from "#app/test/app.ts";
import { Profile } from "./contract.ts";
import { isTimeZone, storedName } from "./policy.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

async function someone() {
  const person = await app.aPerson("a");
  return { person, client: await app.signInAs(person, "a") };
}
const profile = { givenName: "Maya", familyName: "Chen", locale: "en", timeZone: "Europe/Berlin" };

test("the account shows the person asking and the portal's defaults, and no more", async () => {
  const { client, person } = await someone();
  const account = (await client.get(`/rest/account?userId=${app.person("admin", "a").id}`)).json();
  expect(account).toEqual({
    email: person.email,
    givenName: "Ana",
    familyName: "Ruiz",
    locale: null,
    timeZone: null,
    theme: "system",
    shortcuts: true,
    passwordChangedAt: null,
    joinedAt: expect.any(String),
    portal: { name: "Portal A", locale: "en", languages: ["en", "de"], timeZone: "Europe/Berlin" },
  });
});

describe("profile", () => {
  test("is saved, names composed and trimmed, for the person asking only", async () => {
    const { client } = await someone();
    const other = await someone();
    const reply = await client.put("/rest/account/profile", {
      ...profile,
      givenName: "  Zoe\u0308 ",
      userId: other.person.id,
      isSystemAdmin: true,
      email: "stolen@example.test",
      theme: "dark",
    });
    expect(reply.statusCode).toBe(200);
    expect(reply.json()).toMatchObject({
      givenName: "Zo\u00eb",
      familyName: "Chen",
      timeZone: "Europe/Berlin",
      locale: "en",
      theme: "system",
    });
    expect(reply.json().email).not.toBe("stolen@example.test");
    expect((await other.client.get("/rest/account")).json().givenName).toBe("Ana");
    const environment = (await client.get("/rest/environment/")).json();
    expect(environment.User).toMatchObject({ GivenName: "Zo\u00eb", IsSystemAdmin: false });
    expect(environment.Preferences.TimeZone).toBe("Europe/Berlin");
    const back = await client.put("/rest/account/profile", { ...profile, locale: null, timeZone: null });
    expect(back.json()).toMatchObject({ locale: null, timeZone: null });
  });

  test.each([
    ["givenName", "a".repeat(81), "Use at most 80 characters for your given name."],
    ["familyName", "a".repeat(500), "Use at most 80 characters for your family name."],
    ["givenName", "Ma\u0000ya", "This text has a character that cannot be stored."],
    ["givenName", "Ma\nya", "Use only letters, spaces and punctuation in your given name."],
    ["familyName", "\u202enehC", "Use only letters, spaces and punctuation in your family name."],
    ["timeZone", "Mars/Olympus", "Choose a time zone from the list."],
    ["timeZone", "+02:00", "Choose a time zone from the list."],
    ["timeZone", "Europe/Berlin'; drop table users", "Choose a time zone from the list."],
  ])("%s %j is refused with a sentence", async (field, value, message) => {
    const { client } = await someone();
    const reply = await client.put("/rest/account/profile", { ...profile, [field]: value });
    expect(reply.statusCode).toBe(400);
    expect(reply.json().errors).toMatchObject([{ field, message }]);
    expect((await client.get("/rest/account")).json().givenName).toBe("Ana");
  });

  test.each([[{}], [{ ...profile, locale: "tlh" }], [{ ...profile, givenName: 5 }]])("%j is refused", async (body) => {
    const { client } = await someone();
    expect((await client.put("/rest/account/profile", body)).statusCode).toBe(400);
  });
});

describe("preferences", () => {
  test("are saved one by one", async () => {
    const { client } = await someone();
    expect((await client.put("/rest/account/preferences", { theme: "dark" })).json()).toMatchObject({ theme: "dark", shortcuts: true });
    expect((await client.put("/rest/account/preferences", { shortcuts: false })).json()).toMatchObject({ theme: "dark", shortcuts: false });
    expect((await client.get("/rest/environment/")).json().Preferences).toMatchObject({ Theme: "dark", Shortcuts: false });
  });

  test.each([[{}], [{ theme: "neon" }], [{ shortcuts: "no" }]])("%j is refused", async (body) => {
    const { client } = await someone();
    expect((await client.put("/rest/account/preferences", body)).statusCode).toBe(400);
  });
});

describe("sessions", () => {
  interface Session {
    id: number;
    isCurrent: boolean;
  }
  const sessions = async (client: Client) => (await client.get("/rest/account/sessions")).json().sessions as Session[];

  test("lists one's own in this portal, this browser first, and nothing secret", async () => {
    const { person, client } = await someone();
    await someone();
    await app.signInAs(person, "a");
    const list = await sessions(client);
    expect(list.map(({ isCurrent }) => isCurrent)).toEqual([true, false]);
    expect(Object.keys(list[0] ?? {}).toSorted()).toEqual(["createdAt", "id", "ip", "isCurrent", "lastSeenAt", "userAgent"]);
  });

  test("ending one, or all others, works from the next request on", async () => {
    const { person, client } = await someone();
    const [phone, tablet, library] = [await app.signInAs(person, "a"), await app.signInAs(person, "a"), await app.signInAs(person, "a")];
    const phoneId = (await sessions(phone))[0]?.id;
    expect((await client.post("/rest/account/sessions/signOut", { sessionId: phoneId })).json()).toEqual({ ended: 1 });
    expect((await phone.get("/rest/account")).statusCode).toBe(401);
    expect((await tablet.get("/rest/account")).statusCode).toBe(200);
    expect((await client.post("/rest/account/sessions/signOut", { others: true })).json()).toEqual({ ended: 2 });
    expect((await tablet.get("/rest/account")).statusCode).toBe(401);
    expect((await library.get("/rest/account")).statusCode).toBe(401);
    expect((await client.get("/rest/account")).statusCode).toBe(200);
    expect((await client.post("/rest/account/sessions/signOut", { others: true })).json()).toEqual({ ended: 0 });
  });

  test("nobody ends another person's session, nor one of another portal, nor the one in use", async () => {
    const mine = await someone();
    const other = await someone();
    const there = await app.signIn("student", "b");
    const [otherId, thereId, ownId] = [
      (await sessions(other.client))[0]?.id,
      (await sessions(there))[0]?.id,
      (await sessions(mine.client))[0]?.id,
    ];
    const end = (sessionId: unknown) => mine.client.post("/rest/account/sessions/signOut", { sessionId });
    expect((await end(otherId)).statusCode).toBe(404);
    expect((await end(thereId)).statusCode).toBe(404);
    expect((await end(ownId)).statusCode).toBe(400);
    expect((await other.client.get("/rest/account")).statusCode).toBe(200);
    expect((await there.get("/rest/account")).statusCode).toBe(200);
  });

  test.each([[{}], [{ others: false }], [{ sessionId: "all" }], [{ others: true, sessionId: 1 }]])("%j is refused", async (body) => {
    const { client } = await someone();
    expect((await client.post("/rest/account/sessions/signOut", body)).statusCode).toBe(400);
  });

  test("an expired or long idle session is not listed", async () => {
    const { person, client } = await someone();
    await app.signInAs(person, "a");
    await app.signInAs(person, "a");
    const [, second, third] = await sessions(client);
    await app.databases.inSystem("prepare a test", async (db) => {
      await db
        .updateTable("sessions")
        .set({ expires_at: new Date(Date.now() - 1000) })
        .where("id", "=", second?.id ?? 0)
        .execute();
      await db
        .updateTable("sessions")
        .set({ last_seen_at: new Date(Date.now() - 40 * 86_400_000) })
        .where("id", "=", third?.id ?? 0)
        .execute();
    });
    expect((await sessions(client)).length).toBe(1);
  });
});

test("no call works without signing in", async () => {
  const nobody = app.anonymous("a");
  const replies = await Promise.all([
    nobody.get("/rest/account"),
    nobody.get("/rest/account/sessions"),
    nobody.put("/rest/account/profile", profile),
    nobody.put("/rest/account/preferences", { theme: "dark" }),
    nobody.post("/rest/account/sessions/signOut", { others: true }),
  ]);
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([401, 401, 401, 401, 401]);
});

test.each([
  ["", null],
  ["Ana Mar\u00eda", null],
  ["O'Neill-\u5f20", null],
  // A joiner that occurs in Persian names.
  ["\u0639\u0644\u06cc\u200c\u0631\u0636\u0627", null],
  ["\ud83d\ude42".repeat(80), null],
  ["\ud83d\ude42".repeat(81), "Use at most {maximum} characters for your given name."],
  ["a\u200bb", "Use only letters, spaces and punctuation in your given name."],
])("name %j: %j", (name, problem) => {
  expect(z.safeParse(Profile.shape.givenName, name).error?.issues[0]?.message ?? null).toBe(problem);
  expect(storedName(` ${name} `)).toBe(name.normalize("NFC"));
});

test("every zone a browser offers is one", () => {
  expect(Intl.supportedValuesOf("timeZone").filter((zone) => !isTimeZone(zone))).toEqual([]);
  expect(isTimeZone("UTC")).toBe(true);
});
