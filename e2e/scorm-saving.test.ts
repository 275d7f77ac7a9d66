import { expect, test } from "vitest";
import { files12, files2004, scoPage, zipOf } from "#features/scorm/test/sample-packages.ts";
import { soon } from "./support/actions.ts";
import { press, sco, useScormCourses } from "./support/scorm-courses.ts";
import { password } from "./support/stoa.ts";

// What our own packages report reaches the server, whatever happens to the page, the server and the session (SCO-4).
const { stoa, aCourse, openCourse, states } = useScormCourses();

test("last words in unload, as the tab closes, arrive", { timeout: 90_000 }, async () => {
  const page = scoPage("Pitching").replace(
    "</script>",
    `addEventListener("unload", () => { one.LMSSetValue("cmi.core.lesson_location", "the end"); one.LMSSetValue("cmi.core.session_time", "00:03:00"); one.LMSFinish(""); });</script>`,
  );
  const course = await aCourse({
    zip: await zipOf({ ...files12([{ title: "Pitching", href: "p.html" }]), "p.html": page }),
    title: "Last words",
  });
  const closing = await openCourse(course);
  await sco(closing).getByText("Status: not attempted").waitFor();
  await closing.close({ runBeforeUnload: false });
  await soon(async () => (await states(course))["sco-1"]).toMatchObject({
    reported_seconds: 180,
    cmi: { "cmi.core.lesson_location": "the end", "stoa.ended": "normal" },
  });
});

test("nothing is lost while the server is away: the page says so, and sends when it is back", { timeout: 120_000 }, async () => {
  const course = await aCourse({ zip: await zipOf(files12([{ title: "Pitching", href: "p.html" }])), title: "Server away" });
  const page = await openCourse(course);
  await sco(page).getByText("Status: not attempted").waitFor();
  await stoa.stopServer();
  await press(page, "Pass with 80");
  await page.getByText("Not saved yet, keep this page open").waitFor();
  await stoa.startServer();
  await page
    .getByRole("button", { name: "Try again" })
    .click({ timeout: 3000 })
    .catch(() => undefined);
  await soon(async () => (await states(course))["sco-1"]).toMatchObject({ passed: true, best_percent: 80 });
});

for (const { name, api, files, code } of [
  { name: "SCORM 1.2", api: "API", files: files12, code: "101" },
  { name: "SCORM 2004", api: "API_1484_11", files: files2004, code: "391" },
] as const)
  test(
    `${name}: a commit is answered false (${code}) once server and device are known to fail, and true when either is back`,
    { timeout: 180_000 },
    async () => {
      const course = await aCourse({
        zip: await zipOf(files([{ title: "Pitching", href: "p.html" }])),
        title: `${name} without a place to save`,
      });
      const page = await stoa.signedIn();
      await page.addInitScript(() => {
        const open = IDBFactory.prototype.open;
        Object.assign(window, { isDenied: true });
        IDBFactory.prototype.open = function (...args) {
          if ((window as unknown as { isDenied: boolean }).isDenied) throw new DOMException("denied", "SecurityError");
          return open.apply(this, args);
        };
      });
      await page.goto(stoa.url(`/v/student/courseViewer/${course.id}`));
      await sco(page).getByText("Status:").waitFor();
      let place = 0;
      /** What a package gets back when it saves: the result and the error code of its commit. */
      const commit = () =>
        sco(page)
          .locator("body")
          .evaluate(
            (_, [apiName, at]) => {
              const calls = (window.parent as unknown as Record<string, Record<string, (...args: string[]) => string>>)[apiName] ?? {};
              if (apiName === "API") {
                calls["LMSSetValue"]?.("cmi.core.lesson_location", at);
                return [calls["LMSCommit"]?.(""), calls["LMSGetLastError"]?.()];
              }
              calls["SetValue"]?.("cmi.location", at);
              return [calls["Commit"]?.(""), calls["GetLastError"]?.()];
            },
            [api, `page-${++place}`] as const,
          );
      const placeOf = async () => {
        const cmi = (await states(course))["sco-1"]?.cmi;
        return cmi?.["cmi.core.lesson_location"] ?? cmi?.["cmi.location"];
      };
      // The device's storage fails, but the server takes it.
      expect(await commit()).toEqual(["true", "0"]);
      await soon(placeOf).toBe("page-1");

      await stoa.stopServer();
      await soon(commit, 60_000).toEqual(["false", code]);
      await page.getByText("The server can't be reached and this browser doesn't allow storing progress.").waitFor();
      expect(await commit()).toEqual(["false", code]);

      // The storage works again: what was held in memory is written too, so a crash no longer loses anything.
      await page.evaluate(() => Object.assign(window, { isDenied: false }));
      await soon(commit, 60_000).toEqual(["true", "0"]);
      await page.getByText("Your progress is kept on this device and will be sent.").waitFor();
      const onDevice = () =>
        page.evaluate(
          () =>
            new Promise<string[]>((done) => {
              const opening = indexedDB.open("stoa-outbox");
              opening.addEventListener("success", () => {
                const all = opening.result.transaction("entries").objectStore("entries").getAll();
                all.addEventListener("success", () => {
                  opening.result.close();
                  done(all.result.map(({ fact }) => fact.values?.["cmi.core.lesson_location"] ?? fact.values?.["cmi.location"] ?? ""));
                });
              });
            }),
        );
      const committed = Array.from({ length: place - 1 }, (_, index) => `page-${index + 2}`);
      await soon(onDevice).toEqual(expect.arrayContaining(committed));

      // The other way round: the storage fails again, and the server is back.
      await stoa.startServer();
      await page.goto(stoa.url(`/v/student/courseViewer/${course.id}`));
      await sco(page).getByText("Status:").waitFor();
      await stoa.stopServer();
      await soon(commit, 60_000).toEqual(["false", code]);
      await stoa.startServer();
      await soon(commit, 60_000).toEqual(["true", "0"]);
      await soon(placeOf).toBe(`page-${place}`);
      stoa.problems();
    },
  );

test(
  "a package whose frame is loaded again, or whose learner signs in over the page, goes on where it was; all it reports is stored",
  { timeout: 120_000 },
  async () => {
    const course = await aCourse({ zip: await zipOf(files2004()), title: "Loaded again" });
    const page = await openCourse(course);
    await press(page, "Pass with 80");
    let opens = 1;
    page.on("request", (request) => (opens += Number(request.url().endsWith("/rest/scorm/open"))));
    await press(page, "Finish");
    await page.getByRole("button", { name: "Next part" }).last().click();
    await sco(page).getByRole("heading", { name: "Guy lines & pegs" }).waitFor();
    await press(page, "Bookmark page 3");
    const body = sco(page).locator("body");
    await body.evaluate(() => Object.assign(window, { isOld: true }));
    // What "Reload frame" does, and some packages themselves. An old frame's last messages may still be on their way when the new one asks.
    await body.evaluate(() => parent.location.reload());
    await soon(() => body.evaluate(() => "isOld" in window).catch(() => true)).toBe(false);
    await sco(page).getByRole("heading", { name: "Guy lines & pegs" }).waitFor();
    await sco(page).getByText("Place: page-3").waitFor();
    await press(page, "Complete");
    await soon(async () => (await states(course))["sco-2"]).toMatchObject({ completed: true, cmi: { "cmi.location": "page-3" } });

    await body.evaluate(() => Object.assign(window, { isOld: true }));
    const learner = await stoa.userId();
    await stoa.databases.inSystem("prepare a test", (db) => db.deleteFrom("sessions").where("user_id", "=", learner).execute());
    await press(page, "Pass with 80");
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Password", { exact: true }).fill(password);
    await dialog.getByRole("button", { name: "Sign in", exact: true }).click();
    await dialog.waitFor({ state: "detached" });
    await soon(async () => (await states(course))["sco-2"]).toMatchObject({ passed: true, best_percent: 80 });
    expect(await body.evaluate(() => "isOld" in window)).toBe(true);
    // Opened by the page and for the frame that was loaded again, and not for signing in.
    expect(opens).toBe(2);
  },
);
