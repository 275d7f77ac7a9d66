import { expect, test } from "vitest";
import { files12, files2004, manifest2004, scoPage, zipOf } from "#features/scorm/test/sample-packages.ts";
import { heading, saved, soon } from "./support/actions.ts";
import { press, sco, useScormCourses } from "./support/scorm-courses.ts";

// Our own SCORM packages in a real browser (issue 3): launched, tracked, closed midway, resumed elsewhere, finished, tried out by their author; capabilities SCO-1 to SCO-10.
const { stoa, aCourse, openCourse, states } = useScormCourses();

test(
  "SCORM 1.2, one part: tracked, closed mid-way, resumed on another device, finished, in the history",
  { timeout: 120_000 },
  async () => {
    const course = await aCourse({ zip: await zipOf(files12([{ title: "Pitching", href: "pitching.html" }])), title: "Pitching a tent" });
    const page = await openCourse(course);
    await heading(page, "Pitching").waitFor();
    await sco(page).getByText("Status: not attempted").waitFor();
    expect(await page.getByRole("navigation", { name: "Course outline" }).count()).toBe(0);
    expect(
      await sco(page)
        .locator("body")
        .evaluate(() => [typeof (window.parent as never)["API"], typeof (window.parent as never)["API_1484_11"]]),
    ).toEqual(["object", "undefined"]);
    await press(page, "Bookmark page 3");
    await sco(page).getByText("Place: page-3").waitFor();
    // The tab closes at once: what was reported reaches the server without another visit.
    await page.close({ runBeforeUnload: false });
    await soon(async () => (await states(course))["sco-1"]?.cmi).toMatchObject({
      "cmi.core.lesson_location": "page-3",
      "cmi.suspend_data": "seen=3",
      "cmi.core.exit": "suspend",
    });

    const other = await openCourse(course, { viewport: { width: 390, height: 800 } });
    await sco(other).getByText("Place: page-3").waitFor();
    await press(other, "Pass with 80");
    await sco(other).getByText("Status: passed").waitFor();
    await press(other, "Finish");
    await other.getByText("The course has ended.").waitFor();
    await other.getByRole("button", { name: "See your result" }).click();
    await heading(other, "Course complete").waitFor();
    await other.getByText("80%").waitFor();
    await other.goto(stoa.url("/v/student/history"));
    await other.getByText("Pitching a tent").first().waitFor();
    expect((await states(course))["sco-1"]).toMatchObject({ completed: true, passed: true, best_percent: 80, sessions: 2 });
  },
);

test(
  "SCORM 2004 in forced order: the second part opens once the first is passed; leaving and coming back goes on there",
  { timeout: 120_000 },
  async () => {
    const course = await aCourse({ zip: await zipOf(files2004()), title: "Tents in order" });
    const page = await openCourse(course);
    await heading(page, "Pitching").waitFor();
    await sco(page).getByText("Status: unknown").waitFor();
    const outline = page.getByRole("navigation", { name: "Course outline" });
    await outline.getByText("Opens once the parts before it are complete.").waitFor();
    // The bar names course and part. A next part that is locked says so at its button, and the part on the stage is not loaded again.
    await page.locator(".scorm-titles").getByText("Tents in order").waitFor();
    await page.getByText('"Guy lines & pegs" opens once this part is complete.').waitFor();
    await sco(page)
      .locator("body")
      .evaluate(() => Object.assign(window, { isFirst: true }));
    const forward = page.getByRole("button", { name: "Next part" });
    await forward.click();
    await page
      .locator(".scorm-steps")
      .getByText("This part is not complete yet. If you have finished it, press Next part again.")
      .waitFor();
    expect(
      await sco(page)
        .locator("body")
        .evaluate(() => "isFirst" in window),
    ).toBe(true);
    // It is left all the same by a second press, for packages that report as they end; a refusal stays at the button.
    await forward.click();
    await soon(() =>
      sco(page)
        .locator("body")
        .evaluate(() => "isFirst" in window),
    ).toBe(false);
    await sco(page).getByText("Status: unknown").waitFor();
    expect(await outline.getByRole("button").allInnerTexts()).toHaveLength(1);
    expect(
      await sco(page)
        .locator("body")
        .evaluate(() => [typeof (window.parent as never)["API"], typeof (window.parent as never)["API_1484_11"]]),
    ).toEqual(["undefined", "object"]);
    await press(page, "Pass with 80");
    // The part is complete; the package evaluates its rules when the learner moves on.
    await outline.getByText("Opens with Next part.").waitFor();
    await soon(() => page.locator(".scorm-why").textContent()).toBe("");
    await press(page, "Finish");
    await page.getByText("This part has ended.").waitFor();
    await page.getByRole("banner").or(page.locator(".ui-banner")).getByRole("button", { name: "Next part" }).first().click();
    await heading(page, "Guy lines & pegs").waitFor();
    await press(page, "Bookmark page 3");
    const visits = () => page.evaluate(() => history.length);
    const before = await visits();
    await page.getByRole("button", { name: "Exit" }).click();
    await heading(page, "Not complete yet").waitFor();
    // Leaving leads to the result once, whatever is drawn again meanwhile.
    expect([new URL(page.url()).search, await visits()]).toEqual(["?page=done", before + 1]);
    await saved(page).catch(() => undefined);
    await page.context().close();

    const again = await openCourse(course);
    await heading(again, "Guy lines & pegs").waitFor();
    await sco(again).getByText("Place: page-3").waitFor();
    await press(again, "Pass with 80");
    await press(again, "Finish");
    // The package's own rules end the course after its last part.
    await heading(again, "Course complete").waitFor();
    expect(await states(course)).toMatchObject({
      "sco-1": { completed: true, passed: true },
      "sco-2": { completed: true, passed: true, best_percent: 80 },
    });
  },
);

test(
  "Next part leads on as soon as the package has reported, also while the page has not heard of it yet",
  { timeout: 90_000 },
  async () => {
    const course = await aCourse({ zip: await zipOf(files2004()), title: "Late words" });
    const page = await stoa.signedIn();
    // On a busy machine the learner's press comes before what the package has just said: here from `isLate` on what the page hears waits.
    await page.addInitScript(() => {
      const { addEventListener } = MessagePort.prototype;
      const late: (() => void)[] = [];
      Object.assign(window, { isLate: false, arrive: () => late.splice(0).forEach((hear) => hear()) });
      MessagePort.prototype.addEventListener = function (this: MessagePort, type: string, listener: (event: Event) => void) {
        const later = (event: Event) =>
          (window as unknown as { isLate: boolean }).isLate ? late.push(() => listener(event)) : listener(event);
        addEventListener.call(this, type, later);
      };
    });
    await page.goto(stoa.url(`/v/student/courseViewer/${course.id}`));
    await page.getByText('"Guy lines & pegs" opens once this part is complete.').waitFor();
    await page.evaluate(() => Object.assign(window, { isLate: true }));
    await press(page, "Pass with 80");
    await page.getByRole("button", { name: "Next part" }).click();
    await sco(page).getByRole("heading", { name: "Guy lines & pegs" }).waitFor();
    await page.evaluate(() => {
      const { arrive } = Object.assign(window as unknown as { arrive: () => void }, { isLate: false });
      arrive();
    });
    await heading(page, "Guy lines & pegs").waitFor();
    await page.context().close();
  },
);

test(
  "a device that was overtaken says so, and what its package still says is refused with the standard's error",
  { timeout: 120_000 },
  async () => {
    const last = `addEventListener("pagehide", () => sessionStorage.setItem("last", [one.LMSSetValue("cmi.core.lesson_location", "late"), one.LMSGetLastError(), one.LMSFinish("")].join(" ")));
      document.body.append(" Last: " + sessionStorage.getItem("last"));</script>`;
    const zip = await zipOf({
      ...files12([{ title: "Pitching", href: "p.html" }]),
      "p.html": scoPage("Pitching").replace("</script>", last),
    });
    const course = await aCourse({
      zip,
      title: "Two devices and a title that is far too long for the bar of any telephone that people carry",
    });
    const page = await openCourse(course, { viewport: { width: 390, height: 844 } });
    await sco(page).getByText("Last: null").waitFor();
    // On a phone too the bar names the part and the course, and Exit stands at its beginning.
    await page.locator(".scorm-titles").getByText("Two devices").waitFor();
    const [exit, titles] = [
      await page.getByRole("button", { name: "Exit" }).boundingBox(),
      await page.locator(".scorm-titles").boundingBox(),
    ];
    expect(exit?.x).toBeLessThan(titles?.x ?? 0);
    expect(titles?.width).toBeGreaterThan(100);
    const other = await openCourse(course);
    await press(other, "Bookmark page 3");
    await soon(async () => (await states(course))["sco-1"]?.cmi["cmi.core.lesson_location"]).toBe("page-3");
    // The next answer tells it, whichever fact that answers.
    const told = page.getByText("You went on with this course elsewhere").waitFor();
    await Promise.race([told, press(page, "Complete").catch(() => undefined)]);
    await told;
    await page.getByRole("button", { name: "Continue here" }).click();
    await sco(page).getByText("Last: false 101 false").waitFor();
    await sco(page).getByText("Place: page-3").waitFor();
    await other.context().close();
  },
);

test(
  "a test launch: parts, forward and back, the calls as they come, the end, and no record of any of it",
  { timeout: 120_000 },
  async () => {
    const course = await aCourse({ zip: await zipOf(files2004()), title: "Tents on trial" });
    const page = await stoa.signedIn({ email: "author@stoa.example" });
    await page.goto(stoa.url(`/v/author/courseEditor/${course.id}`));
    await page.getByRole("button", { name: "Test launch" }).click();
    const dialog = page.getByRole("dialog", { name: "Test: Tents on trial" });
    await dialog.getByText("Test. Nothing is recorded.").waitFor();
    await sco(page).getByText("Status: unknown").waitFor();
    const calls = dialog.getByRole("region", { name: "Calls of the package" });
    await calls.getByText("Initialize").waitFor();
    const [forward, back] = [dialog.getByRole("button", { name: "Next part" }), dialog.getByRole("button", { name: "Previous part" })];
    expect(await back.isDisabled()).toBe(true);
    await dialog.getByText("Opens once the parts before it are complete.").waitFor();
    await press(page, "Pass with 80");
    await calls.getByRole("listitem").filter({ hasText: "cmi.success_status" }).getByText("passed", { exact: true }).waitFor();
    // Of a long value the beginning, and all of it on request.
    await sco(page)
      .locator("body")
      .evaluate(() =>
        (window.parent as unknown as { API_1484_11: { SetValue(name: string, value: string): string } }).API_1484_11.SetValue(
          "cmi.suspend_data",
          `${"x".repeat(30_000)}end`,
        ),
      );
    await calls.getByRole("button", { name: /^Show all of it, 30.?003 characters$/ }).click();
    await calls.getByText("xxend").waitFor();
    await calls.getByRole("button", { name: "Copy the value" }).waitFor();
    await forward.click();
    await sco(page).getByRole("heading", { name: "Guy lines & pegs" }).waitFor();
    await soon(() => back.isEnabled()).toBe(true);
    await back.click();
    await sco(page).getByRole("heading", { name: "Pitching" }).waitFor();
    await dialog
      .getByRole("navigation", { name: "Parts of the package" })
      .getByRole("button", { name: /^Guy lines/ })
      .click();
    await sco(page).getByRole("heading", { name: "Guy lines & pegs" }).waitFor();
    // Its buttons do something once its script has run.
    const commits = () => calls.getByText("Commit", { exact: true }).count();
    const before = await commits();
    await soon(async () => {
      await press(page, "Pass with 80");
      return commits();
    }).toBeGreaterThan(before);
    await press(page, "Finish");
    await calls.getByText("Terminate").waitFor();
    await dialog.getByRole("button", { name: "Start again" }).click();
    await sco(page).getByRole("heading", { name: "Pitching" }).waitFor();
    expect(await calls.getByText("Terminate").count()).toBe(0);
    await page.keyboard.press("Escape");
    await dialog.getByRole("button", { name: "Close" }).click();
    await dialog.waitFor({ state: "detached" });
    expect(await states(course)).toEqual({});
    const attempts = await stoa.databases.inPortal(stoa.portalId(), (db) =>
      db.selectFrom("attempts").select("id").where("course_id", "=", course.id).execute(),
    );
    expect(attempts).toEqual([]);
  },
);

test(
  "parts that are only chosen, on a phone: the outline opens, and a part that ends leads to the next",
  { timeout: 120_000 },
  async () => {
    const plain = manifest2004()
      .replaceAll(/<imsss:sequencing[\s>].*?<\/imsss:sequencing>/gs, "")
      .replace(/<imsss:sequencingCollection>.*<\/imsss:sequencingCollection>/s, "");
    const course = await aCourse({ zip: await zipOf({ ...files2004(), "imsmanifest.xml": plain }), title: "Tents in any order" });
    const page = await openCourse(course, { viewport: { width: 390, height: 844 } });
    await sco(page).getByText("Status: unknown").waitFor();
    await page.getByRole("button", { name: "Course outline" }).click();
    const sheet = page.getByRole("dialog", { name: "Tents in any order" });
    await sheet.getByRole("button", { name: /^Guy lines/ }).click();
    await sco(page).getByRole("heading", { name: "Guy lines & pegs" }).waitFor();
    await sheet.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Course outline" }).click();
    await sheet.getByRole("button", { name: /^Pitching/ }).click();
    await sco(page).getByRole("heading", { name: "Pitching" }).waitFor();
    // The package can only write to elements of the data model; a bookmark may be cleared.
    const answers = await sco(page)
      .locator("body")
      .evaluate(() => {
        const api = (window.parent as unknown as { API_1484_11: Record<string, (...args: string[]) => string> }).API_1484_11;
        const ask = (method: string, ...args: string[]) => [api[method]?.(...args), api["GetLastError"]?.()];
        return [
          ask("SetValue", "cmi", "x"),
          ask("SetValue", "cmi.objectives", "x"),
          ask("SetValue", "cmi.location", "page-3"),
          ask("SetValue", "cmi.location", ""),
          ask("SetValue", "cmi.completion_status", "completed"),
        ];
      });
    expect(answers).toEqual([
      ["false", "401"],
      ["false", "401"],
      ["true", "0"],
      ["true", "0"],
      ["true", "0"],
    ]);
    await press(page, "Finish");
    await page.getByText("This part has ended.").waitFor();
    await page.getByRole("button", { name: "Next part" }).last().click();
    await sco(page).getByRole("heading", { name: "Guy lines & pegs" }).waitFor();
    await soon(async () => (await states(course))["sco-1"]).toMatchObject({ completed: true, cmi: { "cmi.location": "" } });
    await page.context().close();
  },
);

test(
  "a package that attacks its page reaches neither document, cookie, storage nor API, and cannot move the window (security.md §3.2)",
  { timeout: 90_000 },
  async () => {
    const attack = `<!doctype html><title>Attack</title><body><pre id="out">working</pre><script>
    const app = ${JSON.stringify("__APP__")};
    const tried = {};
    const attempt = async (name, work) => { try { tried[name] = await work(); } catch (error) { tried[name] = "refused"; } };
    (async () => {
      await attempt("dom", () => window.top.document.body.innerHTML.length);
      await attempt("cookie", () => window.top.document.cookie);
      await attempt("ownCookie", () => document.cookie);
      await attempt("storage", () => window.top.localStorage.length);
      await attempt("frame", () => window.parent.frameElement && window.parent.frameElement.outerHTML);
      await attempt("read", async () => (await (await fetch(app + "/rest/environment", { credentials: "include" })).text()).length);
      await attempt("blind", async () => (await fetch(app + "/rest/auth/logout", { method: "POST", mode: "no-cors", credentials: "include" })).type);
      await attempt("commit", async () => (await fetch(app + "/rest/scorm/commit", { method: "POST", mode: "no-cors", credentials: "include", headers: { "content-type": "text/plain" }, body: JSON.stringify({ token: location.pathname.split("/")[2], clientId: "forged-client", commits: [{ seq: 1, fact: { kind: "cmi", scoKey: "sco-9", session: "forged-session", values: {} } }] }) })).type);
      await attempt("post", () => {
        window.top.postMessage("stoa-launcher-ready", "*");
        window.top.postMessage({ type: "fact", seq: 1, fact: { kind: "cmi", scoKey: "sco-1", session: "forged-session", values: { "cmi.core.lesson_status": "passed" } }, isUrgent: true }, "*");
        return "sent";
      });
      await attempt("navigate", () => { window.top.location.href = "about:blank#gone"; return "asked"; });
      await attempt("open", () => { window.open("about:blank#gone", "_top"); return "asked"; });
      await attempt("worker", () => navigator.serviceWorker.register("worker.js").then(() => "registered"));
      document.getElementById("out").textContent = JSON.stringify(tried);
    })();
  </script>`.replaceAll("__APP__", stoa.url("").replace(/\/$/, ""));
    const course = await aCourse({
      zip: await zipOf({
        ...files12([{ title: "Attack", href: "attack.html" }]),
        "attack.html": attack,
        "worker.js": "self.onfetch = () => {};",
      }),
      title: "Attack",
    });
    const page = await openCourse(course);
    const address = page.url();
    await heading(page, "Attack").waitFor();
    await soon(() => sco(page).locator("#out").innerText()).toContain("{");
    const tried = JSON.parse(await sco(page).locator("#out").innerText());
    for (const name of ["dom", "cookie", "storage", "frame", "read", "worker"]) expect(String(tried[name]), name).toMatch(/refused|null/);
    expect(tried.ownCookie).toBe("");
    expect(page.url().split("?")[0]).toBe(address.split("?")[0]);
    // Still signed in, and nothing that was forged counts.
    await page.reload();
    await heading(page, "Attack").waitFor();
    expect(await states(course)).not.toHaveProperty("sco-9");
    expect((await states(course))["sco-1"]).toMatchObject({ completed: false, passed: null });
    stoa.problems();
  },
);
