import * as pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type Client, type TestApp } from "#app/test/app.ts";
import { startWorker } from "#app/worker.ts";
import { settleMail } from "#features/mail/test/settle-mail.ts";
import { killableWorker } from "#features/jobs/test/killable-worker.ts";
import { createLog } from "#platform/log.ts";
import { waitsForMe } from "#platform/test/waits-for-me.ts";
import { readAddresses } from "./addresses.ts";
import { sweepInvitations } from "./server/service.ts";

let app: TestApp;
let admin: Client;
let db: pg.Client;
const mail = { isOn: true, senderName: "", senderAddress: "", replyTo: "", hourlyCap: 5000, quiet: null, eventsOff: [] };
const settings = { JOB_LEASE_SECONDS: "3" };
beforeAll(async () => {
  app = await startTestApp(settings);
  db = new pg.Client(app.databaseUrl);
  await db.connect();
  admin = await app.signIn("admin", "a");
});
afterAll(async () => {
  await db.end();
  await app.close();
});

async function whileWorking(work: () => Promise<void>) {
  const worker = await startWorker({ ...app, ownerUrl: app.databaseUrl, log: createLog({ level: "silent" }) });
  try {
    await work();
  } finally {
    await worker.stop();
  }
}
const rows = async <Row>(text: string, ...values: unknown[]) => (await db.query(text, values)).rows as Row[];
const count = async (text: string, ...values: unknown[]) => Number((await rows<{ count: string }>(text, ...values))[0]?.count);
const preview = (text: string, by = admin, more: object = {}) =>
  by.post("/rest/invitations/lists", { text, role: null, groupIds: [], days: 14, ...more });
const run = (id: number, by = admin) => by.post(`/rest/invitations/lists/${id}/run`, {});
const job = async (id: number) => (await admin.get(`/rest/jobs/${id}`)).json();
const isDone = (id: number) => expect.poll(async () => (await job(id)).state, { timeout: 60_000 }).toBe("done");
const many = (name: string, most: number) => Array.from({ length: most }, (_, nth) => `${name}${nth + 1}@many.test`);

test("addresses are found in whatever list they stand, each with its line", () => {
  const emails = (text: string) => readAddresses(text).map(({ line, email, words }) => [line, email ?? `no: ${words}`]);
  expect(emails('\uFEFFName;E-Mail\r\nAna Vega;ANA@x.test\r\n\r\n"Berg, Lu",lu@x.test\n')).toEqual([
    [2, "ana@x.test"],
    [4, "lu@x.test"],
  ]);
  expect(emails("Ana <ana@x.test>; lu@x.test,\nmailto me\ntom@\n(eva@x.test).")).toEqual([
    [1, "ana@x.test"],
    [1, "lu@x.test"],
    [2, "no: mailto me"],
    [3, "no: tom@"],
    [4, "eva@x.test"],
  ]);
  // A sign that nobody sees makes no other address.
  expect(emails("ana@x.test\u200b\n\u202aana@x.test\u202c")).toEqual([
    [1, "ana@x.test"],
    [2, "ana@x.test"],
  ]);
});

test("a list that is over invites nobody, also before it is swept away; one that was run answers its job", async () => {
  const over = (await preview("over@many.test")).json().id;
  const begun = (await preview("begun@many.test")).json().id;
  const { jobId } = (await run(begun)).json();
  await db.query("update invitation_lists set expires_at = now() - interval '1 second' where id = any ($1)", [[over, begun]]);
  expect((await run(over)).statusCode).toBe(404);
  expect((await run(begun)).json()).toEqual({ jobId });
  await whileWorking(() => isDone(jobId));
  expect(await count("select count(*) from invitations where email in ('over@many.test', 'begun@many.test')")).toBe(1);
});

// As much as may be pasted. Looking at each run of signs once for every sign would take the server minutes, for everybody.
test("a list of odd signs is read in one go", () => {
  for (const sign of [")", "(", "@", "'", ".", "a@."])
    expect(readAddresses(`@${sign.repeat(300_000)}x`).map(({ email }) => email)).toEqual([null]);
});

test("a preview says of each entry what inviting it would do, and why not, and invites nobody", async () => {
  const member = await app.aPerson("a");
  const elsewhere = await app.aPerson("b");
  await admin.post("/rest/invitations", { emails: ["again@many.test"], role: null, groupIds: [], days: 14 });
  await db.query("insert into suppressed_addresses (portal_id, address, reason) values ($1, 'gone@many.test', 'refused')", [
    app.portal("a").id,
  ]);
  const before = await count("select count(*) from invitations");
  const lines = [
    "email",
    "new@many.test",
    member.email.toUpperCase(),
    elsewhere.email,
    "again@many.test",
    "gone@many.test",
    "NEW@many.test",
    "no address",
  ];
  const told = (await preview(lines.join("\n"))).json();
  // Somebody with an account elsewhere is as new as anybody (security.md 59).
  expect(told.counts).toEqual({ new: 2, again: 1, member: 1, suppressed: 1, malformed: 1, twice: 1 });
  expect(
    told.left.map(({ line, fate, words }: { line: number; fate: string; words: string }) => [line, fate, words.toLowerCase()]),
  ).toEqual([
    [3, "member", member.email],
    [6, "suppressed", "gone@many.test"],
    [7, "twice", "new@many.test"],
    [8, "malformed", "no address"],
  ]);
  expect(await count("select count(*) from invitations")).toBe(before);

  const none = (await preview(`${member.email}\nno address`)).json();
  expect((await run(none.id)).json().code).toBe("nobody_to_invite");
  expect((await preview("  \n ")).json().errors).toMatchObject([{ field: "text" }]);
  expect((await preview(many("much", 5001).join("\n"))).json().errors).toMatchObject([{ field: "text", code: "too_many_lines" }]);
});

test("nobody lists or runs with more than they may give, nor another's list (security.md row 14)", async () => {
  const [manager, student] = [await app.signIn("manager", "a"), await app.signIn("student", "a")];
  expect((await preview("x1@many.test", student)).statusCode).toBe(403);
  expect((await preview("x1@many.test", manager, { role: "Admin" })).statusCode).toBe(403);
  const { id } = (await preview("x1@many.test", manager)).json();
  expect((await run(id)).statusCode).toBe(404);
  expect((await run(id, await app.signIn("admin", "b"))).statusCode).toBe(404);
  // An admin who is none any more when the worker comes to it.
  const inviter = await app.aPerson("a", { isAdmin: true });
  const list = (await preview("x2@many.test", await app.signInAs(inviter, "a"), { role: "Admin" })).json();
  const { jobId } = (await run(list.id, await app.signInAs(inviter, "a"))).json();
  await db.query("update memberships set is_admin = false where user_id = $1", [inviter.id]);
  await whileWorking(async () => {
    await expect
      .poll(async () => (await rows("select state from jobs where id = $1", jobId))[0], { timeout: 30_000 })
      .toEqual({ state: "failed" });
  });
  expect(await count("select count(*) from invitations where email = 'x2@many.test'")).toBe(0);
});

test(
  "a worker killed in the middle of 1,000 invitations invites nobody twice; the file says what became of each; undoing withdraws",
  { timeout: 120_000 },
  async () => {
    const emails = many("killed", 1000);
    const { id, counts } = (await preview([...emails, "no address"].join("\n"))).json();
    expect(counts).toMatchObject({ new: 1000, malformed: 1 });
    await admin.put("/rest/mail/settings", { ...mail, isOn: false });
    // Since the preview one was put on the blacklist, one invited by somebody else, and one came in.
    const held = new pg.Client(app.databaseUrl);
    await held.connect();
    await db.query("insert into suppressed_addresses (portal_id, address, reason) values ($1, 'killed1@many.test', 'refused')", [
      app.portal("a").id,
    ]);
    await admin.post("/rest/invitations", { emails: ["killed2@many.test"], role: null, groupIds: [], days: 14 });
    await app.aPerson("a", { email: "killed3@many.test" });
    const { jobId } = (await run(id)).json();
    expect((await run(id)).json()).toEqual({ jobId });

    // The sixth hundred, in the order in which they are invited, stands at a line that another transaction holds.
    const sixth = emails.toSorted()[550];
    await held.query("begin");
    await held.query("select from invitation_list_lines where list_id = $1 and email = $2 for update", [id, sixth]);
    const killable = killableWorker(app, settings);
    await expect.poll(async () => (await held.query(waitsForMe)).rowCount, { timeout: 60_000 }).toBeGreaterThan(0);
    expect((await job(jobId)).done).toBe(500);
    await killable.kill();
    await held.query("rollback");
    await held.end();

    await whileWorking(async () => {
      await isDone(jobId);
      const told = await job(jobId);
      expect(told.title).toBe("Invite 1,000 people");
      expect(told.facts).toEqual([
        { label: "Invited", value: "997" },
        { label: "Not as previewed and left alone", value: "3" },
      ]);
      const file = (await admin.get(`/rest/jobs/${jobId}/file`)).body.split("\r\n");
      expect([file.length, file[0]?.slice(1), file[1], file[2], file[3], file[4], file[1001]]).toEqual([
        1003,
        "Line,Email,What became of it",
        "1,killed1@many.test,Left out: on the email blacklist",
        "2,killed2@many.test,Left alone: invited or withdrawn by somebody else in the meantime",
        "3,killed3@many.test,Left out: belongs to the portal already",
        "4,killed4@many.test,Invited",
        "1001,no address,Left out: no email",
      ]);
      const letters = await rows<{ recipient: string; count: string }>(
        "select recipient, count(*) from messages where recipient like 'killed%@many.test' group by 1 having count(*) > 1",
      );
      expect(letters).toEqual([]);
      expect(await count("select count(*) from messages where recipient like 'killed%@many.test'")).toBe(998);
      const entries =
        "select count(*), count(distinct object_id) as different from audit_events where action = 'person_invited' and after -> 'cause' ->> 'id' = $1";
      expect(await rows(entries, String(id))).toEqual([{ count: 997, different: 997 }]);

      // One is accepted and one sent again before it is undone.
      const ids = await rows<{ id: string; email: string }>(
        "select id, email from invitations where email in ('killed4@many.test', 'killed5@many.test') order by email",
      );
      await db.query("update invitations set accepted_at = now(), user_id = given_by, token_hash = null where id = $1", [ids[0]?.id]);
      await admin.post("/rest/invitations/resend", { ids: [Number(ids[1]?.id)], days: 7 });
      const undo = (await admin.post(`/rest/jobs/${jobId}/undo`)).json();
      await isDone(undo.id);
      expect([(await job(undo.id)).title, (await job(undo.id)).facts]).toEqual([
        "Withdraw 997 invitations",
        [
          { label: "Withdrawn", value: "995" },
          { label: "Accepted or changed since and left alone", value: "2" },
        ],
      ]);
    });
    // What was not sent yet is not sent any more, nor the older letter of the one that was sent again.
    await admin.put("/rest/mail/settings", mail);
    await settleMail(app);
    expect(
      await rows(
        "select state, reason, count(*)::int from messages where recipient like 'killed%@many.test' group by 1, 2 order by 3 desc",
      ),
    ).toEqual([
      { state: "withheld", reason: "withdrawn", count: 996 },
      { state: "kept", reason: "mailbox", count: 3 },
    ]);
  },
);

test("a list that nobody ran goes after a day, one that was run after a month", async () => {
  const { id } = (await preview("sweep@many.test")).json();
  await db.query("update invitation_lists set expires_at = expires_at - interval '25 hours'");
  await sweepInvitations(app.databases);
  expect(await count("select count(*) from invitation_lists where id = $1", id)).toBe(0);
  expect(await count("select count(*) from invitation_lists where job_id is not null")).toBeGreaterThan(0);
  expect((await run(id)).statusCode).toBe(404);
});
