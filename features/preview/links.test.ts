import { sql } from "kysely";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openFileStore } from "#platform/files/store.ts";
import { hashToken } from "#platform/tokens.ts";
import { startRig, type Rig } from "./test/rig.ts";

// External preview (mode 4): links, and the preview guest, user 13 (decisions.md "User 13", security.md §3.1).

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.app.close());

const change = (statement: ReturnType<typeof sql>) => rig.app.databases.inSystem("prepare a test", (db) => statement.execute(db));

test("a link opens one course for a visitor as user 13, counts the view, and ends open views when it is revoked or over", async () => {
  const { aCourse, aLink, aGuest, at, outside, author, remove, app } = rig;
  const { id } = await aCourse({ title: "Ladders" });
  const link = await aLink(id);
  expect(link).toMatchObject({ name: "For Acme", state: "works", views: 0, viewedAt: null, hasPasscode: false });
  expect(link.path).toBe(`/v/student/courseExternalPreview/${id}?token=${link.token}`);
  const guest = await aGuest(id, link.token);
  const environment = (await guest.get("/rest/environment/")).json();
  expect(environment.User).toMatchObject({ Id: 13, Authenticated: true, IsAuthor: false, IsAdmin: false, IsSystemAdmin: false });
  expect(environment).toMatchObject({ Portals: [], Announcements: [], QuickLinks: [] });
  expect((await guest.get(outside(id))).json()).toMatchObject({ course: { title: "Ladders" }, shows: "draft" });
  const other = await aCourse();
  expect((await guest.get(outside(other.id))).statusCode).toBe(403);
  const listed = async () => (await author.get(at(id, "/sharing"))).json().links[0];
  expect(await listed()).toMatchObject({ views: 1, viewedAt: expect.any(String), path: link.path });

  expect((await remove(author, at(id, `/links/${link.id}`))).statusCode).toBe(200);
  const ended = await guest.get(outside(id));
  expect([ended.statusCode, ended.json().code]).toEqual([403, "preview_link"]);
  expect((await guest.get("/rest/environment/")).statusCode).toBe(401);
  expect(await listed()).toMatchObject({ state: "revoked", path: null });
  const again = await app.anonymous("a").post("/rest/environment/fakeLogin", { courseId: id, token: link.token });
  expect([again.statusCode, again.json().code]).toEqual([403, "preview_link"]);

  const short = await aLink(id, { days: 1 });
  const late = await aGuest(id, short.token);
  await change(sql`update preview_links set expires_at = now() - interval '1 second' where id = ${short.id}`);
  expect((await late.get(outside(id))).statusCode).toBe(403);
  expect(await listed()).toMatchObject({ state: "over", path: null });
});

test("fakeLogin takes nothing but the secret of a link of this course in this portal; the database has neither it nor a passcode", async () => {
  const { aCourse, aLink, app } = rig;
  const { id } = await aCourse();
  const other = await aCourse();
  const { token, id: linkId } = await aLink(id, { passcode: "open sesame" });
  const visitor = app.anonymous("a");
  for (const body of [
    undefined,
    {},
    { courseId: id },
    { courseId: id, token: "" },
    { courseId: id, token: "x".repeat(43) },
    { courseId: other.id, token },
  ])
    expect((await visitor.post("/rest/environment/fakeLogin", body)).json().code).toBe("preview_link");
  expect((await app.anonymous("b").post("/rest/environment/fakeLogin", { courseId: id, token })).json().code).toBe("preview_link");
  const { rows } = await app.databases.inSystem("look at a test", (db) =>
    sql<{
      row: string;
      fits: boolean;
    }>`select to_jsonb(l)::text as row, token_hash = ${hashToken(token)}::bytea as fits from preview_links l where id = ${linkId}`.execute(
      db,
    ),
  );
  expect(rows[0]?.fits).toBe(true);
  expect(rows[0]?.row).not.toContain(token);
  expect(rows[0]?.row).not.toContain("open sesame");
  // From another site nothing is started.
  const forged = await visitor.post(
    "/rest/environment/fakeLogin",
    { courseId: id, token, passcode: "open sesame" },
    { origin: "http://evil.test" },
  );
  expect(forged.statusCode).toBe(403);
  expect(forged.headers["set-cookie"]).toBeUndefined();
});

test("a passcode is asked for; after five wrong ones in a row nobody gets in for a while, and a right one clears the count", async () => {
  const { aCourse, aLink, app, passIn } = rig;
  const { id } = await aCourse();
  const { token, id: linkId } = await aLink(id, { passcode: "open sesame" });
  const enter = (passcode?: string | null) => app.anonymous("a").post("/rest/environment/fakeLogin", { courseId: id, token, passcode });
  expect((await enter()).json().code).toBe("passcode_needed");
  for (let nth = 0; nth < 4; nth++) expect((await enter("guess")).json().code).toBe("passcode_wrong");
  const right = await enter("open sesame");
  expect([right.statusCode, passIn(right)]).toEqual([200, expect.stringMatching(/^stoa_preview=[\w-]{43}$/)]);
  const guesses = await Promise.all(Array.from({ length: 8 }, () => enter("guess")));
  expect(guesses.map((reply) => reply.json().code).toSorted()).toEqual([
    ...Array.from({ length: 3 }, () => "passcode_closed"),
    ...Array.from({ length: 5 }, () => "passcode_wrong"),
  ]);
  const closed = await enter("open sesame");
  expect([closed.statusCode, closed.json().code]).toEqual([429, "passcode_closed"]);
  await change(sql`update preview_links set failed_at = now() - interval '16 minutes' where id = ${linkId}`);
  expect((await enter("open sesame")).statusCode).toBe(200);
});

test("a session is never swapped: whoever is signed in opens the link as themselves and stays signed in", async () => {
  const { aCourse, aLink, outside, student, withPass, passIn } = rig;
  const { id } = await aCourse();
  const { token } = await aLink(id);
  const refused = await student.post("/rest/environment/fakeLogin", { courseId: id, token });
  expect([refused.statusCode, refused.json().code, refused.headers["set-cookie"]]).toEqual([409, "signed_in", undefined]);
  const opened = await student.post(outside(id, "/open"), { token });
  expect(opened.statusCode).toBe(200);
  expect(String(opened.headers["set-cookie"])).not.toMatch(/stoa_session|stoa_csrf/);
  const both = withPass(student, passIn(opened));
  expect((await both.get(outside(id))).statusCode).toBe(200);
  expect((await both.get("/rest/environment/")).json().User.Id).toBe(student.userId);
  expect((await both.get("/rest/student/myCourses")).statusCode).not.toBe(403);
  expect((await rig.app.anonymous("a").post(outside(id, "/open"), { token })).statusCode).toBe(401);
});

test("security 24: a link ends with the right of whoever made it, at the next call", async () => {
  const { app, outside, aGuest } = rig;
  const maker = await app.aPerson("a", { isAuthor: true });
  const client = await app.signInAs(maker, "a");
  const { id } = await app.aCourse("a", { createdBy: maker.id });
  const made = (await client.post(rig.at(id, "/links"), { name: "Once", shows: "current", days: 7, passcode: null })).json();
  const token = new URLSearchParams(made.path.split("?")[1]).get("token") ?? "";
  const guest = await aGuest(id, token);
  const status = async () => (await guest.get(outside(id))).statusCode;
  expect(await status()).toBe(200);
  const set = (standing: string, isAuthor: boolean) =>
    change(sql`update memberships set status = ${standing}, is_author = ${isAuthor} where user_id = ${maker.id}`);
  await set("suspended", true);
  expect(await status()).toBe(403);
  await set("active", false);
  expect(await status()).toBe(403);
  await set("active", true);
  expect(await status()).toBe(200);
});

test("a guest has the files of the one course, and a reviewer those of theirs; nobody gets others by their number", async () => {
  const { app, aCourse, aLink, aGuest, aReviewer, student } = rig;
  const { id } = await aCourse({ status: "draft" });
  const other = await aCourse();
  const store = openFileStore(join(app.config.dataDir, "files"));
  const aFile = async (courseId: number) => {
    const stored = await store.put(Buffer.from(`of ${courseId}`));
    const portal_id = app.portal("a").id;
    return app.databases.inSystem("prepare a test", async (db) => {
      const { id: fileId } = await db
        .insertInto("files")
        .values({ portal_id, storage_key: stored.key, name: "x.txt", media_type: "text/plain", bytes: stored.bytes, sha256: stored.sha256 })
        .returning("id")
        .executeTakeFirstOrThrow();
      await db.insertInto("course_media").values({ portal_id, course_id: courseId, file_id: fileId }).execute();
      return `/rest/files/${fileId}/x.txt`;
    });
  };
  const [own, others] = [await aFile(id), await aFile(other.id)];
  const { token } = await aLink(id);
  const guest = await aGuest(id, token);
  const reviewer = await aReviewer(id);
  for (const client of [guest, reviewer]) {
    expect((await client.get(own)).body).toBe(`of ${id}`);
    expect((await client.get(others)).statusCode).toBe(404);
  }
  expect((await student.get(own)).statusCode).toBe(404);
  expect((await app.anonymous("a").get(own)).statusCode).toBe(401);
});

test("user 13 is led to signing out on every page but login and the external preview, and signing out ends the pass", async () => {
  const { aCourse, aLink, aGuest, outside } = rig;
  const { id } = await aCourse();
  const { token } = await aLink(id);
  const guest = await aGuest(id, token);
  const page = await guest.get("/v/student/dashboard?a=b");
  expect([page.statusCode, page.headers.location]).toEqual([
    302,
    "/onlinetraining/auth/logout/?ReturnUrl=%2Fv%2Fstudent%2Fdashboard%3Fa%3Db",
  ]);
  expect((await guest.get("/v/about/contact")).headers.location).toMatch("/onlinetraining/auth/logout/");
  expect((await guest.get("/v/auth/login")).statusCode).toBe(200);
  const preview = await guest.get(`/v/student/courseExternalPreview/${id}`);
  expect(preview.statusCode).toBe(200);
  const left = await guest.get("/onlinetraining/auth/logout/?ReturnUrl=%2Fv%2Fstudent%2Fdashboard");
  expect([left.statusCode, left.headers.location]).toEqual([302, "/v/auth/login?ReturnUrl=%2Fv%2Fstudent%2Fdashboard"]);
  expect((await guest.get(outside(id))).statusCode).toBe(403);
});
