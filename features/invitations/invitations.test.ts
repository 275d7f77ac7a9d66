import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type Client, type TestApp, testPassword } from "#app/test/app.ts";
import { startMailServer, type MailServer } from "#features/mail/test/mail-server.ts";
import { sweepInvitations } from "./server/service.ts";
import { settleMail } from "#features/mail/test/settle-mail.ts";

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
const person = { givenName: "Ines", familyName: "Vega", newPassword };
let made = 0;
const anEmail = () => `invited${++made}@new.test`;
const invite = (emails: readonly string[], more: object = {}, by = admin) =>
  by.post("/rest/invitations", { emails, role: null, groupIds: [], days: 14, ...more });
const look = (token: string) => app.anonymous("a").post("/rest/invitations/look", { token });
const accept = (token: string, body: object = person, headers: Record<string, string> = {}) =>
  app.anonymous("a").post("/rest/invitations/accept", { token, ...body }, headers);
const listed = async (email: string) =>
  (await admin.get(`/rest/invitations?q=${encodeURIComponent(email)}`)).json().rows as { id: number; state: string; groups: string[] }[];
const stateOf = async (email: string) => (await listed(email)).map(({ state }) => state);
async function tokensTo(email: string): Promise<string[]> {
  await settleMail(app, { smtpUrl: mail.url });
  return mail.taken
    .filter(({ to }) => to === email)
    .map(
      ({ text }) =>
        /a\.test[^\s"]*\/v\/auth\/invitation#([\w-]{43})/.exec(text.replace(/=\r?\n/g, "").replaceAll("=3D", "="))?.[1] ?? "missing",
    );
}
const tokenTo = async (email: string) => (await tokensTo(email)).at(-1) ?? "missing";

test("an invited person sets name and password by the link, once, and has the role, the groups and their language", async () => {
  const email = anEmail();
  const { id: groupId } = (await admin.post("/rest/groups", { name: "Invited ones", description: "", condition: null })).json();
  expect((await invite([email, email.toUpperCase()], { role: "Author", groupIds: [groupId] })).json()).toEqual({ invited: 1, members: [] });
  expect(await stateOf(email)).toEqual(["waiting"]);
  const token = await tokenTo(email);
  expect(await stateOf(email)).toEqual(["sent"]);
  expect((await look(token)).json()).toEqual({ email, hasAccount: false });
  expect(await stateOf(email)).toEqual(["opened"]);
  expect((await accept(token, { givenName: "Ines", familyName: "Vega" })).json().errors).toMatchObject([{ field: "newPassword" }]);
  expect((await accept(token, { ...person, newPassword: "password1" })).statusCode).toBe(400);
  // Of many at once one is taken.
  const replies = await Promise.all(Array.from({ length: 8 }, () => accept(token, person, { "accept-language": "de" })));
  expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 404, 404, 404, 404, 404, 404, 404]);
  const [row] = await listed(email);
  expect(row).toMatchObject({ state: "accepted", role: "Author", groups: ["Invited ones"], userId: expect.any(Number) });
  const signedIn = await app.anonymous("a").post("/rest/auth/login", { email, password: newPassword });
  expect(signedIn.statusCode).toBe(200);
  const { isAuthor, members, locale } = await app.databases.inSystem("look in a test", async (db) => {
    const { rows } = await sql<{ isAuthor: boolean; members: number; locale: string | null }>`select m.is_author as "isAuthor", u.locale,
      (select count(*)::int from group_members g where g.group_id = ${groupId} and g.user_id = m.user_id) as members
      from memberships m join users u on u.id = m.user_id where u.email = ${email}`.execute(db);
    return rows[0] ?? { isAuthor: false, members: 0, locale: null };
  });
  // The language is that in which they accepted.
  expect([isAuthor, members, locale]).toEqual([true, 1, "de"]);
});

test("a group that open invitations give is not deleted, and shows them; one that was withdrawn keeps nothing (GRP-3)", async () => {
  const groupId = (await admin.post("/rest/groups", { name: "Promised", description: "", condition: null })).json().id as number;
  const [one, other] = [anEmail(), anEmail()];
  await invite([one, other], { groupIds: [groupId] });
  const dependents = async () => (await admin.get(`/rest/groups/${groupId}/dependents`)).json().rows as { kind: string; name: string }[];
  const remove = () => admin.post(`/rest/groups/${groupId}/status`, { status: "deleted" });
  expect(await dependents()).toMatchObject([one, other].toSorted().map((name) => ({ kind: "invitation", name, to: "/users/invitations" })));
  expect((await remove()).json().code).toBe("group_in_use");
  const ids = [...(await listed(one)), ...(await listed(other))].map(({ id }) => id);
  expect((await admin.post("/rest/invitations/withdraw", { ids })).json()).toEqual({ withdrawn: 2, left: 0 });
  expect(await dependents()).toEqual([]);
  expect((await remove()).json()).toMatchObject({ status: "deleted" });
});

test("who has an account elsewhere joins with it, and the inviter is told no difference (security.md row 59)", async () => {
  const elsewhere = await app.aPerson("b");
  const unknown = anEmail();
  expect((await invite([elsewhere.email, unknown])).json()).toEqual({ invited: 2, members: [] });
  const token = await tokenTo(elsewhere.email);
  expect((await look(token)).json()).toEqual({ email: elsewhere.email, hasAccount: true });
  expect((await accept(token, {})).json()).toEqual({ redirect: "/v/auth/login" });
  const login = (password: string) => app.anonymous("a").post("/rest/auth/login", { email: elsewhere.email, password });
  expect([(await login(newPassword)).statusCode, (await login(testPassword)).statusCode]).toEqual([401, 200]);
  // A member is named to the inviter, who sees them in the list of people anyway; a hidden system admin is not.
  const hidden = app.person("system", "a").email;
  expect((await invite([elsewhere.email, hidden])).json()).toEqual({ invited: 1, members: [elsewhere.email] });
  expect((await look(await tokenTo(hidden))).statusCode).toBe(404);
});

test("a link that is unknown, withdrawn, over, replaced or of another portal is one answer", async () => {
  const [withdrawn, over, twice] = [anEmail(), anEmail(), anEmail()];
  await invite([withdrawn, over, twice]);
  const tokens = [await tokenTo(withdrawn), await tokenTo(over), await tokenTo(twice)];
  const [first] = await listed(withdrawn);
  expect((await admin.post("/rest/invitations/withdraw", { ids: [first?.id] })).json()).toEqual({ withdrawn: 1, left: 0 });
  await app.databases.inSystem("as if a month had passed", (db) =>
    sql`update invitations set expires_at = now() - interval '1 day' where email = ${over}`.execute(db),
  );
  await invite([twice]);
  for (const token of [...tokens, "unknown"]) {
    for (const reply of [await look(token), await accept(token)])
      expect([reply.statusCode, reply.json().message]).toEqual([
        404,
        "This link does not work, or no longer. Ask whoever invited you for a new one.",
      ]);
  }
  const renewed = await tokenTo(twice);
  expect((await app.anonymous("b").post("/rest/invitations/look", { token: renewed })).statusCode).toBe(404);
  expect((await look(renewed)).statusCode).toBe(200);
  expect([await stateOf(withdrawn), await stateOf(over), await stateOf(twice)]).toEqual([["withdrawn"], ["expired"], ["opened"]]);
  // Sent again, the one that was over works anew.
  const [old] = await listed(over);
  expect((await admin.post("/rest/invitations/resend", { ids: [old?.id, first?.id], days: 7 })).json()).toEqual({ sent: 1, left: 1 });
  expect((await look(await tokenTo(over))).statusCode).toBe(200);
});

test("sent again before it left, only the newer letter leaves, and its link works", async () => {
  const email = anEmail();
  await invite([email]);
  const [row] = await listed(email);
  expect((await admin.post("/rest/invitations/resend", { ids: [row?.id], days: 7 })).json()).toEqual({ sent: 1, left: 0 });
  await invite([email]);
  const tokens = await tokensTo(email);
  expect(tokens).toHaveLength(1);
  expect((await look(tokens[0] ?? "")).json()).toEqual({ email, hasAccount: false });
  const letters = (await admin.get(`/rest/mail/messages?q=${encodeURIComponent(email)}`)).json().rows as {
    state: string;
    reason: string | null;
  }[];
  expect(letters.map(({ state, reason }) => [state, reason]).toSorted()).toEqual([
    ["sent", null],
    ["withheld", "withdrawn"],
    ["withheld", "withdrawn"],
  ]);
});

test("an invitation of which nothing came is forgotten half a year later, an accepted one is not", async () => {
  const email = anEmail();
  await invite([email]);
  await app.databases.inSystem("as if half a year had passed", (db) =>
    sql`update invitations set expires_at = expires_at - interval '195 days' where email = ${email} or accepted_at is not null`.execute(db),
  );
  expect(await sweepInvitations(app.databases)).toBe(1);
  expect(await listed(email)).toEqual([]);
});

test("an invitation whose letter is refused says so", async () => {
  const email = "refuses-invitations@new.test";
  await invite([email]);
  await settleMail(app, { smtpUrl: mail.url });
  expect(await stateOf(email)).toEqual(["bounced"]);
});

test("nobody invites with more than they may give, nor after they lost it (security.md row 14)", async () => {
  const manager = await app.signIn("manager", "a");
  expect((await invite([anEmail()], {}, manager)).statusCode).toBe(200);
  expect((await invite([anEmail()], { role: "Manager" }, manager)).statusCode).toBe(403);
  expect((await invite([anEmail()], {}, await app.signIn("student", "a"))).statusCode).toBe(403);
  expect((await manager.get("/rest/invitations/choices")).json().roles).toBe(false);
  // An admin who is none any more when the link is followed.
  const inviter = await app.aPerson("a", { isAdmin: true });
  const email = anEmail();
  await invite([email], { role: "Admin" }, await app.signInAs(inviter, "a"));
  const token = await tokenTo(email);
  await app.databases.inSystem("take the role", (db) =>
    db.updateTable("memberships").set({ status: "suspended" }).where("user_id", "=", inviter.id).execute(),
  );
  expect((await accept(token)).json().code).toBe("invitation_stale");
  expect((await app.anonymous("a").post("/rest/auth/login", { email, password: newPassword })).statusCode).toBe(401);
  // Nothing was kept of the attempt, and somebody else sends it again without the role's rights being theirs.
  const [row] = await listed(email);
  expect((await manager.post("/rest/invitations/resend", { ids: [row?.id], days: 7 })).statusCode).toBe(403);
  expect((await admin.post("/rest/invitations/resend", { ids: [row?.id], days: 7 })).json()).toEqual({ sent: 1, left: 0 });
  expect((await accept(await tokenTo(email))).statusCode).toBe(200);
});
