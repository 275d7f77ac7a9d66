import { afterAll, beforeAll, expect, test } from "vitest";
import type { Client } from "#app/test/app.ts";
import { aContent, aPage } from "#app/test/builders.ts";
import { embedHosts } from "#features/blocks/embed/hosts.ts";
import { guestId } from "#features/portal/contract.ts";
import type { OpenedPackage } from "#features/scorm/contract.ts";
import { attemptTokens } from "#features/scorm/server/tokens.ts";
import { formOf, headersOf } from "#features/media/test/send-media.ts";
import { files12, zipOf } from "#features/scorm/test/sample-packages.ts";
import { factOf } from "#features/scorm/test/runs.ts";
import { aScormCourse } from "#features/scorm/test/scorm-course.ts";
import { startRig, type Rig } from "./test/rig.ts";

// SCORM packages before they are learnt: in previews, in reviews and behind preview links (VIEW-5, EDT-11, issue 13).

let rig: Rig;
beforeAll(async () => {
  rig = await startRig({ CONTENT_ORIGIN: "http://content.test" });
});
afterAll(() => rig.app.close());

const twoParts = files12([
  { title: "Pitching", href: "pitching.html" },
  { title: "Guy lines", href: "lines.html" },
]);

/** A SCORM course of the author's with two parts, and an online course that shows the second of them, as a draft. */
async function aPackage() {
  const { app, author } = rig;
  const place = { databases: app.databases, dataDir: app.config.dataDir };
  const scorm = await aScormCourse(place, { portalId: app.portal("a").id, userId: author.userId ?? 0, zip: await zipOf(twoParts) });
  const online = await rig.aCourse({
    content: aContent([
      aPage("p1", { blocks: [{ id: "k", kind: "scorm", packageId: scorm.packageId, scoKey: "sco-2" }] }),
      aPage("p2", { blocks: [{ id: "t", kind: "attestation", statement: "Read." }] }),
    ]),
  });
  return { scorm, online };
}

const file = ({ token, contentOrigin }: Pick<OpenedPackage, "token" | "contentOrigin">, path = "lines.html") =>
  rig.app.server.inject({ url: `/c/${token}/${path}`, headers: { host: new URL(contentOrigin).host } });
const opened = async (client: Client, url: string, body: object): Promise<OpenedPackage> => {
  const reply = await client.post(url, body);
  expect([url, reply.statusCode]).toEqual([url, 200]);
  return reply.json();
};

test("VIEW-5, EDT-11: whoever previews a course plays its packages: all parts of a SCORM course, the one of a block; no row is written", async () => {
  const { at, outside, author, aReviewer, aLink, aGuest, tableContents } = rig;
  const { scorm, online } = await aPackage();
  const reviewer = await aReviewer(online.id);
  const { token } = await aLink(online.id);
  const guest = await aGuest(online.id, token);
  const whole = await aLink(scorm.id, { shows: "current" });
  const guestOfWhole = await aGuest(scorm.id, whole.token);
  const before = await tableContents();
  const asked: [Client, string, object, number][] = [
    [author, at(scorm.id, "/package"), { shows: "current" }, 2],
    [author, at(scorm.id, "/package"), { shows: "draft" }, 2],
    [author, at(online.id, "/package"), { shows: "draft", blockId: "k" }, 1],
    [reviewer, at(online.id, "/package"), { shows: "draft", blockId: "k" }, 1],
    [guest, outside(online.id, "/package"), { blockId: "k" }, 1],
    [guestOfWhole, outside(scorm.id, "/package"), {}, 2],
  ];
  for (const [client, url, body, parts] of asked) {
    const found = await opened(client, url, body);
    expect(found).toMatchObject({ isTest: true, room: null, states: {} });
    expect(found.organization.items.map(({ title }) => title)).toEqual(parts === 2 ? ["Pitching", "Guy lines"] : ["Guy lines"]);
    expect([(await file(found)).statusCode, (await file(found, "~launcher")).statusCode]).toEqual([200, 200]);
    // What it reports is stored nowhere, whoever sends it.
    const commit = {
      token: found.token,
      clientId: "client-00000001",
      commits: [{ seq: 1, fact: factOf({ "cmi.core.lesson_status": "passed" }, { scoKey: "sco-2" }) }],
    };
    const sent = await rig.app.server.inject({
      method: "POST",
      url: "/rest/scorm/commit",
      headers: { host: "a.test", origin: found.contentOrigin, "sec-fetch-site": "cross-site", "content-type": "text/plain" },
      payload: JSON.stringify(commit),
    });
    expect([sent.statusCode, sent.json().code]).toEqual([403, "token"]);
  }
  expect(await tableContents()).toEqual(before);
  // A guest is nobody of the portal, and has an origin that no session shares.
  const ofGuest = await opened(guest, outside(online.id, "/package"), { blockId: "k" });
  expect(ofGuest.learner).toEqual({ id: String(guestId), name: "Preview guest" });
  expect(ofGuest.contentOrigin).not.toBe((await opened(author, at(online.id, "/package"), { shows: "draft", blockId: "k" })).contentOrigin);
  // Somebody signed in who opens the link looks as a guest too.
  const { client: signedIn, pass } = await rig.withLink(rig.student, online.id, token);
  expect(pass).toBe(true);
  expect((await opened(signedIn, outside(online.id, "/package"), { blockId: "k" })).learner.id).toBe(String(guestId));
});

test("security 19, 20, 26: no package of another course, of a block without one, or for anybody else", async () => {
  const { app, at, outside, author, student, aLink, aGuest } = rig;
  const { scorm, online } = await aPackage();
  const body = { shows: "draft", blockId: "k" };
  const status = async (client: Client, url: string, what: object = body) => (await client.post(url, what)).statusCode;
  for (const client of [
    student,
    await app.signInAs(await app.aPerson("a", { isAuthor: true }), "a"),
    await app.signIn("manager", "a"),
    await app.signIn("author", "b"),
  ])
    expect(await status(client, at(online.id, "/package"))).toBe(404);
  expect(await status(app.anonymous("a"), at(online.id, "/package"))).toBe(401);
  for (const blockId of ["t", "none"]) expect(await status(author, at(online.id, "/package"), { shows: "draft", blockId })).toBe(404);
  expect(await status(author, at(online.id, "/package"), { shows: "draft" })).toBe(404);
  const fresh = await app.aCourse("a", { type: "scorm", status: "draft", createdBy: author.userId });
  expect((await author.post(at(fresh.id, "/package"), { shows: "draft" })).json().code).toBe("no_package");
  // The pass of one course opens no other.
  const { token } = await aLink(online.id);
  const guest = await aGuest(online.id, token);
  expect(await status(guest, outside(scorm.id, "/package"), {})).toBe(403);
  expect(await status(app.anonymous("a"), outside(online.id, "/package"), { blockId: "k" })).toBe(403);
});

test("security.md #24: a package closes with the link, with the review, and with what somebody may", async () => {
  const { app, at, outside, author, remove, aReviewer, aLink, aGuest } = rig;
  const { online } = await aPackage();
  const link = await aLink(online.id);
  const guest = await aGuest(online.id, link.token);
  const ofGuest = await opened(guest, outside(online.id, "/package"), { blockId: "k" });
  const reviewer = await aReviewer(online.id);
  const ofReviewer = await opened(reviewer, at(online.id, "/package"), { shows: "draft", blockId: "k" });
  expect([(await file(ofGuest)).statusCode, (await file(ofReviewer)).statusCode]).toEqual([200, 200]);
  await remove(author, at(online.id, `/links/${link.id}`));
  await remove(author, at(online.id, `/reviewers/${reviewer.userId}`));
  expect([(await file(ofGuest)).statusCode, (await file(ofReviewer)).statusCode]).toEqual([404, 404]);
  // A token says which pass it lives by: another's number is not guessed, as it is signed.
  const genuine = attemptTokens(app.config.secret).read(ofGuest.token);
  expect(genuine).toMatchObject({ kind: "test", userId: guestId, sessionId: 0, attemptId: 0 });
  expect(genuine?.passId).toBeGreaterThan(0);
});

test("where courses share a content host, a window of its own gets the part that is looked at", async () => {
  const one = await startRig({ CONTENT_ORIGIN: "http://content.test", CONTENT_HOSTS: "one" });
  const several = rig;
  rig = one;
  try {
    const { online } = await aPackage();
    const found = await opened(one.author, one.at(online.id, "/package"), { shows: "draft", blockId: "k" });
    expect(new URL(found.launcherUrl).search).toBe("?part=sco-2");
    const alone = await file(found, `~opened${new URL(found.launcherUrl).search}`);
    expect([alone.statusCode, alone.json().opened.organization.items.map(({ title }: { title: string }) => title)]).toEqual([
      200,
      ["Guy lines"],
    ]);
    expect((await file(found, "~opened?part=sco-9")).statusCode).toBe(404);
  } finally {
    rig = several;
    await one.app.close();
  }
});

test("web pages that came as a zip open for the guest of a link, and end with it", async () => {
  const { app, outside, author, student, remove, aCourse, aLink, aGuest } = rig;
  const online = await aCourse();
  const pages = { name: "tents.zip", data: await zipOf({ "index.html": "<!doctype html><title>Tents</title><p>Pitch it" }) };
  const sent = await author.request({
    method: "POST",
    url: `/rest/editor/uploadZipFile?courseId=${online.id}`,
    headers: headersOf(app, author),
    payload: formOf({ ...pages, fields: { title: "Tents" } }),
  });
  const { fileId } = (sent.json() as { file: { fileId: number } }).file;
  const link = await aLink(online.id);
  const guest = await aGuest(online.id, link.token);
  const reply = await guest.post(outside(online.id, "/site"), { fileId });
  expect(reply.statusCode).toBe(200);
  const { src } = reply.json() as { src: string };
  const page = async () => (await app.server.inject({ url: new URL(src).pathname, headers: { host: new URL(src).host } })).statusCode;
  expect(await page()).toBe(200);
  const other = await aCourse();
  const otherLink = await aLink(other.id);
  const stranger = await aGuest(other.id, otherLink.token);
  expect((await stranger.post(outside(other.id, "/site"), { fileId })).statusCode).toBe(404);
  expect((await stranger.post(outside(online.id, "/site"), { fileId })).statusCode).toBe(403);
  expect((await student.post(outside(online.id, "/site"), { fileId })).statusCode).toBe(403);
  await remove(author, `/rest/preview/courses/${online.id}/links/${link.id}`);
  expect(await page()).toBe(404);
});

test("the page of a link may frame its own course's packages and the known hosts of embedded content, and no other page of visitors may", async () => {
  const { app, outside, aLink, aGuest } = rig;
  const { online } = await aPackage();
  const policy = async (client: Client, path: string) =>
    /frame-src ([^;]+)/.exec(String((await client.get(path)).headers["content-security-policy"]))?.[1] ?? "";
  const { token } = await aLink(online.id);
  const guest = await aGuest(online.id, token);
  const { contentOrigin } = await opened(guest, outside(online.id, "/package"), { blockId: "k" });
  for (const client of [guest, app.anonymous("a"), rig.student]) {
    const frames = await policy(client, `/v/student/courseExternalPreview/${online.id}`);
    expect(frames.split(" ")).toEqual([contentOrigin, ...embedHosts.map(({ origin }) => origin)]);
  }
  expect(await policy(app.anonymous("a"), "/v/auth/login")).toBe("'none'");
});
