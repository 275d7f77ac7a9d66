import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startRegistering } from "./test/registering.ts";

// What strangers try with the form that everybody may send.

let here: Awaited<ReturnType<typeof startRegistering>>;
beforeAll(async () => {
  here = await startRegistering();
});
afterAll(() => here?.close());

const accountsOf = (email: string) =>
  here.app.databases.inSystem("look in a test", async (db) => {
    const { rows } = await sql<{ users: number; memberships: number }>`select
      (select count(*)::int from users where email = ${email}) as users,
      (select count(*)::int from memberships m join users u on u.id = m.user_id where u.email = ${email}) as memberships`.execute(db);
    return rows[0];
  });

test("security.md 57: of fifty confirmations of one email at once, by five links, one makes an account and none fails", async () => {
  await here.opens("open");
  const email = "race@new.test";
  for (let nth = 0; nth < 5; nth++) expect((await here.register(email)).statusCode).toBe(200);
  const tokens = await here.tokensFor(email);
  expect(new Set(tokens).size).toBe(5);
  const replies = await Promise.all(Array.from({ length: 50 }, (_, nth) => here.confirm(tokens[nth % 5] ?? "")));
  const codes = replies.map(({ statusCode }) => statusCode);
  expect(codes.filter((code) => code === 200)).toEqual([200]);
  expect(codes.filter((code) => ![200, 404, 409].includes(code))).toEqual([]);
  expect(await accountsOf(email)).toEqual({ users: 1, memberships: 1 });
});

test("two approvals of one email at once make one account, and fail nobody", async () => {
  await here.opens("approval");
  const email = "two-at-once@new.test";
  const ids: number[] = [];
  for (let nth = 0; nth < 3; nth++) await here.register(email);
  for (const { id, email: of } of (await here.admin.get("/rest/registration/requests?state=unconfirmed")).json().rows as {
    id: number;
    email: string;
  }[])
    if (of === email) ids.push(id);
  expect(ids).toHaveLength(3);
  const replies = await Promise.all(
    ids.map((id) => here.admin.post("/rest/registration/requests/decide", { ids: [id], approves: true, reason: "" })),
  );
  expect(replies.map(({ statusCode }) => statusCode).filter((code) => code >= 500)).toEqual([]);
  expect(await accountsOf(email)).toEqual({ users: 1, memberships: 1 });
});

test("security.md 76: nobody sends words of their own to a stranger's mailbox", async () => {
  await here.opens("open");
  const email = "victim@stranger.test";
  const reply = await here.register(email, { givenName: "You won, see http://evil.test", familyName: "Call +1 555 0100" });
  expect([200, 400]).toContain(reply.statusCode);
  for (const letter of await here.lettersTo(email)) expect(letter).not.toMatch(/evil\.test|555 0100/);
  const broken = await here.register("header@stranger.test", { givenName: "A\r\nBcc: everybody@evil.test" });
  expect([200, 400]).toContain(broken.statusCode);
  for (const letter of await here.lettersTo("header@stranger.test")) expect(letter).not.toMatch(/^Bcc:/im);
});
