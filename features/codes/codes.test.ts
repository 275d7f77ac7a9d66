import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type Client, type TestApp } from "#app/test/app.ts";
import { aFieldBody } from "#features/fields/test/field-body.ts";
import type { RoleScope } from "#features/roles/scope.ts";
import { workbookRows } from "#features/import/test/workbook-rows.ts";
import { startWorker } from "#app/worker.ts";
import { createLog } from "#platform/log.ts";
import type { Chunk } from "#features/jobs/server/job-kind.ts";
import type { Actor } from "#platform/actor.ts";
import type { Code, CodeUse } from "./contract.ts";
import { makeCodes } from "./jobs/make-codes.ts";
import { aCodeBody } from "./test/code-body.ts";

// Authorization codes for people who are signed in: what they give, to how many, and who may make them (AUTH-4).

let app: TestApp;
let admin: Client;
let portalId: number;
beforeAll(async () => {
  app = await startTestApp({ RATE_LOGIN_PER_IP: "100000" });
  admin = await app.signIn("admin", "a");
  portalId = app.portal("a").id;
});
afterAll(() => app.close());

let count = 0;
const aGroup = async (): Promise<{ id: number; name: string }> =>
  (await admin.post("/rest/groups", { name: `Coded ${++count}`, description: "", condition: null })).json();
const make = async (more: object = {}, client = admin) => {
  const reply = await client.post("/rest/codes", aCodeBody(more));
  expect([reply.statusCode, reply.body]).toEqual([200, expect.anything()]);
  return (reply.json() as { id: number }).id;
};
const show = async (id: number, client = admin) => (await client.get(`/rest/codes/${id}`)).json() as Code;
const codeOf = async (id: number) => (await show(id)).word?.code ?? "";
const aMember = async () => app.signInAs(await app.aPerson("a"), "a");
const redeem = (client: Client, code: string) => client.post("/rest/codes/redeem", { code });
const usesOf = async (id: number, client = admin) => (await client.get(`/rest/codes/${id}/uses`)).json().rows as CodeUse[];
const inSystem = <T>(work: Parameters<TestApp["databases"]["inSystem"]>[1]) => app.databases.inSystem("look in a test", work) as Promise<T>;
const groupIdsOf = (userId: number) =>
  inSystem<number[]>(async (db) => {
    const rows = await db
      .selectFrom("group_members")
      .select("group_id")
      .where("user_id", "=", userId)
      .where("cause", "=", "code")
      .execute();
    return rows.map(({ group_id }) => group_id);
  });
const managerOf = async (scope: RoleScope) => {
  const person = await app.aPerson("a");
  await app.databases.inPeople(portalId, "a test", async (db) => {
    await db
      .insertInto("role_assignments")
      .values({ portal_id: portalId, user_id: person.id, role: "Manager", scope: JSON.stringify(scope) })
      .execute();
    await sql`select apply_roles(${portalId}, ${person.id})`.execute(db);
  });
  return app.signInAs(person, "a");
};

test("a code gives groups, values, a role and courses, as its preview says, and its page lists who got what", async () => {
  const group = await aGroup();
  const course = await app.aCourse("a", { title: "Ladders" });
  const field = (await admin.post("/rest/fields", aFieldBody("text", "Shift"))).json() as { id: number };
  const effects = {
    groups: { groupIds: [group.id] },
    fields: { cells: [{ fieldId: field.id, cell: "early" }] },
    role: { role: "Author", copyId: null, scope: { kind: "portal" }, days: 30 },
    courses: { courseIds: [course.id], dueDays: 14 },
  };
  const gets = [
    { title: "Groups", items: [group.name] },
    { title: "Your details", items: ["Shift: early"] },
    { title: "Role", items: ["Author, for 30 days"] },
    { title: "Courses", items: ["Ladders"] },
  ];
  expect((await admin.post("/rest/codes/preview", { effects })).json()).toEqual({ gets });
  const id = await make({ effects });
  const code = await codeOf(id);
  expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}$/);
  expect((await show(id)).word?.link).toMatch(new RegExp(`/v/auth/register#code=${code}$`));

  const person = await aMember();
  expect((await person.post("/rest/codes/look", { code })).json()).toEqual({ label: "Welcome week", gets });
  expect(await groupIdsOf(person.userId)).toEqual([]);
  // However it is typed.
  const reply = await redeem(person, ` ${code.toLowerCase().replaceAll("-", " ").replaceAll("0", "o").replaceAll("1", "l")} `);
  expect(reply.json()).toEqual({ gets, leadsTo: `/course/details/online/${course.id}` });
  expect(await groupIdsOf(person.userId)).toEqual([group.id]);
  const rights = (await admin.get(`/rest/roles?person=${person.userId}`)).json().rows;
  expect(rights).toMatchObject([{ role: "Author", endsAt: expect.any(String) }]);
  expect(await usesOf(id)).toMatchObject([{ userId: person.userId, isNew: false, gets, undoneAt: null }]);
  expect((await redeem(person, code)).json()).toMatchObject({ code: "code_used" });
  expect((await admin.get("/rest/codes")).json().rows[0]).toMatchObject({ id, taken: 1, seats: null, words: 1, state: "active" });
  const audit = (await admin.get("/rest/audit?q=code_redeemed")).json();
  expect(JSON.stringify(audit)).not.toContain(code);
});

/** Works on jobs until this one is done. */
async function worked(jobId: number) {
  const { config, databases, databaseUrl: ownerUrl } = app;
  const worker = await startWorker({ config, databases, ownerUrl, log: createLog({ level: "silent" }) });
  await expect.poll(async () => (await admin.get(`/rest/jobs/${jobId}`)).json().state, { timeout: 20_000 }).toBe("done");
  await worker.stop();
}

describe("seats", () => {
  const members: Client[] = [];
  test.each([
    [50, 10],
    [100, 1],
    [100, 10],
    [200, 20],
  ])(
    "of %i people at once, %i is how many take its seats, and the others are told (security.md rows 95 and 96)",
    { timeout: 60_000 },
    async (people, seats) => {
      const group = await aGroup();
      const id = await make({ seats, effects: { groups: { groupIds: [group.id] } } });
      const code = await codeOf(id);
      while (members.length < people) members.push(await aMember());
      const replies = await Promise.all(members.slice(0, people).map((person) => redeem(person, code)));
      expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(seats);
      expect(replies.filter((reply) => reply.statusCode === 409 && reply.json().code === "code_exhausted")).toHaveLength(people - seats);
      expect((await admin.get(`/rest/groups/${group.id}/members`)).json().total).toBe(seats);
      expect(await show(id)).toMatchObject({ state: "exhausted", taken: seats });
      expect((await admin.get("/rest/codes?state=exhausted")).json().rows.map((row: { id: number }) => row.id)).toContain(id);
    },
  );

  test("one person has as many as the limit says, also at once, and a use that fails gives its seat back (security.md row 95)", async () => {
    const group = await aGroup();
    const id = await make({ seats: 5, perPerson: 2, effects: { groups: { groupIds: [group.id] } } });
    const code = await codeOf(id);
    const person = await aMember();
    const replies = await Promise.all(Array.from({ length: 20 }, () => redeem(person, code)));
    expect(replies.map(({ statusCode }) => statusCode).filter((status) => status === 200)).toHaveLength(2);
    expect(await show(id)).toMatchObject({ taken: 2 });
    await admin.post(`/rest/groups/${group.id}/status`, { status: "archived" });
    expect((await redeem(await aMember(), code)).json()).toMatchObject({ code: "code_stale" });
    expect(await show(id)).toMatchObject({ taken: 2, problem: expect.any(String) });
  });

  test("each code of a batch works once, and the batch is a workbook", async () => {
    const group = await aGroup();
    const id = await make({ batch: 3, effects: { groups: { groupIds: [group.id] } } });
    const words = (await admin.get(`/rest/codes/${id}/words`)).json();
    expect(words).toMatchObject({ total: 3, rows: [{ taken: 0, seats: 1 }, {}, {}] });
    const codes = words.rows.map(({ code }: { code: string }) => code) as [string, string, string];
    expect(new Set(codes).size).toBe(3);
    expect((await redeem(await aMember(), codes[0])).statusCode).toBe(200);
    expect((await redeem(await aMember(), codes[0])).json()).toMatchObject({ code: "code_exhausted" });
    expect((await redeem(await aMember(), codes[1])).statusCode).toBe(200);
    expect(await show(id)).toMatchObject({ seats: 3, taken: 2, state: "active", word: null });
    expect((await admin.get(`/rest/codes/${id}/words?state=open`)).json().rows).toMatchObject([{ code: codes[2] }]);
    expect((await admin.get(`/rest/codes?q=${codes[2]}`)).json().rows).toMatchObject([{ id }]);
    const book = await admin.get(`/rest/codes/${id}/words.xlsx`);
    expect(book.statusCode).toBe(200);
    const [rows = []] = await workbookRows(book.rawPayload);
    expect(rows.map((row) => row[0])).toEqual(["Code", ...codes]);
  });

  test("five thousand codes are made by a job, differ, and are found among 2^60 (security.md row 96)", async () => {
    const group = await aGroup();
    const body = aCodeBody({ batch: 5000, effects: { groups: { groupIds: [group.id] } } });
    const { id, jobId } = (await admin.post("/rest/codes", body)).json();
    expect(jobId).toEqual(expect.any(Number));
    expect(await show(id)).toMatchObject({ words: 0, seats: 0, word: null });
    await worked(jobId);
    expect((await admin.get(`/rest/jobs/${jobId}`)).json().facts).toEqual([{ label: "Codes", value: "5000" }]);
    expect(await show(id)).toMatchObject({ words: 5000, seats: 5000 });
    const [book = []] = await workbookRows((await admin.get(`/rest/codes/${id}/words.xlsx`)).rawPayload);
    const codes = book.slice(1).map(([code]) => code);
    expect(new Set(codes).size).toBe(5000);
    expect(Math.log2(32) * (codes[0]?.replaceAll("-", "").length ?? 0)).toBe(60);
  });
});

test("a batch whose making is cancelled has as many seats as codes exist, and is used up with them", async () => {
  const group = await aGroup();
  const body = aCodeBody({ batch: 1500, effects: { groups: { groupIds: [group.id] } } });
  const { id, jobId } = (await admin.post("/rest/codes", body)).json();
  expect((await admin.post(`/rest/jobs/${jobId}/cancel`)).statusCode).toBe(200);
  expect(await show(id)).toMatchObject({ words: 0, seats: 0, taken: 0 });
  // The same, cancelled after its first part: the second is refused as the job service does it.
  let parts = 0;
  const owner = await app.databases.inPortal(portalId, async () => ({ userId: admin.userId, isAdmin: true, limits: null }) as Actor);
  const making = makeCodes.run({
    input: { codeId: id, label: "", count: 1500 },
    portalId,
    secret: app.config.secret,
    checkpoint: () => null,
    chunk: async (work: (chunk: Chunk) => Promise<never>) => {
      if (++parts > 1) throw new Error("cancelled");
      const doer = { portal: { id: portalId }, actor: owner, http: { ip: "::1", requestId: "r" } };
      return app.databases.inPeople(portalId, "a part of a batch", (db) =>
        work({ db, owner, note: async () => undefined, doer: { ...doer, db } }),
      );
    },
  } as unknown as Parameters<typeof makeCodes.run>[0]);
  await expect(making).rejects.toThrow("cancelled");
  expect(await show(id)).toMatchObject({ words: 500, seats: 500, state: "active" });
});

test("guessing is limited by source, and what is stored does not say the code (security.md row 96)", async () => {
  const strict = await startTestApp({ RATE_LOGIN_PER_IP: "5" });
  const [boss, person] = [await strict.signIn("admin", "a"), await strict.signIn("student", "a")];
  const { id } = (await boss.post("/rest/codes", aCodeBody())).json();
  const code = ((await boss.get(`/rest/codes/${id}`)).json() as Code).word?.code ?? "";
  // One that exists costs nothing.
  for (let nth = 0; nth < 8; nth++) expect((await person.post("/rest/codes/look", { code })).statusCode).toBe(200);
  const guesses = [];
  for (let nth = 0; nth < 7; nth++) guesses.push((await redeem(person, "ABCD-EFGH-JKMN")).statusCode);
  expect(guesses).toEqual([404, 404, 404, 404, 404, 429, 429]);
  expect((await redeem(person, code)).statusCode).toBe(429);
  expect((await strict.anonymous("a").post("/rest/registration/code", { code })).statusCode).toBe(429);
  const stored = await strict.databases.inSystem("look in a test", async (db) =>
    JSON.stringify(await db.selectFrom("authorization_code_words").selectAll().execute()),
  );
  expect(stored).not.toContain(code.replaceAll("-", ""));
  await strict.close();
});

describe("when", () => {
  const tried = async (more: object) => {
    const code = await codeOf(await make({ effects: { groups: { groupIds: [(await aGroup()).id] } }, ...more }));
    const reply = await redeem(await aMember(), code);
    return reply.statusCode === 200 ? "used" : reply.json().code;
  };

  test("drafts, paused and ended codes give nothing, and those that are active again do", async () => {
    const id = await make({ isDraft: true, effects: { groups: { groupIds: [(await aGroup()).id] } } });
    const code = await codeOf(id);
    const person = await aMember();
    const set = (state: string) => admin.post(`/rest/codes/${id}/state`, { state });
    expect((await redeem(person, code)).statusCode).toBe(404);
    await set("active");
    await set("paused");
    expect((await redeem(person, code)).json()).toMatchObject({ code: "code_paused" });
    await set("active");
    expect((await redeem(person, code)).statusCode).toBe(200);
    await admin.post(`/rest/codes/${id}/revoke`, { undo: false });
    expect((await redeem(await aMember(), code)).json()).toMatchObject({ code: "code_revoked" });
    expect((await set("active")).json()).toMatchObject({ code: "code_ended" });
    expect(await show(id)).toMatchObject({ state: "revoked" });
  });

  test("its dates are those of the named zone", async () => {
    expect(await tried({ closesAt: "2020-01-01T00:00" })).toBe("code_expired");
    expect(await tried({ opensAt: "2999-01-01T00:00" })).toBe("code_early");
    expect(await tried({ opensAt: "2020-01-01T00:00", closesAt: "2999-01-01T00:00" })).toBe("used");
    // Whoever comes too early is told from when, in their language and with the zone.
    const early = await codeOf(await make({ opensAt: "2999-07-01T08:00", timeZone: "America/New_York" }));
    const words = async (locale: string) => {
      const { userId, ...member } = await aMember();
      await app.databases.inSystem("speak", (db) => db.updateTable("users").set({ locale }).where("id", "=", userId).execute());
      return (await redeem({ userId, ...member }, early)).json().message;
    };
    expect(await words("en")).toBe("This code does not work yet. It works from Monday, July 1, 2999 at 8:00 AM (New York).");
    expect(await words("de")).toBe("Dieser Code gilt noch nicht. Er gilt ab Montag, 1. Juli 2999 um 08:00 (New York).");
    const id = await make({ opensAt: "2026-07-01T08:00", timeZone: "America/New_York" });
    expect(await show(id)).toMatchObject({ opensAt: "2026-07-01T08:00", timeZone: "America/New_York" });
    const rows = (await admin.get("/rest/codes")).json().rows as { id: number; opensAt: string }[];
    expect(rows.find((row) => row.id === id)?.opensAt).toBe("2026-07-01T12:00:00.000Z");
    const wrong = await admin.post("/rest/codes", aCodeBody({ opensAt: "2026-07-02T08:00", closesAt: "2026-07-01T08:00" }));
    expect(wrong.json().errors).toMatchObject([{ field: "closesAt", code: "ends_too_early" }]);
  });

  test("only emails of its domains use it", async () => {
    expect(await tried({ domains: ["elsewhere.test"] })).toBe("invalid");
    const domain = (await app.aPerson("a")).email.split("@")[1];
    expect(await tried({ domains: [domain] })).toBe("used");
  });
});

describe("ending a code", () => {
  test("takes back what it gave, reports what changed since, and never touches that", async () => {
    const [group, other] = [await aGroup(), await aGroup()];
    const course = await app.aCourse("a", { title: "Hooks" });
    const field = (await admin.post("/rest/fields", aFieldBody("text", "Undo"))).json() as { id: number };
    const id = await make({
      effects: {
        groups: { groupIds: [group.id, other.id] },
        fields: { cells: [{ fieldId: field.id, cell: "new" }] },
        role: { role: "Author", copyId: null, scope: { kind: "portal" }, days: null },
        courses: { courseIds: [course.id], dueDays: null },
      },
    });
    const code = await codeOf(id);
    const [whole, changed] = [await aMember(), await aMember()];
    await admin.put(`/rest/people/${whole.userId}/fields`, { values: { [field.id]: "old" } });
    for (const person of [whole, changed]) expect((await redeem(person, code)).statusCode).toBe(200);
    // Somebody changes two things of one of them meanwhile.
    expect((await admin.put(`/rest/people/${changed.userId}/fields`, { values: { [field.id]: "other" } })).statusCode).toBe(200);
    const [{ id: assignment }] = (await admin.get(`/rest/roles?person=${changed.userId}`)).json().rows;
    await admin.post(`/rest/roles/${assignment}/remove`);
    const reply = await admin.post(`/rest/codes/${id}/revoke`, { undo: true });
    expect(reply.json()).toEqual({ jobId: null, result: { undone: 1, kept: 1 } });
    expect(await groupIdsOf(whole.userId)).toEqual([]);
    expect(await groupIdsOf(changed.userId)).toEqual([]);
    const valueOf = async (userId: number) => (await admin.get(`/rest/people/${userId}/fields`)).json().values[field.id];
    expect([await valueOf(whole.userId), await valueOf(changed.userId)]).toEqual(["old", "other"]);
    expect((await admin.get(`/rest/roles?person=${whole.userId}`)).json().rows).toEqual([]);
    const active = await inSystem<{ user_id: number }[]>((db) =>
      db.selectFrom("enrolment_standing").select("user_id").where("course_id", "=", course.id).where("active", "=", true).execute(),
    );
    expect(active).toEqual([]);
    const uses = await usesOf(id);
    expect(uses.find(({ userId }) => userId === changed.userId)).toMatchObject({ kept: ["Author", "Undo"], undoneAt: expect.any(String) });
    expect(uses.find(({ userId }) => userId === whole.userId)).toMatchObject({ kept: [], undoneAt: expect.any(String) });
    expect((await admin.post(`/rest/codes/${id}/revoke`, { undo: true })).json()).toEqual({ jobId: null, result: null });
  });

  test("of more than fifty uses is a job", async () => {
    const group = await aGroup();
    const id = await make({ effects: { groups: { groupIds: [group.id] } } });
    const code = await codeOf(id);
    const people: Client[] = [];
    for (let nth = 0; nth < 51; nth++) people.push(await aMember());
    for (const person of people) expect((await redeem(person, code)).statusCode).toBe(200);
    const { jobId } = (await admin.post(`/rest/codes/${id}/revoke`, { undo: true })).json();
    expect(jobId).toEqual(expect.any(Number));
    await worked(jobId);
    expect((await admin.get(`/rest/jobs/${jobId}`)).json().facts).toEqual([{ label: "Undone", value: "51" }]);
    expect((await admin.get(`/rest/groups/${group.id}/members`)).json().total).toBe(0);
  });
});

describe("who may (security.md row 14)", () => {
  test("a manager of a group gives that group and its courses, and nothing else", async () => {
    const [mine, other] = [await aGroup(), await aGroup()];
    const course = await app.aCourse("a");
    const manager = await managerOf({ kind: "groups", groupIds: [mine.id] });
    const post = (more: object) => manager.post("/rest/codes", aCodeBody({ admitsNew: false, ...more }));
    expect((await post({ effects: { groups: { groupIds: [other.id] } } })).statusCode).toBe(404);
    const role = { role: "Author", copyId: null, scope: { kind: "portal" }, days: null };
    expect((await post({ effects: { role } })).statusCode).toBe(403);
    expect((await manager.post("/rest/codes/preview", { effects: { role } })).statusCode).toBe(403);
    // Who is new is in nobody's group.
    expect((await post({ admitsNew: true, effects: { groups: { groupIds: [mine.id] } } })).json()).toMatchObject({
      code: "needs_portal_scope",
    });
    const both = await make(
      { admitsNew: false, effects: { groups: { groupIds: [mine.id] }, courses: { courseIds: [course.id], dueDays: null } } },
      manager,
    );
    const alone = await make({ admitsNew: false, effects: { courses: { courseIds: [course.id], dueDays: null } } }, manager);
    const stranger = await aMember();
    // A course alone is not for those whom the manager does not look after.
    expect((await redeem(stranger, await codeOf(alone))).json()).toMatchObject({ code: "not_for_you" });
    expect(await show(alone)).toMatchObject({ taken: 0 });
    expect((await redeem(stranger, await codeOf(both))).statusCode).toBe(200);
    expect((await redeem(stranger, await codeOf(alone))).statusCode).toBe(200);
    // They see their own codes alone.
    const foreign = await make();
    expect((await manager.get(`/rest/codes/${foreign}`)).statusCode).toBe(404);
    expect((await manager.get(`/rest/codes/${foreign}/uses`)).statusCode).toBe(404);
    expect(
      (await manager.get("/rest/codes"))
        .json()
        .rows.map(({ id }: { id: number }) => id)
        .toSorted(),
    ).toEqual([both, alone].toSorted());
    expect((await manager.get("/rest/codes/choices")).json()).toMatchObject({ groups: [{ id: mine.id }], roles: false, admits: false });
  });

  test("a code gives by the rights of this moment of whoever saved it, and nobody gets a role from their own", async () => {
    const boss = await app.signInAs(await app.aPerson("a", { isAdmin: true }), "a");
    const role = { role: "Manager", copyId: null, scope: { kind: "portal" }, days: null };
    const id = await make({ effects: { role } }, boss);
    const code = await codeOf(id);
    expect((await redeem(boss, code)).json()).toMatchObject({ code: "own_rights" });
    const [{ id: assignment }] = (await admin.get(`/rest/roles?person=${boss.userId}`)).json().rows;
    await admin.post(`/rest/roles/${assignment}/remove`);
    expect((await redeem(await aMember(), code)).json()).toMatchObject({ code: "code_stale" });
    // Another admin saves it, and gives by their own rights from then on.
    const { revision, id: _, ...terms } = await show(id);
    expect((await admin.put(`/rest/codes/${id}`, { ...aCodeBody(), ...terms, revision })).statusCode).toBe(200);
    expect((await redeem(await aMember(), code)).statusCode).toBe(200);
  });

  test("students make none, and a code of one portal is none in the other", async () => {
    const student = await app.signIn("student", "a");
    expect((await student.post("/rest/codes", aCodeBody())).statusCode).toBe(403);
    const elsewhere = await app.signIn("student", "b");
    expect((await redeem(elsewhere, await codeOf(await make()))).statusCode).toBe(404);
  });

  test("of two who change a code at once the second is told", async () => {
    const id = await make();
    const { revision } = await show(id);
    const body = { ...aCodeBody({ label: "Changed" }), revision };
    expect((await admin.put(`/rest/codes/${id}`, body)).statusCode).toBe(200);
    expect((await admin.put(`/rest/codes/${id}`, body)).json()).toMatchObject({ code: "code_changed" });
  });
});
