import type { Page } from "playwright-core";
import { afterAll, expect, inject, test } from "vitest";
import { screens } from "#app/screens.ts";
import { screenVisitors } from "#app/test/screen-visits.ts";
import { files2004, zipOf } from "#features/scorm/test/sample-packages.ts";
import { aScormCourse } from "#features/scorm/test/scorm-course.ts";
import { axe } from "./support/axe.ts";
import { button, dialogOf, overlays, reaching } from "./support/overlays.ts";
import { goToScreen, openScreen, screenStates, windowFor, withTwoPortals } from "./support/screens.ts";
import { startStoa } from "./support/stoa.ts";
import { useStoa } from "./support/use-stoa.ts";

// axe runs in full once for every screen, in light mode and two widths. In dark mode and in the other portals, which differ by their colours, it
// checks contrast only: in the other portals at one width, and at the other where something opens only there. Also covers what opens over a screen (issue 2, section 4).
const stoa = useStoa();
let checks = 0;

afterAll(async () => {
  process.stdout.write(`axe looked at ${checks} states of the screens.\n`);
});

/** What lies over a screen. */
const layers = "[role=dialog], [role=menu], [role=listbox]";

const wide = { width: 1280, height: 800 };
const narrow = { width: 390, height: 844 };

for (const portal of ["northwind", "harbor", "civic"] as const)
  test.for(screenVisitors)(`no violation in ${portal} on the screens of %s`, { timeout: 600_000 }, async (visitor) => {
    const found: string[] = [];
    /**
     * Checks what is on the screen now in both colour modes, on a phone in the other portals in one of them. Where only the contrast is asked, `layer` leaves
     * out what was looked at before it opened.
     */
    const look = async (page: Page, where: string, layer?: string) => {
      const isPhone = (page.viewportSize()?.width ?? 0) < wide.width;
      for (const colorScheme of portal !== "northwind" && isPhone ? (["dark"] as const) : (["light", "dark"] as const)) {
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        checks++;
        const isFull = portal === "northwind" && colorScheme === "light";
        found.push(...(await axe(page, `${where}, ${colorScheme}`, isFull ? {} : { rules: ["color-contrast"], within: layer })));
      }
    };
    const page = await windowFor(stoa, visitor, portal, { viewport: wide });
    const states = (await screenStates(stoa, portal)).filter((state) => state.visitor === visitor);
    expect(states).not.toEqual([]);
    // Where only the contrast is asked of a screen alone, the application itself goes there, and axe stays in the page.
    let isInApp = false;
    const titles: Record<string, string> = {};
    for (const { name, path, shows, screen } of states) {
      await page.setViewportSize(wide);
      const isAlone = screen !== null && !overlays.some(({ state, once }) => state === name && (!once || portal === "northwind"));
      if (isInApp && isAlone) await goToScreen(page, path, shows);
      else await openScreen(page, stoa.url(path, portal), shows);
      isInApp = portal !== "northwind" && visitor !== "visitor";
      for (const width of ["wide", "narrow"] as const) {
        const over = overlays.filter((one) => one.state === name && Boolean(one.narrow) === (width === "narrow"));
        const here = over.filter((one) => portal === "northwind" || (!one.once && !(one.name === "announcement" && portal === "civic")));
        if (portal !== "northwind" && width === "narrow" && here.length === 0) continue;
        await page.setViewportSize(width === "wide" ? wide : narrow);
        if (portal === "northwind" || width === "wide") await look(page, `${name}, ${width}`);
        for (const overlay of here) {
          await overlay.open(page);
          await overlay.shows(page);
          const layer = (await page.locator(layers).count()) > 0 ? layers : undefined;
          await look(page, `${name} with ${overlay.name}, ${width}`, layer);
          await page.keyboard.press("Escape");
          await page.locator(layers).first().waitFor({ state: "detached" });
        }
      }
      titles[name] = await page.title();
    }
    if (visitor === "visitor") {
      await openScreen(page, stoa.url("/v/auth/login", portal), "form");
      await page.getByRole("button", { name: "Sign in" }).click();
      await page.locator("[aria-invalid=true]").first().waitFor();
      await look(page, "login with errors");
    }
    await page.context().close();
    // As the specification spells them (§2): no screen without one.
    const titled = states.map(({ name, screen }) => [
      name,
      `${screens.find((one) => one.name === screen)?.title ?? "Page not found"} - Stoa`,
    ]);
    expect(titles).toEqual(Object.fromEntries(titled));
    expect([...new Set(found)]).toEqual([]);
  });

test(
  "no violation in what happens: people moving, sign in again, a question, messages, the portals of a person",
  { timeout: 120_000 },
  async () => {
    const found: string[] = [];
    const look = async (page: Page, where: string) => {
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        checks++;
        found.push(...(await axe(page, `${where}, ${colorScheme}`)));
      }
    };
    await withTwoPortals(stoa);
    const admin = await windowFor(stoa, "admin", "northwind");
    await openScreen(admin, stoa.url("/v/users/find"), "table");
    const move = reaching("Move to another portal");
    await move.open(admin);
    await move.shows(admin);
    await look(admin, move.name);
    await admin.context().close();
    const page = await stoa.signedIn();
    await openScreen(page, stoa.url("/v/student/dashboard"), ".dash-facts");
    await button(page, /^Account/).click();
    await page.getByRole("menuitem", { name: "Switch Portal" }).click();
    await dialogOf(page).waitFor();
    await look(page, "Switch Portal");
    await page.keyboard.press("Escape");
    await openScreen(page, stoa.url("/v/course/catalog/categories"), ".course-item");
    await page
      .getByRole("button", { name: /^Enrol in/ })
      .first()
      .click();
    await page
      .getByText(/^You are enrolled in/)
      .first()
      .waitFor();
    await look(page, "a message");
    const other = await stoa.signedIn();
    await other.context().close();
    await openScreen(page, stoa.url("/v/student/myAccount"), "form");
    await button(page, "Sign out others").click();
    await page.getByRole("alertdialog").waitFor();
    await look(page, "a question");
    await page.keyboard.press("Escape");
    await stoa.databases.inSystem("prepare a test", (db) => db.deleteFrom("sessions").execute());
    await button(page, "Sign out others").click();
    await page.getByRole("alertdialog").getByRole("button", { name: "OK" }).click();
    await page.getByRole("dialog", { name: "Sign in again" }).waitFor();
    await look(page, "sign in again");
    await page.context().close();
    expect([...new Set(found)]).toEqual([]);
  },
);

test(
  "no violation on the stage of a package: playing, ended, its outline, its own window, a test launch",
  { timeout: 180_000 },
  async () => {
    const found: string[] = [];
    const [author, learner] = [await stoa.userId("author@stoa.example"), await stoa.userId()];
    const course = { portalId: stoa.portalId(), userId: author, learners: [learner] };
    const parts = await aScormCourse(stoa, { ...course, title: "Tents in order", zip: await zipOf(files2004()) });
    const own = await aScormCourse(stoa, { ...course, title: "Own window", zip: await zipOf(files2004()), newWindow: true });
    const look = async (page: Page, where: string) => {
      for (const width of [1280, 390])
        for (const colorScheme of ["light", "dark"] as const) {
          await page.setViewportSize({ width, height: 844 });
          await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
          checks++;
          found.push(...(await axe(page, `${where}, ${width}, ${colorScheme}`)));
        }
    };
    const inside = (page: Page) => page.frameLocator(".scorm-frame iframe").frameLocator("iframe");
    const page = await stoa.signedIn();
    await page.goto(stoa.url(`/v/student/courseViewer/${parts.id}`));
    await inside(page).getByText("Status: unknown").waitFor();
    await look(page, "SCORM stage");
    await inside(page).getByRole("button", { name: "Finish" }).click();
    await page.getByText("This part has ended.").waitFor();
    await look(page, "SCORM stage, a part has ended");
    // The window is still narrow, where the outline opens in a sheet.
    await page.getByRole("button", { name: "Course outline" }).click();
    await dialogOf(page).waitFor();
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      checks++;
      found.push(...(await axe(page, `SCORM outline, ${colorScheme}`)));
    }
    await page.goto(stoa.url(`/v/student/courseViewer/${own.id}`));
    await page.getByText("This course opens in a window of its own").waitFor();
    await look(page, "SCORM in its own window");
    await page.context().close();
    const editor = await stoa.signedIn({ email: "author@stoa.example" });
    await editor.goto(stoa.url(`/v/author/courseEditor/${parts.id}`));
    await button(editor, "Test launch").click();
    await inside(editor).getByText("Status: unknown").waitFor();
    await look(editor, "SCORM test launch");
    await editor.context().close();
    expect([...new Set(found)]).toEqual([]);
  },
);

test("no violation on the set-up page", { timeout: 60_000 }, async () => {
  const empty = await startStoa(inject("superUrl"), { demo: false });
  try {
    const page = await empty.visitor({ reducedMotion: "reduce" });
    await openScreen(page, empty.url("/v/setup"), "form");
    // A name that is not the one in the address bar is pointed out.
    const elsewhere = page.getByText("You opened this page at localhost");
    expect(await elsewhere.count()).toBe(0);
    await page.getByLabel("Host name").fill("learn.example.org");
    await elsewhere.waitFor();
    const found: string[] = [];
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      checks++;
      found.push(...(await axe(page, `set-up, ${colorScheme}`)));
    }
    expect(found).toEqual([]);
  } finally {
    await empty.close();
  }
});
