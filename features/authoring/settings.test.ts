import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Client } from "#app/test/app.ts";
import { startRig, type Rig } from "#features/editor/test/editor.ts";
import type { CourseDetails } from "#features/catalog/contract.ts";
import { formOf, headersOf } from "#features/media/test/send-media.ts";
import { savedFields } from "./test/saved-fields.ts";

// The settings of courses: who gets in, after what, and how they are found (issue 13 §2, CAT-4, DET-2, DET-4).

let rig: Rig;
let student: Client;
beforeAll(async () => {
  rig = await startRig();
  student = await rig.app.signIn("student", "a");
}, 120_000);
afterAll(() => rig?.app.close());

type Fields = Partial<Omit<typeof savedFields, "coverFileId">> & { coverFileId?: number | null };

/** Saves settings of an online course on what it has. */
async function save(courseId: number, fields: Fields, client: Client = rig.author) {
  const { revision } = await rig.open(courseId);
  return client.put(rig.at(courseId, "/details"), { ...savedFields, ...fields, revision });
}
const pageOf = async (courseId: number, client: Client = student): Promise<CourseDetails> => {
  const answer = await client.get(`/rest/course/details/${courseId}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};
const newcomer = async () => rig.app.signInAs(await rig.app.aPerson("a"), "a");
const enrol = (courseId: number, client: Client) => client.post("/rest/enrolment/enrol", { courseId });
const launch = (courseId: number, client: Client) => client.post("/rest/progress/launch", { courseId });
async function complete(courseId: number, client: Client) {
  expect((await enrol(courseId, client)).statusCode).toBe(200);
  const { epoch, state } = (await launch(courseId, client)).json();
  const commits = ["p1", "p2"].map((pageId, nth) => ({ seq: nth + 1, fact: { kind: "view", pageId } }));
  const stored = await client.post(`/rest/progress/attempts/${state.attemptId}/commits`, { clientId: "test-client-1", epoch, commits });
  expect(stored.statusCode, stored.body).toBe(200);
}
const day = 86_400_000;

test("what an author sets is kept, shown, and found by its tags", async () => {
  const first = await rig.aCourse({ title: "Rope basics" });
  const course = await rig.aCourse({ title: "Tower climbing" });
  const fields: Fields = {
    title: "Tower climbing",
    tags: ["Carabiner", "rescue"],
    credits: [{ kind: "CPD hours", amount: 1.5 }],
    requiredIds: [first.id],
    enrolFrom: "2026-01-01T08:00",
    enrolUntil: "2036-12-31T18:00",
    enrolZone: "America/New_York",
    isTemplate: true,
  };
  const saved = await save(course.id, fields);
  expect(saved.statusCode, saved.body).toBe(200);
  expect(await rig.open(course.id)).toMatchObject({ ...fields, required: [{ id: first.id, title: "Rope basics" }], requiredCount: null });
  expect(await pageOf(course.id)).toMatchObject({
    tags: ["Carabiner", "rescue"],
    credits: [{ kind: "CPD hours", amount: 1.5 }],
    price: null,
    window: { from: "2026-01-01T13:00:00.000Z", until: "2036-12-31T23:00:00.000Z", zone: "America/New_York" },
    prerequisites: { asked: 1, courses: [{ id: first.id, title: "Rope basics", done: false, percent: null, isThere: true }] },
  });
  const found = (await student.get("/rest/course/catalog?q=carabin")).json();
  expect(found.rows.map(({ id }: { id: number }) => id)).toEqual([course.id]);
});

test("a cover is a picture of the course itself; a drawn one takes its place again", async () => {
  const [course, other] = [await rig.aCourse(), await rig.aCourse()];
  const data = await sharp({ create: { width: 400, height: 250, channels: 3, background: "#336699" } })
    .png()
    .toBuffer();
  const aPicture = async ({ id }: { id: number }): Promise<number> => {
    const form = { headers: headersOf(rig.app, rig.author), payload: formOf({ name: "cover.png", data }) };
    const sent = await rig.author.request({ method: "POST", url: rig.at(id, "/media?use=cover&focus=80,50"), ...form });
    expect(sent.statusCode, sent.body).toBe(200);
    return sent.json().fileId;
  };
  const [coverFileId, foreign] = [await aPicture(course), await aPicture(other)];
  expect((await save(course.id, { coverFileId })).statusCode).toBe(200);
  expect(await pageOf(course.id)).toMatchObject({ coverFileId });
  expect((await student.get(`/rest/files/${coverFileId}/cover`)).statusCode).toBe(200);
  expect((await save(course.id, { coverFileId: foreign })).json().errors).toMatchObject([{ field: "coverFileId", code: "foreign_file" }]);
  expect((await save(course.id, { coverFileId: null })).statusCode).toBe(200);
  expect(await pageOf(course.id)).toMatchObject({ coverFileId: null });
});

test("a price is in the portal's currency until its author chooses another one (ENV-8)", async () => {
  const { id } = await rig.aCourse();
  expect(await rig.open(id)).toMatchObject({ priceCents: null, priceCurrency: "EUR" });
  const admin = await rig.app.signIn("admin", "a");
  const set = async (currency: string | null) => {
    const { revision } = (await admin.get("/rest/settings")).json<{ revision: number }>();
    return admin.post("/rest/settings", { revision, values: { currency } });
  };
  expect((await set("JPY")).statusCode).toBe(400);
  expect((await set("CHF")).statusCode).toBe(200);
  expect((await rig.open(id)).priceCurrency).toBe("CHF");
  expect((await save(id, { priceCents: 100, priceCurrency: "SEK" })).statusCode).toBe(200);
  await set(null);
  expect(await rig.open(id)).toMatchObject({ priceCents: 100, priceCurrency: "SEK" });
});

test("a SCORM course has the same settings", async () => {
  const { id } = await rig.aCourse({ type: "scorm" });
  const fields: Fields = {
    tags: ["dose"],
    credits: [{ kind: "ECTS", amount: 2 }],
    priceCents: 4990,
    priceCurrency: "CHF",
    isListed: false,
  };
  const saved = await save(id, fields);
  expect(saved.statusCode, saved.body).toBe(200);
  expect(await rig.open(id)).toMatchObject({ ...fields, type: "scorm" });
});

test("tags that differ in capitals only are one", async () => {
  const { id } = await rig.aCourse();
  await save(id, { tags: ["Ladder", "ladder", "LADDER", "Rope"] });
  expect((await rig.open(id)).tags).toEqual(["Ladder", "Rope"]);
});

describe("courses to complete first", () => {
  test("security.md 20: lock the course with each of them and its standing, until they are completed", async () => {
    const [one, two] = [await rig.aCourse({ title: "One" }), await rig.aCourse({ title: "Two" })];
    const course = await rig.aCourse({ title: "After both" });
    expect((await save(course.id, { requiredIds: [one.id, two.id] })).statusCode).toBe(200);
    const person = await newcomer();
    expect((await pageOf(course.id, person)).action).toMatchObject({ kind: "locked", reason: "prerequisites" });
    const refused = await enrol(course.id, person);
    expect([refused.statusCode, refused.json().code]).toEqual([409, "prerequisites"]);

    await complete(one.id, person);
    const half = await pageOf(course.id, person);
    expect(half.action).toMatchObject({ kind: "locked", reason: "prerequisites" });
    expect(half.prerequisites?.courses.map(({ done, percent }) => [done, percent])).toEqual([
      [true, 100],
      [false, null],
    ]);
    expect(half.requirements).toContainEqual({ code: "prerequisites", met: false });
    await complete(two.id, person);
    expect((await pageOf(course.id, person)).action).toMatchObject({ kind: "enrol" });
    expect((await enrol(course.id, person)).json()).toMatchObject({ enrolled: true, action: { kind: "start" } });
    expect((await launch(course.id, person)).statusCode).toBe(200);
  });

  test("any of them, or a number of them, is enough where the course says so", async () => {
    const three = await Promise.all([rig.aCourse(), rig.aCourse(), rig.aCourse()]);
    const requiredIds = three.map(({ id }) => id);
    const [any, twoOf] = [await rig.aCourse(), await rig.aCourse()];
    await save(any.id, { requiredIds, requiredCount: 1 });
    await save(twoOf.id, { requiredIds, requiredCount: 2 });
    const person = await newcomer();
    const kinds = async () => [(await pageOf(any.id, person)).action.kind, (await pageOf(twoOf.id, person)).action.kind];
    expect(await kinds()).toEqual(["locked", "locked"]);
    await complete(requiredIds[1] as number, person);
    expect(await kinds()).toEqual(["enrol", "locked"]);
    await complete(requiredIds[2] as number, person);
    expect(await kinds()).toEqual(["enrol", "enrol"]);
  });

  test("security.md 20: hold for people whom somebody else enrolled, and the launch refuses them by itself", async () => {
    const first = await rig.aCourse();
    const course = await rig.aCourse();
    await save(course.id, { requiredIds: [first.id] });
    const person = await newcomer();
    await rig.app.anEnrolment("a", { courseId: course.id, userId: person.userId, kind: "person" });
    expect((await pageOf(course.id, person)).action).toMatchObject({ kind: "locked", reason: "prerequisites" });
    const refused = await launch(course.id, person);
    expect([refused.statusCode, refused.json().code]).toEqual([403, "not_prepared"]);
    await complete(first.id, person);
    expect((await launch(course.id, person)).statusCode).toBe(200);
  });

  test("hold nobody up who had begun before (INV-5)", async () => {
    const first = await rig.aCourse();
    const course = await rig.aCourse();
    const person = await newcomer();
    await enrol(course.id, person);
    await launch(course.id, person);
    await save(course.id, { requiredIds: [first.id] });
    expect((await pageOf(course.id, person)).action).toMatchObject({ kind: "continue" });
    expect((await launch(course.id, person)).statusCode).toBe(200);
  });

  test("count only what was passed, by the person themselves", async () => {
    const first = await rig.aCourse({
      rule: { kind: "score", blockId: "q", percent: 50 },
      content: rig.aContent([rig.aPage("p1")]),
    });
    const course = await rig.aCourse();
    await save(course.id, { requiredIds: [first.id] });
    const [failed, passed, bystander] = [await newcomer(), await newcomer(), await newcomer()];
    for (const [person, isPassed] of [
      [failed, false],
      [passed, true],
    ] as const) {
      const { id: enrolmentId } = await rig.app.anEnrolment("a", { courseId: first.id, userId: person.userId });
      await rig.app.databases.inSystem("prepare a test", async (db) => {
        const keys = { portal_id: rig.app.portal("a").id, user_id: person.userId, course_id: first.id, version_id: first.versionId };
        const attempt = await db
          .insertInto("attempts")
          .values({ ...keys, enrolment_id: enrolmentId, number: 1 })
          .returning("id")
          .executeTakeFirstOrThrow();
        await db
          .insertInto("completions")
          .values({ ...keys, attempt_id: attempt.id, source: "rule", passed: isPassed })
          .execute();
      });
    }
    expect((await pageOf(course.id, failed)).action.kind).toBe("locked");
    expect((await pageOf(course.id, passed)).action.kind).toBe("enrol");
    expect((await pageOf(course.id, bystander)).action.kind).toBe("locked");
  });

  test("never need each other: whatever is saved, no course leads back to itself", async () => {
    const courses = await Promise.all(Array.from({ length: 6 }, () => rig.aCourse()));
    const ids = courses.map(({ id }) => id);
    const needs = new Map<number, number[]>(ids.map((id) => [id, []]));
    const leadsTo = (from: number, to: number, seen = new Set<number>()): boolean =>
      from === to || (!seen.has(from) && (seen.add(from), (needs.get(from) ?? []).some((next) => leadsTo(next, to, seen))));
    let [state, refusals] = [7, 0];
    const random = (below: number) => (state = (state * 1_103_515_245 + 12_345) % 2 ** 31) % below;
    for (let round = 0; round < 60; round++) {
      const courseId = ids[random(6)] as number;
      const requiredIds = ids.filter(() => random(3) === 0);
      const isCircle = requiredIds.some((id) => leadsTo(id, courseId));
      const { statusCode, body } = await save(courseId, { requiredIds });
      expect(statusCode, body).toBe(isCircle ? 400 : 200);
      if (isCircle) refusals++;
      else needs.set(courseId, requiredIds);
    }
    expect(refusals).toBeGreaterThan(5);
  });

  test("two authors who make two courses need each other at once: one of them is told why not", async () => {
    // Several times: neither may wait for the other for ever, in whichever order they come.
    for (let nth = 0; nth < 8; nth++) {
      const [one, two] = [await rig.aCourse({ title: "Hen" }), await rig.aCourse({ title: "Egg" })];
      const answers = await Promise.all([save(one.id, { requiredIds: [two.id] }), save(two.id, { requiredIds: [one.id] })]);
      expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400]);
      const refused = answers.find(({ statusCode }) => statusCode === 400)?.json();
      expect(refused.errors).toMatchObject([{ field: "requiredIds", code: "circle" }]);
    }
  });

  test("are published courses of the same portal; one that left the catalog since may stay", async () => {
    const { id } = await rig.aCourse();
    const draft = await rig.aCourse({ status: "draft" });
    const foreign = await rig.app.aCourse("b");
    for (const required of [draft.id, foreign.id, 99_999_999, id])
      expect((await save(id, { requiredIds: [required] })).statusCode).toBe(400);
    const gone = await rig.aCourse();
    await save(id, { requiredIds: [gone.id] });
    expect((await rig.author.post(`/rest/editor/courses/${gone.id}/archive`)).statusCode).toBe(200);
    expect((await save(id, { requiredIds: [gone.id] })).statusCode).toBe(200);
    expect((await save(id, { requiredIds: [gone.id], requiredCount: 2 })).statusCode).toBe(400);
    const listed = (await rig.author.get(`/rest/editor/courses/${id}/requirable?q=`)).json().rows.map((row: { id: number }) => row.id);
    for (const left of [id, draft.id, foreign.id, gone.id]) expect(listed).not.toContain(left);
  });
});

describe("when and at what price people enrol themselves", () => {
  const dates = { upcoming: [1, 2], open: [-1, 1], closed: [-2, -1] } as const;
  test.each(["upcoming", "open", "closed"] as const)(
    "enrolment that is %s, by the clock of the server (security.md row 19)",
    async (entry) => {
      const [from, until] = dates[entry].map((days) => new Date(Date.now() + days * day));
      const course = await rig.aCourse({ ...(from && { enrolFrom: from }), ...(until && { enrolUntil: until }) });
      const person = await newcomer();
      const { action, window } = await pageOf(course.id, person);
      expect(action).toMatchObject(entry === "open" ? { kind: "enrol" } : { kind: "locked", reason: entry });
      expect(window).toEqual({ from: from?.toISOString(), until: until?.toISOString(), zone: "Europe/Berlin" });
      const answer = await enrol(course.id, person);
      expect(answer.statusCode).toBe(entry === "open" ? 200 : 409);
      if (entry !== "open") expect(answer.json().code).toBe(entry);
    },
  );

  test("a time is meant by the clocks of its zone (INV-10), and the end comes after the beginning", async () => {
    const { id } = await rig.aCourse();
    // The night in which the clocks of Berlin go back.
    const zoned = { enrolFrom: "2026-10-24T12:00", enrolUntil: "2026-10-25T12:00", enrolZone: "Europe/Berlin" };
    expect((await save(id, zoned)).statusCode).toBe(200);
    expect((await pageOf(id)).window).toMatchObject({ from: "2026-10-24T10:00:00.000Z", until: "2026-10-25T11:00:00.000Z" });
    expect(await rig.open(id)).toMatchObject(zoned);
    expect((await save(id, { ...zoned, enrolUntil: "2026-10-24T12:00" })).json().errors).toMatchObject([{ field: "enrolUntil" }]);
    expect((await save(id, { ...zoned, enrolZone: "Mars/Olympus" })).statusCode).toBe(400);
  });

  test("a price is shown, and nobody enrols themselves", async () => {
    const { id } = await rig.aCourse();
    expect((await save(id, { priceCents: 4990, priceCurrency: "EUR" })).statusCode).toBe(200);
    const person = await newcomer();
    expect(await pageOf(id, person)).toMatchObject({
      price: { cents: 4990, currency: "EUR" },
      action: { kind: "locked", reason: "priced" },
    });
    expect((await enrol(id, person)).json()).toMatchObject({ code: "priced" });
    await rig.app.anEnrolment("a", { courseId: id, userId: person.userId, kind: "person" });
    expect((await launch(id, person)).statusCode).toBe(200);
    for (const priceCents of [0, -1, 1.5, 1e12]) expect((await save(id, { priceCents })).statusCode).toBe(400);
  });
});

test("a course that is not listed is in no list, and opens by its address", async () => {
  const { id } = await rig.aCourse({ title: "Zygomorphic" });
  const found = async () => (await student.get("/rest/course/catalog?q=zygomorphic")).json().total;
  expect(await found()).toBe(1);
  await save(id, { title: "Zygomorphic", isListed: false });
  expect(await found()).toBe(0);
  expect((await pageOf(id)).action).toMatchObject({ kind: "enrol" });
  await save(id, { title: "Zygomorphic", isListed: true });
  expect(await found()).toBe(1);
});

test("a copy has the settings, and is no template", async () => {
  const first = await rig.aCourse();
  const { id } = await rig.aCourse();
  const fields: Fields = { tags: ["copied"], requiredIds: [first.id], priceCents: 100, isListed: false, isTemplate: true };
  await save(id, fields);
  const copy = (await rig.author.post(`/rest/editor/courses/${id}/duplicate`)).json();
  expect(await rig.open(copy.id)).toMatchObject({ ...fields, isTemplate: false });
});

describe("co-authors", () => {
  const share = (courseId: number, userIds: number[], client: Client = rig.author) =>
    client.put(`/rest/editor/courses/${courseId}/coauthors`, { userIds });
  const aColleague = async () => rig.app.signInAs(await rig.app.aPerson("a", { isAuthor: true }), "a");

  test("edit as the owner does, see the course among theirs, and do not share it further", async () => {
    const colleague = await aColleague();
    const { id } = await rig.aCourse({ title: "Shared work" });
    expect((await colleague.get(rig.at(id))).statusCode).toBe(404);
    expect((await save(id, {}, colleague)).statusCode).toBe(404);
    const shared = await share(id, [colleague.userId]);
    expect(shared.json()).toMatchObject({ coAuthors: [{ id: colleague.userId }], mayShare: true });
    expect((await save(id, { title: "Ours" }, colleague)).statusCode).toBe(200);
    const mine = (await colleague.get("/rest/editor/courses")).json();
    expect(mine.rows.map((row: { id: number }) => row.id)).toEqual([id]);
    expect((await colleague.get(`/rest/editor/courses/${id}/team`)).json()).toMatchObject({ mayShare: false });
    expect((await share(id, [], colleague)).statusCode).toBe(403);
    expect((await share(id, [])).statusCode).toBe(200);
    expect((await colleague.get(rig.at(id))).statusCode).toBe(404);
  });

  test("are authors or admins of the portal; whoever loses the role edits nothing any more", async () => {
    const { id } = await rig.aCourse();
    const foreign = await rig.app.signIn("author", "b");
    for (const userId of [student.userId, foreign.userId, 99_999_999]) expect((await share(id, [userId])).statusCode).toBe(400);
    const person = await rig.app.aPerson("a");
    await share(id, [person.id]);
    expect((await (await rig.app.signInAs(person, "a")).get(rig.at(id))).statusCode).toBe(403);
  });

  test("are nobody else's to set", async () => {
    const { id } = await rig.aCourse();
    const stranger = await aColleague();
    expect((await share(id, [stranger.userId], stranger)).statusCode).toBe(404);
    expect((await share(id, [], student)).statusCode).toBe(403);
    expect((await share(id, [], await rig.app.signIn("author", "b"))).statusCode).toBe(404);
    expect((await share(id, [], await rig.app.signIn("admin", "a"))).statusCode).toBe(200);
  });
});

describe("handing over", () => {
  const give = (courseId: number, userId: number, from: number | null, client: Client = rig.author) =>
    client.post(`/rest/editor/courses/${courseId}/owner`, { userId, from });
  const aShared = async () => {
    const { id } = await rig.aCourse({ title: "Handed over" });
    const heir = await rig.app.signInAs(await rig.app.aPerson("a", { isAuthor: true }), "a");
    await rig.author.put(`/rest/editor/courses/${id}/coauthors`, { userIds: [heir.userId] });
    return { id, heir };
  };

  test("gives a course to a co-author, who is told, and leaves the owner until now a co-author", async () => {
    const { id, heir } = await aShared();
    const given = await give(id, heir.userId, rig.author.userId);
    expect(given.json()).toMatchObject({ owner: { id: heir.userId }, coAuthors: [{ id: rig.author.userId }], mayShare: false });
    const [message] = (await heir.get("/rest/notifications")).json().rows;
    expect(message).toMatchObject({ subject: "Handed over is yours now", to: `/author/courseEditor/${id}` });
    expect((await save(id, { title: "Still ours" })).statusCode).toBe(200);
    // And back, by the new owner.
    expect((await give(id, rig.author.userId, heir.userId, heir)).json()).toMatchObject({ coAuthors: [{ id: heir.userId }] });
  });

  test("by an admin, of somebody who has left: they do not come back as a co-author", async () => {
    const leaving = await rig.app.signInAs(await rig.app.aPerson("a", { isAuthor: true }), "a");
    const heir = await rig.app.aPerson("a", { isAuthor: true });
    const { CourseID: courseId } = (await leaving.post("/rest/course/createCourse", { courseTypeId: 3 })).json();
    expect((await leaving.put(`/rest/editor/courses/${courseId}/coauthors`, { userIds: [heir.id] })).statusCode).toBe(200);
    await rig.app.databases.inSystem("prepare a test", (db) =>
      db.updateTable("memberships").set({ status: "suspended" }).where("user_id", "=", leaving.userId).execute(),
    );
    const given = await give(courseId, heir.id, leaving.userId, rig.admin);
    expect(given.json()).toMatchObject({ owner: { id: heir.id }, coAuthors: [] });
  });

  test("is for the owner and admins, to active co-authors, and once where two do it", async () => {
    const { id, heir } = await aShared();
    const owner = rig.author.userId;
    expect((await give(id, heir.userId, owner, heir)).json()).toMatchObject({ code: "not_course_owner" });
    expect((await give(id, heir.userId, owner, await rig.app.signIn("author", "b"))).statusCode).toBe(404);
    expect((await give(id, heir.userId, owner, student)).statusCode).toBe(403);
    expect((await give(id, rig.admin.userId, owner)).json()).toMatchObject({ errors: [{ field: "userId", code: "no_co_author" }] });
    // Whoever comes second is a co-author by then, or sees that it is somebody else's.
    const both = await Promise.all([give(id, heir.userId, owner), give(id, heir.userId, owner, rig.admin)]);
    const [first, second] = both.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other);
    expect(first).toBe(200);
    expect([403, 409]).toContain(second);
    const { id: another, heir: gone } = await aShared();
    await rig.app.databases.inSystem("prepare a test", (db) =>
      db.updateTable("memberships").set({ is_author: false }).where("user_id", "=", gone.userId).execute(),
    );
    expect((await give(another, gone.userId, owner)).json()).toMatchObject({ errors: [{ field: "userId", code: "no_author" }] });
    expect((await rig.author.get(`/rest/editor/courses/${another}/team`)).json()).toMatchObject({ owner: { id: owner } });
  });
});

describe("review", () => {
  /** Takes a step; an answer is about the draft as it is. */
  const step = async (courseId: number, name: string, client: Client = rig.author, comment = "") => {
    const at = `/rest/editor/courses/${courseId}/review`;
    if (!["approved", "returned"].includes(name)) return client.post(at, { step: name, comment });
    const { draft } = (await rig.admin.get(at)).json();
    return client.post(`${at}/answer`, { step: name, comment, draft });
  };
  const told = async (client: Client) =>
    (await client.get("/rest/notifications")).json().rows.map(({ subject }: { subject: string }) => subject);

  test("is asked for by an author, answered by an admin, and each side is told", async () => {
    const { id } = await rig.aCourse({ title: "Looked over" });
    expect((await step(id, "asked")).json()).toMatchObject({ review: "asked", nextSteps: ["withdrawn"] });
    expect(await told(rig.admin)).toContain("Looked over waits to be looked over");
    expect((await step(id, "returned", rig.admin)).statusCode).toBe(400);
    expect((await step(id, "returned", rig.admin, "The second page is out of date.")).json()).toMatchObject({
      review: "returned",
      steps: [{ step: "returned", comment: "The second page is out of date." }, { step: "asked" }],
    });
    expect(await told(rig.author)).toContain("Looked over comes back to you");
    await step(id, "asked");
    expect((await step(id, "approved", rig.admin)).json()).toMatchObject({ review: "approved", nextSteps: ["asked"] });
    expect(await told(rig.author)).toContain("Looked over was approved");
  });

  test("goes only along its steps, and authors answer nothing", async () => {
    const { id } = await rig.aCourse();
    for (const name of ["withdrawn", "approved", "returned"]) expect((await step(id, name, rig.admin, "Why")).statusCode, name).toBe(409);
    await step(id, "asked");
    expect((await step(id, "asked")).statusCode).toBe(409);
    for (const name of ["approved", "returned"]) expect((await step(id, name, rig.author, "Why")).statusCode, name).toBe(403);
    expect((await step(id, "withdrawn")).json()).toMatchObject({ review: null, nextSteps: ["asked"] });
    expect((await step(id, "asked", student)).statusCode).toBe(403);
    expect((await step(id, "asked", await rig.app.signIn("author", "b"))).statusCode).toBe(404);
    expect((await step(id, "finished")).statusCode).toBe(400);
  });

  test("is answered by somebody with a role of their own for it, who can do no more with the course", async () => {
    const { app, admin, at } = rig;
    const { copyId } = (
      await admin.post("/rest/roles/copies", { of: "Admin", name: "Approver", permissions: ["see-people", "approve-courses"] })
    ).json();
    const person = await app.aPerson("a");
    const given = { userId: person.id, role: "Admin", copyId, scope: { kind: "portal" }, startsAt: null, endsAt: null };
    expect((await admin.post("/rest/roles", given)).statusCode).toBe(200);
    const approver = await app.signInAs(person, "a");
    const { id } = await rig.aCourse({ title: "To approve" });
    const status = async (reply: Promise<{ statusCode: number }>) => (await reply).statusCode;
    const look = () => status(approver.get(`/rest/preview/courses/${id}`));
    // Before anybody asks, the course is nobody else's business.
    expect(await status(approver.get(`/rest/editor/courses/${id}/review`))).toBe(404);
    expect(await status(step(id, "approved", approver))).toBe(404);
    expect(await look()).toBe(404);
    await step(id, "asked");
    expect(await look()).toBe(200);
    await step(id, "withdrawn");
    expect(await look()).toBe(404);
    await step(id, "asked");
    expect(await told(approver)).toContain("To approve waits to be looked over");
    expect(await look()).toBe(200);
    expect((await approver.get(`/rest/editor/courses/${id}/review`)).json()).toMatchObject({
      review: "asked",
      nextSteps: ["approved", "returned"],
    });
    // No more than that.
    for (const asked of [
      approver.get(at(id)),
      step(id, "withdrawn", approver),
      approver.post(at(id, "/publish"), { revision: 1, note: "" }),
      approver.post(`/rest/editor/courses/${id}/delete`),
      approver.get(`/rest/editor/courses/${id}/team`),
      approver.get("/rest/curriculum"),
    ])
      expect(await status(asked)).toBe(403);
    expect((await step(id, "approved", approver)).json()).toMatchObject({
      review: "approved",
      nextSteps: [],
      steps: [{ step: "approved" }, { step: "asked" }, { step: "withdrawn" }, { step: "asked" }],
    });
    expect(await told(rig.author)).toContain("To approve was approved");
    // An admin's copy without it answers nothing.
    const other = await app.aPerson("a");
    const { copyId: plain } = (
      await admin.post("/rest/roles/copies", { of: "Admin", name: "Looker", permissions: ["see-people", "see-courses"] })
    ).json();
    expect((await admin.post("/rest/roles", { ...given, userId: other.id, copyId: plain })).statusCode).toBe(200);
    const looker = await app.signInAs(other, "a");
    expect(await status(looker.get(`/rest/editor/courses/${id}/review`))).toBe(403);
    expect(await told(looker)).toEqual([]);
    expect(await status((await app.signIn("admin", "b")).get(`/rest/editor/courses/${id}/review`))).toBe(404);
  });
});
