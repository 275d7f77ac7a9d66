import { afterAll, beforeAll, expect, test } from "vitest";
import type { Client } from "#app/test/app.ts";
import { aFieldBody } from "#features/fields/test/field-body.ts";
import { newPassword, startRegistering } from "#features/registration/test/registering.ts";
import { aCodeBody } from "./test/code-body.ts";

// Coming into a portal by an authorization code (AUTH-4).

let here: Awaited<ReturnType<typeof startRegistering>>;
let admin: Client;
beforeAll(async () => {
  here = await startRegistering();
  admin = here.admin;
});
afterAll(() => here?.close());

let made = 0;
const aCode = async (more: object = {}) => {
  const group = (await admin.post("/rest/groups", { name: `New ${++made}`, description: "", condition: null })).json() as { id: number };
  const { id } = (await admin.post("/rest/codes", aCodeBody({ effects: { groups: { groupIds: [group.id] } }, ...more }))).json();
  const { word } = (await admin.get(`/rest/codes/${id}`)).json();
  const members = async () => (await admin.get(`/rest/groups/${group.id}/members`)).json().rows as { email: string; cause: string }[];
  return { id: id as number, code: word.code as string, members };
};
const anEmail = (domain = "coded.test") => `code${++made}@${domain}`;
const register = (email: string, code: string, more: object = {}) => here.register(email, { code, ...more });
const tokenFor = async (email: string) => (await here.tokensFor(email)).at(-1) ?? "missing";

test("a code lets somebody register in a portal that takes no registrations, and they land where it leads", async () => {
  const course = await here.app.aCourse("a", { title: "Ladders" });
  const field = (await admin.post("/rest/fields", aFieldBody("text", "Team"))).json() as { id: number };
  const { code, members, id } = await aCode({ fieldIds: [field.id], effects: { courses: { courseIds: [course.id], dueDays: null } } });
  expect((await here.app.anonymous("a").get("/rest/registration")).json().mode).toBe("off");
  const form = (await here.app.anonymous("a").post("/rest/registration/code", { code })).json();
  expect(form).toMatchObject({ mode: "open", gets: [{ title: "Courses", items: ["Ladders"] }], fields: [{ id: field.id, name: "Team" }] });
  const email = anEmail();
  expect(
    (await here.app.anonymous("a").post("/rest/registration", { givenName: "I", familyName: "V", email, values: {} })).statusCode,
  ).toBe(403);
  expect((await register(email, code, { values: { [field.id]: "Blue" } })).statusCode).toBe(200);
  // Registering takes no seat yet.
  expect((await admin.get(`/rest/codes/${id}`)).json()).toMatchObject({ taken: 0 });
  const confirmed = (await here.confirm(await tokenFor(email))).json();
  expect(confirmed).toEqual({
    state: "joined",
    redirect: `/v/auth/login?ReturnUrl=${encodeURIComponent(`/v/course/details/online/${course.id}`)}`,
  });
  expect((await here.signIn(email)).statusCode).toBe(200);
  expect((await admin.get(`/rest/codes/${id}/uses`)).json().rows).toMatchObject([{ email, isNew: true }]);
  expect(await members()).toEqual([]);
});

test("the page that they wanted goes before the place that a code leads to", async () => {
  const course = await here.app.aCourse("a");
  const { code } = await aCode({ effects: { courses: { courseIds: [course.id], dueDays: null } } });
  const email = anEmail();
  await register(email, code, { returnUrl: "/v/course/catalog/categories?x=1" });
  expect((await here.confirm(await tokenFor(email))).json().redirect).toBe(
    "/v/auth/login?ReturnUrl=%2Fv%2Fcourse%2Fcatalog%2Fcategories%3Fx%3D1",
  );
});

test("the last seat is taken by whoever confirms first, and the other account is not made (security.md row 95)", async () => {
  const { code, members, id } = await aCode({ seats: 1 });
  const emails = [anEmail(), anEmail()] as const;
  for (const email of emails) await register(email, code);
  const tokens = [await tokenFor(emails[0]), await tokenFor(emails[1])] as const;
  const replies = await Promise.all(tokens.map((token) => here.confirm(token)));
  expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
  expect(await members()).toMatchObject([{ cause: "code" }]);
  expect((await admin.get(`/rest/codes/${id}`)).json()).toMatchObject({ taken: 1, state: "exhausted" });
  const signedIn = await Promise.all(emails.map(async (email) => (await here.signIn(email)).statusCode));
  expect(signedIn.toSorted()).toEqual([200, 401]);
  expect((await register(anEmail(), code)).json()).toMatchObject({ code: "code_exhausted" });
});

test("answers alike for new people, members and members elsewhere (security.md row 59)", async () => {
  const { code, members } = await aCode();
  const [member, elsewhere] = [await here.app.aPerson("a"), await here.app.aPerson("b")];
  const answers = [];
  for (const email of [anEmail(), member.email, elsewhere.email]) {
    const { statusCode, body } = await register(email, code);
    answers.push(`${statusCode} ${body}`);
  }
  expect(new Set(answers).size).toBe(1);
  // Who has an account elsewhere joins with it: no password is chosen, so nobody takes it over.
  expect((await here.confirm(await tokenFor(elsewhere.email), { newPassword })).json().state).toBe("joined");
  expect((await here.signIn(elsewhere.email)).statusCode).toBe(401);
  expect(await members()).toMatchObject([{ email: elsewhere.email, cause: "code" }]);
});

test("codes for members, for other domains and unknown ones let nobody in", async () => {
  const members = await aCode({ admitsNew: false });
  expect((await register(anEmail(), members.code)).json()).toMatchObject({ code: "code_for_members" });
  expect((await here.app.anonymous("a").post("/rest/registration/code", { code: members.code })).statusCode).toBe(403);
  const domains = await aCode({ domains: ["coded.test"] });
  expect((await register(anEmail("other.test"), domains.code)).json().errors).toMatchObject([{ field: "email", code: "other_domain" }]);
  expect((await register(anEmail(), domains.code)).statusCode).toBe(200);
  expect((await register(anEmail(), "ABCD-EFGH-JKMN")).statusCode).toBe(404);
  expect((await here.app.anonymous("b").post("/rest/registration/code", { code: domains.code })).statusCode).toBe(404);
});

test("whoever gave a code and may add nobody any more lets nobody in by it (security.md row 14)", async () => {
  const boss = await here.app.signInAs(await here.app.aPerson("a", { isAdmin: true }), "a");
  const { id } = (await boss.post("/rest/codes", aCodeBody())).json();
  const { code } = (await boss.get(`/rest/codes/${id}`)).json().word;
  const email = anEmail();
  await register(email, code);
  const [{ id: assignment }] = (await admin.get(`/rest/roles?person=${boss.userId}`)).json().rows;
  await admin.post(`/rest/roles/${assignment}/remove`);
  expect((await here.confirm(await tokenFor(email))).statusCode).toBe(403);
  expect((await here.signIn(email)).statusCode).toBe(401);
});
