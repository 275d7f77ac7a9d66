import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { screenAt } from "#app/screen-addresses.ts";
import { startTestApp, type Client, type TestApp } from "#app/test/app.ts";
import { boards, figureKeys, type Board, type Figure } from "./contract.ts";
import { figures } from "./server/figures.ts";

let app: TestApp;
const clients = {} as Record<Board, Client>;
beforeAll(async () => {
  app = await startTestApp();
  [clients.manager, clients.admin] = await Promise.all([app.signIn("manager", "a"), app.signIn("admin", "a")]);
  await makeRows();
});
afterAll(() => app.close());

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);

/** A few rows behind every figure, a different number for each, and rows beside them that do not count. */
async function makeRows() {
  const portal_id = app.portal("a").id;
  const course = await app.aCourse("a");
  const person = async (dueAt?: Date) => {
    const { id } = await app.aPerson("a");
    const enrolment = await app.anEnrolment("a", { courseId: course.id, userId: id, ...(dueAt && { dueAt }) });
    return { id, enrolmentId: enrolment.id };
  };
  for (const days of [-1, -2, 2, 3, 4, 90]) await person(inDays(days));
  const finished = [await person(), await person(inDays(-3))];
  await app.aPerson("a", { status: "suspended" });
  await app.databases.inSystem("prepare a test", async (db) => {
    await db.insertInto("portal_seats").values({ portal_id, cap: 1000 }).execute();
    for (const { id, enrolmentId } of finished) {
      const attempt = { portal_id, enrolment_id: enrolmentId, course_id: course.id, user_id: id, version_id: course.versionId, number: 1 };
      const { id: attempt_id } = await db.insertInto("attempts").values(attempt).returning("id").executeTakeFirstOrThrow();
      const { enrolment_id: _, number: __, ...of } = attempt;
      await db
        .insertInto("completions")
        .values({ ...of, attempt_id, source: "rule" })
        .execute();
    }
    const registered = (state: string, nth: number) => ({
      portal_id,
      state,
      email: `${state}${nth}@overview.test`,
      given_name: "N",
      family_name: "O",
    });
    await db
      .insertInto("registrations")
      .values([
        registered("waiting", 1),
        registered("waiting", 2),
        registered("declined", 3),
        { ...registered("waiting", 4), expires_at: inDays(-1) },
      ])
      .execute();
    for (const review of ["asked", "asked", "asked", "asked", "approved"])
      await db.insertInto("courses").values({ portal_id, type: "online", title: "To approve", review }).execute();
    for (const board of boards)
      for (const state of ["failed", "done"] as const)
        await db
          .insertInto("jobs")
          .values({ portal_id, owner_id: clients[board].userId, kind: "bulk", input: "{}", state, ended_at: new Date() })
          .execute();
    const message = (state: string) => ({
      portal_id,
      user_id: finished[0]?.id ?? 0,
      event: "completed",
      mandatory: false,
      state,
      ended_at: state === "waiting" ? null : new Date(),
    });
    await db
      .insertInto("messages")
      .values(["waiting", "waiting", "waiting", "failed", "failed", "withheld", "sent"].map(message))
      .execute();
  });
}

const figuresOf = async (board: Board, client = clients[board]) =>
  ((await client.get(`/rest/overview?board=${board}`)).json() as { figures: Figure[] }).figures;

/** The call that a list's screen makes for the query of its address. */
const listCalls: Readonly<Record<string, string>> = {
  "manager-dashboard": "/rest/team",
  learning: "/rest/team",
  "find-users": "/rest/people",
  registrations: "/rest/registration/requests",
  "portal-courses": "/rest/curriculum",
  jobs: "/rest/jobs",
  mail: "/rest/mail/messages",
};

/** Every row of the list that an address shows, page by page. */
async function rowsBehind(client: Client, to: string): Promise<number> {
  const { pathname, search } = new URL(to, "http://portal.test");
  const screen = screenAt(`/v${pathname}`)?.name ?? "";
  const call = listCalls[screen];
  if (!call) throw new Error(`Name the call of the list at ${to}.`);
  const ids = new Set<number>();
  for (let page = 1; ; page++) {
    const { rows, total } = (await client.get(`${call}${search}&page=${page}`)).json() as { rows: { id: number }[]; total: number };
    for (const { id } of rows) ids.add(id);
    if (rows.length === 0 || ids.size >= total) return ids.size;
  }
}

describe.each(boards)("the %s dashboard", (board) => {
  test.each(figureKeys.filter((key) => figures[key].at[board] !== undefined))(
    "%s is the number of rows of the list that it opens",
    async (key) => {
      const figure = (await figuresOf(board)).find((one) => one.key === key);
      if (!figure) throw new Error(`${board} does not see ${key}.`);
      // None of them is nothing, so that a figure that counts nothing is found.
      expect(figure.count).toBeGreaterThan(0);
      expect(await rowsBehind(clients[board], figure.to)).toBe(figure.count);
    },
  );
});

test("the figures are what was made: overdue, due soon, not started, waiting (ROLE-6)", async () => {
  const counts = Object.fromEntries((await figuresOf("admin")).map(({ key, count }) => [key, count]));
  expect(counts).toMatchObject({
    overdue: 2,
    soon: 3,
    notStarted: 6,
    enrolled: 8,
    completed: 2,
    registrations: 2,
    approvals: 4,
    ownJobsFailed: 1,
  });
  expect(counts).toMatchObject({ mailWaiting: 3, mailFailed: 2, mailWithheld: 1 });
});

test("the seats taken are what the limit is counted by, and there is no such figure without a limit (ENV-8)", async () => {
  const count = (await figuresOf("admin")).find(({ key }) => key === "seats")?.count;
  expect(count).toBe((await clients.admin.get("/rest/seats")).json().seats.used);
  expect((await figuresOf("admin", await app.signIn("admin", "b"))).map(({ key }) => key)).not.toContain("seats");
});

test("a manager of groups counts their own people only, and is shown no list that they may not read", async () => {
  const { id: userId, email } = await app.aPerson("a");
  const member = await app.aPerson("a");
  await app.databases.inPeople(app.portal("a").id, "prepare a test", async (db) => {
    const portal_id = app.portal("a").id;
    const { id: groupId } = await db
      .insertInto("groups")
      .values({ portal_id, name: "Early shift" })
      .returning("id")
      .executeTakeFirstOrThrow();
    await db.insertInto("group_members").values({ portal_id, group_id: groupId, user_id: member.id, cause: "hand" }).execute();
    await db
      .insertInto("role_assignments")
      .values({ portal_id, user_id: userId, role: "Manager", scope: JSON.stringify({ kind: "groups", groupIds: [groupId] }) })
      .execute();
    await db
      .updateTable("memberships")
      .set({ is_manager: true })
      .where("portal_id", "=", portal_id)
      .where("user_id", "=", userId)
      .execute();
  });
  const scoped = await app.signInAs({ id: userId, email }, "a");
  const shown = await figuresOf("manager", scoped);
  expect(shown.find(({ key }) => key === "active")?.count).toBe(1);
  expect(shown.map(({ key }) => key)).not.toContain("registrations");
  // Nor the mail of the portal, which is for admins.
  expect((await figuresOf("admin", scoped)).map(({ key }) => key)).not.toContain("mailFailed");
});

test("signing in as a manager or an admin leads to that role's dashboard, and so do the specified links (specification §2, §6)", async () => {
  for (const [role, newRole, home] of [
    ["manager", "PortalManager", "/v/manager/dashboard"],
    ["admin", "PortalAdmin", "/v/dashboard/admin"],
  ] as const) {
    const client = await app.signIn(role, "a");
    await client.post(`/rest/environment/updateCurrentRole?newRole=${newRole}`);
    expect((await client.get("/v/")).headers["location"]).toBe(home);
  }
  expect((await clients.manager.get("/PremiumServices/Portal/Default.aspx")).headers["location"]).toBe("/v/manager/dashboard");
});
