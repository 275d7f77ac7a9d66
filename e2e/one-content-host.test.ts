import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { files12, scoPage, zipOf } from "#features/scorm/test/sample-packages.ts";
import { aScormCourse } from "#features/scorm/test/scorm-course.ts";
import { soon } from "./support/actions.ts";
import { lurker, nothing, probe, type Found } from "./support/hostile-pages.ts";
import { startStoa } from "./support/stoa.ts";

// Installations whose courses share one content host (CONTENT_HOSTS=one, decision 013).

test(
  "where courses share one host, a window of its own has no opener: it plays, saves, resumes and ends by its token alone",
  { timeout: 120_000 },
  async () => {
    const one = await startStoa(inject("superUrl"), { settings: { CONTENT_HOSTS: "one" } });
    try {
      const fields = { portalId: one.portalId(), userId: await one.userId("author@stoa.example"), learners: [await one.userId()] };
      const opens = `${scoPage("Pitching")}<button onclick="window.open('lurker.html')">Open a window</button>`;
      const zip = await zipOf({ ...files12(), "pages/pitching.html": opens, "pages/lurker.html": lurker });
      const [course, victim] = await Promise.all([
        aScormCourse(one, { ...fields, zip, title: "Alone", newWindow: true }),
        aScormCourse(one, { ...fields, zip: await zipOf(files12()), title: "Beside it" }),
      ]);
      const states = async () => {
        const rows = await one.databases.inPortal(one.portalId(), (db) =>
          db
            .selectFrom("scorm_states as s")
            .innerJoin("attempts as a", (join) => join.onRef("a.portal_id", "=", "s.portal_id").onRef("a.id", "=", "s.attempt_id"))
            .select(["s.sco_key", "s.completed", "s.cmi"])
            .where("a.course_id", "=", course.id)
            .execute(),
        );
        return Object.fromEntries(rows.map(({ sco_key, completed, cmi }) => [sco_key, { completed, ...(cmi as object) }]));
      };
      const first = await one.signedIn();
      const context = first.context();
      await context.addInitScript(() => Object.assign(window, { hadOpener: window.opener !== null }));
      const openWindow = async (page: Page) => {
        await page.goto(one.url(`/v/student/courseViewer/${course.id}`));
        const open = page.getByRole("button", { name: "Open the course" });
        await open.waitFor();
        const [popup] = await Promise.all([context.waitForEvent("page"), open.click()]);
        return popup;
      };
      const popup = await openWindow(first);
      const part = popup.frameLocator("iframe");
      await part.getByRole("button", { name: "Bookmark page 3" }).click();
      expect(await popup.evaluate(() => "hadOpener" in window && window.hadOpener)).toBe(false);
      // The page that it was opened from is gone, and it goes on.
      await first.close();
      await part.getByRole("button", { name: "Complete" }).click();
      await soon(states).toMatchObject({ "sco-1": { completed: true, "cmi.core.lesson_location": "page-3" } });
      await popup.reload();
      await soon(() => part.locator("#place").innerText()).toBe("page-3");
      // What it reports from now on is newer than what it reported before.
      await part.locator("#status").evaluate(() => {
        const { API } = window.parent as unknown as { API: Record<string, (...args: string[]) => string> };
        API["LMSSetValue"]?.("cmi.core.lesson_location", "page-2");
      });
      await soon(states).toMatchObject({ "sco-1": { completed: true, "cmi.core.lesson_location": "page-2" } });

      // What it opens itself reaches its own window and nothing of what the learner opens next.
      const [kept] = await Promise.all([context.waitForEvent("page"), part.getByRole("button", { name: "Open a window" }).click()]);
      await kept.waitForFunction(() => "attack" in window);
      const second = await context.newPage();
      await second.goto(one.url(`/v/student/courseViewer/${victim.id}`));
      await second.frameLocator(".scorm-frame iframe").frameLocator("iframe").getByText("Status:").waitFor();
      const reached = await kept.evaluate(() => {
        const seen = new Set<Window>();
        const walk = (at: Window | null) => {
          if (!at || seen.has(at)) return;
          seen.add(at);
          for (const next of [at.opener as Window | null, at.top, at.parent, ...Array.from({ length: at.length }, (_, nth) => at[nth])])
            walk(next ?? null);
        };
        walk(window);
        return [...seen].map(({ location }) => location.pathname.split("/").pop());
      });
      expect(new Set(reached)).toEqual(new Set(["~launcher", "pitching.html", "lurker.html"]));
      await kept.close();

      // The window has its own way from part to part; the first one is complete.
      await popup.getByRole("button", { name: "Next part" }).click();
      await part.getByRole("heading", { name: "Guy lines & pegs" }).waitFor();
      expect(await popup.getByRole("combobox", { name: "Parts of this course" }).inputValue()).toBe("sco-2");
      // Opened once more: the window before is told, and its API answers false.
      const again = await openWindow(second);
      await popup.getByText("The course was opened again in another window or on another device.").waitFor();
      const says = () =>
        part.locator("#status").evaluate(() => {
          const { API } = window.parent as unknown as { API: Record<string, (...args: string[]) => string> };
          return API["LMSSetValue"]?.("cmi.core.lesson_status", "failed");
        });
      await soon(says).toBe("false");
      await popup.close();
      const fresh = again.frameLocator("iframe");
      await again.getByRole("combobox", { name: "Parts of this course" }).selectOption({ label: "Guy lines & pegs" });
      await fresh.getByRole("heading", { name: "Guy lines & pegs" }).waitFor();
      // While the server cannot be reached nothing keeps what is reported: the package hears so, and so does the learner.
      await context.setOffline(true);
      await fresh.getByRole("button", { name: "Complete" }).click();
      await again.getByText("Not saved yet, keep this window open.").waitFor();
      const commits = () =>
        fresh.locator("#status").evaluate(() => {
          const { API } = window.parent as unknown as { API: Record<string, (...args: string[]) => string> };
          return API["LMSCommit"]?.("");
        });
      expect(await commits()).toBe("false");
      await context.setOffline(false);
      await soon(async () => (await states())["sco-2"]).toMatchObject({ completed: true });
      await again.getByRole("button", { name: "Finish" }).click();
      await again.getByText("The course has ended. You can close this window.").waitFor();
      await second.getByRole("button", { name: "Exit" }).click();
      await second.getByRole("heading", { name: "Course complete" }).waitFor();
      await context.close();
      one.problems();
    } finally {
      await one.close();
    }
  },
);

test(
  "where courses share one host, a launch finds nothing that another course left there, cookies neither",
  { timeout: 120_000 },
  async () => {
    const one = await startStoa(inject("superUrl"), { settings: { CONTENT_HOSTS: "one" } });
    try {
      const fields = { portalId: one.portalId(), userId: await one.userId("author@stoa.example"), learners: [await one.userId()] };
      const zip = await zipOf({
        ...files12([{ title: "Probe", href: "probe.html" }]),
        "probe.html": probe,
        "worker.js": "self.onfetch = () => {};",
      });
      const page = await one.signedIn();
      const found = async (title: string, newWindow: boolean): Promise<Found> => {
        const course = await aScormCourse(one, { ...fields, zip, title, newWindow });
        await page.goto(one.url(`/v/student/courseViewer/${course.id}`));
        const open = page.getByRole("button", { name: "Open the course" });
        const popup = newWindow ? (await Promise.all([page.context().waitForEvent("page"), open.click()]))[0] : undefined;
        const out = (popup ?? page.frameLocator(".scorm-frame iframe")).frameLocator("iframe").locator("#out");
        await soon(() => out.innerText()).toContain("{");
        const all = JSON.parse(await out.innerText()) as Found;
        await popup?.close();
        return all;
      };
      for (const newWindow of [false, true])
        for (const title of ["Leaves marks", "Looks for marks"]) {
          const { host, worker, ...rest } = await found(`${title} ${newWindow ? "in a window" : "in the page"}`, newWindow);
          expect([title, newWindow, host, worker, rest]).toEqual([
            title,
            newWindow,
            "content.localhost",
            "refused",
            expect.objectContaining(nothing),
          ]);
        }
      await page.context().close();
      one.problems();
    } finally {
      await one.close();
    }
  },
);
