import { expect, inject, test } from "vitest";
import { files12, files2004, zipOf } from "#features/scorm/test/sample-packages.ts";
import { aScormCourse } from "#features/scorm/test/scorm-course.ts";
import { startStoa } from "./support/stoa.ts";
test("debug", { timeout: 120_000 }, async () => {
  const stoa = await startStoa(inject("superUrl"));
  const learner = await stoa.userId();
  for (const zip of [await zipOf(files12([{ title: "Pitching", href: "p.html" }])), await zipOf(files2004())]) {
    const course = await aScormCourse(stoa, { portalId: stoa.portalId(), userId: learner, learners: [learner], zip });
    const page = await stoa.signedIn();
    page.on("console", (m) => console.log("console", m.type(), m.text().slice(0, 300)));
    page.on("requestfailed", (r) => console.log("failed", r.url(), r.failure()?.errorText));
    await page.goto(stoa.url(`/v/student/courseViewer/${course.id}`));
    const sco = page.frameLocator(".scorm-frame iframe").frameLocator("iframe");
    await sco.getByRole("button", { name: "Bookmark" }).waitFor();
    await sco.getByRole("button", { name: "Bookmark" }).click();
    console.log(await sco.locator("body").innerText());
    console.log(await sco.locator("body").evaluate(() => { const w = window.parent as any; const api = w.API ?? w.API_1484_11; return w.API ? [api.LMSSetValue("cmi.core.lesson_location", "zz"), api.LMSGetLastError(), api.LMSGetValue("cmi.core.lesson_location")] : [api.SetValue("cmi.location", "zz"), api.GetValue("cmi.location")]; }));
    await sco.getByRole("button", { name: "Pass" }).click();
    await sco.getByRole("button", { name: "Finish" }).click();
    await page.waitForTimeout(1000);
    console.log(await page.locator("body").innerText());
    if (await page.getByRole("button", { name: "Next part" }).count()) {
      await page.locator(".ui-banner").getByRole("button", { name: "Next part" }).click();
      await page.waitForTimeout(2500);
      console.log(await page.locator("body").innerText(), page.frames().map((f) => f.url().slice(-60)));
    }
    await page.screenshot({ path: `/tmp/scorm-${course.id}.png` });
  }
  await stoa.close();
  expect(1).toBe(1);
});
