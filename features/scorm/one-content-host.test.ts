import { afterAll, beforeAll, expect, test } from "vitest";
import type { OpenedPackage } from "./contract.ts";
import { factOf, noCourse, startRuns, type Runs, launch } from "./test/runs.ts";
import { framesetPackage } from "./test/stage-packages.ts";

// Installations whose courses share one content host (CONTENT_HOSTS=one, decision 013).

let runs: Runs;
beforeAll(async () => {
  runs = await startRuns();
});
afterAll(() => runs.app.close());

test("on one host for all courses a launch clears what another one stored there; everything else is as before", async () => {
  const one = await startRuns({ CONTENT_HOSTS: "one" });
  try {
    const { opened } = await one.aLearner();
    expect(opened.contentOrigin).toBe("http://content.test");
    const at = (path: string) => one.app.server.inject({ url: `/c/${opened.token}/${path}`, headers: { host: "content.test" } });
    expect((await at("~launcher")).headers["clear-site-data"]).toBe('"storage"');
    const page = await at("pitching.html");
    expect([page.statusCode, page.headers["clear-site-data"]]).toEqual([200, undefined]);
    // Frames that steer one another play without a sandbox, which a page there may not offer.
    const frames = { bytes: await framesetPackage() };
    for (const [on, newWindow] of [
      [one, true],
      [runs, false],
    ] as const)
      expect((await on.aLearner({}, frames)).opened).toMatchObject({ needs: { frames: true }, newWindow });
    expect((await one.send(opened.token, [factOf({})])).statusCode).toBe(200);
    expect((await one.send(opened.token, [factOf({})], { headers: { origin: noCourse } })).statusCode).toBe(403);
  } finally {
    await one.app.close();
  }
});

test("on one host for all courses a token alone gets what its window needs, of its own package, until it is overtaken or ends", async () => {
  const one = await startRuns({ CONTENT_HOSTS: "one" });
  try {
    const { client, course, attemptId, epoch, opened, person } = await one.aLearner();
    const alone = (path = "~opened") =>
      one.app.server.inject({ url: `/c/${opened.token}/${path}`, headers: { host: new URL(opened.contentOrigin).host } });
    expect((await one.send(opened.token, [factOf({ "cmi.suspend_data": "page-3" })])).json()).toMatchObject({ stored: [1], epoch });
    const found = await alone();
    expect([found.statusCode, found.headers["cache-control"]]).toEqual([200, "no-store"]);
    expect(found.json()).toMatchObject({
      epoch,
      opened: { ...opened, states: { "sco-1": { cmi: { "cmi.suspend_data": "page-3" } } }, room: {} },
    });
    // Its page names a block only for a part of an online course.
    expect((await alone("~opened?block=b1")).statusCode).toBe(404);
    // Opened again elsewhere.
    const again = await launch(client, course);
    expect(again.epoch).toBe(epoch + 1);
    const overtaken = await alone();
    expect([overtaken.statusCode, overtaken.json().code]).toEqual([409, "overtaken"]);
    expect((await one.send(opened.token, [factOf({ "cmi.core.lesson_location": "4" })])).json()).toMatchObject({ epoch: epoch + 1 });
    await one.endEnrolment(course.id);
    expect((await alone()).statusCode).toBe(404);
    expect([attemptId, person.id]).toEqual([again.attemptId, Number(opened.learner.id)]);
    // A test of the author's has it too, and writes nothing.
    const author = await one.app.signIn("author", "a");
    const tested = (await author.post("/rest/scorm/openTest", { courseId: course.id })).json() as OpenedPackage;
    const tried = await one.app.server.inject({ url: `/c/${tested.token}/~opened`, headers: { host: "content.test" } });
    expect(tried.json()).toMatchObject({ opened: { isTest: true, states: {}, token: tested.token } });
  } finally {
    await one.app.close();
  }
  // Where each course has a host of its own, a window has the page behind it.
  const { opened } = await runs.aLearner();
  const refused = await runs.app.server.inject({
    url: `/c/${opened.token}/~opened`,
    headers: { host: new URL(opened.contentOrigin).host },
  });
  expect(refused.statusCode).toBe(404);
});
