import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type Client, type TestApp } from "#app/test/app.ts";
import { aFieldBody } from "#features/fields/test/field-body.ts";
import { startMailServer, type MailServer } from "#features/mail/test/mail-server.ts";
import { settleMail } from "#features/mail/test/settle-mail.ts";
import { aCodeBody } from "./test/code-body.ts";

// Coming into a portal by an authorization code (AUTH-4).

let app: TestApp;
let mail: MailServer;
let admin: Client;
beforeAll(async () => {
  mail = await startMailServer();
  app = await startTestApp({ SMTP_URL: mail.url, RATE_LOGIN_PER_IP: "10000" });
  admin = await app.signIn("admin", "a");
});
afterAll(async () => {
  await app?.close();
  await mail?.close();
});

const newPassword = "violet-harbour-lantern-41";
let made = 0;
const aCode = async (more: object = {}) => {
  const group = (await admin.post("/rest/groups", { name: `New ${++made}`, description: "", condition: null })).json() as { id: number };
  const { id } = (await admin.post("/rest/codes", aCodeBody({ effects: { groups: { groupIds: [group.id] } }, ...more }))).json();
  const { word } = (await admin.get(`/rest/codes/${id}`)).json();
  const members = async () => (await admin.get(`/rest/groups/${group.id}/members`)).json().rows as { email: string; cause: string }[];
  return { id: id as number, code: word.code as string, members };
};
const anEmail = (domain = "coded.test") => `code${++made}@${domain}`;
const register = (email: string, code: string, more: object = {}) =>
  app.anonymous("a").post("/rest/registration", { givenName: "Ines", familyName: "Vega", email, values: {}, code, ...more });
const confirm = (token: string, more: object = { newPassword }) =>
  app.anonymous("a").post("/rest/registration/confirm", { token, ...more });
async function tokenFor(email: string): Promise<string> {
  await settleMail(app, { smtpUrl: mail.url });
  const letters = mail.taken.filter(({ to }) => to === email).map(({ text }) => text.replace(/=\r?\n/g, "").replaceAll("=3D", "="));
  return /\/v\/auth\/register#([\w-]{43})/.exec(letters.at(-1) ?? "")?.[1] ?? "missing";
}
const signIn = (email: string) => app.anonymous("a").post("/rest/auth/login", { email, password: newPassword });

test("a code lets somebody register in a portal that takes no registrations, and they land where it leads", async () => {
  const course = await app.aCourse("a", { title: "Ladders" });
  const field = (await admin.post("/rest/fields", aFieldBody("text", "Team"))).json() as { id: number };
  const { code, members, id } = await aCode({ fieldIds: [field.id], effects: { courses: { courseIds: [course.id], dueDays: null } } });
  expect((await app.anonymous("a").get("/rest/registration")).json().mode).toBe("off");
  const form = (await app.anonymous("a").post("/rest/registration/code", { code })).json();
  expect(form).toMatchObject({ mode: "open", gets: [{ title: "Courses", items: ["Ladders"] }], fields: [{ id: field.id, name: "Team" }] });
  const email = anEmail();
  expect((await app.anonymous("a").post("/rest/registration", { givenName: "I", familyName: "V", email, values: {} })).statusCode).toBe(
    403,
  );
  expect((await register(email, code, { values: { [field.id]: "Blue" } })).statusCode).toBe(200);
  // Registering takes no seat yet.
  expect((await admin.get(`/rest/codes/${id}`)).json()).toMatchObject({ taken: 0 });
  const confirmed = (await confirm(await tokenFor(email))).json();
  expect(confirmed).toEqual({
    state: "joined",
    redirect: `/v/auth/login?ReturnUrl=${encodeURIComponent(`/v/course/details/online/${course.id}`)}`,
  });
  expect((await signIn(email)).statusCode).toBe(200);
  expect((await admin.get(`/rest/codes/${id}/uses`)).json().rows).toMatchObject([{ email, isNew: true }]);
  expect(await members()).toEqual([]);
});

test("the page that they wanted goes before the place that a code leads to", async () => {
  const course = await app.aCourse("a");
  const { code } = await aCode({ effects: { courses: { courseIds: [course.id], dueDays: null } } });
  const email = anEmail();
  await register(email, code, { returnUrl: "/v/course/catalog/categories?x=1" });
  expect((await confirm(await tokenFor(email))).json().redirect).toBe(
    "/v/auth/login?ReturnUrl=%2Fv%2Fcourse%2Fcatalog%2Fcategories%3Fx%3D1",
  );
});

test("the last seat is taken by whoever confirms first, and the other account is not made (security.md row 95)", async () => {
  const { code, members, id } = await aCode({ seats: 1 });
  const emails = [anEmail(), anEmail()] as const;
  for (const email of emails) await register(email, code);
  const tokens = [await tokenFor(emails[0]), await tokenFor(emails[1])] as const;
  const replies = await Promise.all(tokens.map((token) => confirm(token)));
  expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
  expect(await members()).toMatchObject([{ cause: "code" }]);
  expect((await admin.get(`/rest/codes/${id}`)).json()).toMatchObject({ taken: 1, state: "exhausted" });
  const signedIn = await Promise.all(emails.map(async (email) => (await signIn(email)).statusCode));
  expect(signedIn.toSorted()).toEqual([200, 401]);
  expect((await register(anEmail(), code)).json()).toMatchObject({ code: "code_exhausted" });
});

test("answers alike for new people, members and members elsewhere (security.md row 59)", async () => {
  const { code, members } = await aCode();
  const [member, elsewhere] = [await app.aPerson("a"), await app.aPerson("b")];
  const answers = [];
  for (const email of [anEmail(), member.email, elsewhere.email]) {
    const { statusCode, body } = await register(email, code);
    answers.push(`${statusCode} ${body}`);
  }
  expect(new Set(answers).size).toBe(1);
  // Who has an account elsewhere joins with it: no password is chosen, so nobody takes it over.
  expect((await confirm(await tokenFor(elsewhere.email), { newPassword })).json().state).toBe("joined");
  expect((await signIn(elsewhere.email)).statusCode).toBe(401);
  expect(await members()).toMatchObject([{ email: elsewhere.email, cause: "code" }]);
});

test("codes for members, for other domains and unknown ones let nobody in", async () => {
  const members = await aCode({ admitsNew: false });
  expect((await register(anEmail(), members.code)).json()).toMatchObject({ code: "code_for_members" });
  expect((await app.anonymous("a").post("/rest/registration/code", { code: members.code })).statusCode).toBe(403);
  const domains = await aCode({ domains: ["coded.test"] });
  expect((await register(anEmail("other.test"), domains.code)).json().errors).toMatchObject([{ field: "email", code: "other_domain" }]);
  expect((await register(anEmail(), domains.code)).statusCode).toBe(200);
  expect((await register(anEmail(), "ABCD-EFGH-JKMN")).statusCode).toBe(404);
  expect((await app.anonymous("b").post("/rest/registration/code", { code: domains.code })).statusCode).toBe(404);
});

test("whoever gave a code and may add nobody any more lets nobody in by it (security.md row 14)", async () => {
  const boss = await app.signInAs(await app.aPerson("a", { isAdmin: true }), "a");
  const { id } = (await boss.post("/rest/codes", aCodeBody())).json();
  const { code } = (await boss.get(`/rest/codes/${id}`)).json().word;
  const email = anEmail();
  await register(email, code);
  const [{ id: assignment }] = (await admin.get(`/rest/roles?person=${boss.userId}`)).json().rows;
  await admin.post(`/rest/roles/${assignment}/remove`);
  expect((await confirm(await tokenFor(email))).statusCode).toBe(403);
  expect((await signIn(email)).statusCode).toBe(401);
});
