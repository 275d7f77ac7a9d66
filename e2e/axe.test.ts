import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { axe } from "./support/axe.ts";
import { openScreen, studentOf, studentScreens, type StudentScreen } from "./support/screens.ts";
import { startStoa, type PortalSlug, type Stoa } from "./support/stoa.ts";

// Every screen × 3 portals × 2 modes, at rest and with what opens over it (issue 2, section 4).
let stoa: Stoa;
let screens: Record<PortalSlug, StudentScreen[]>;
let checks = 0;

beforeAll(async () => {
  stoa = await startStoa(inject("superUrl"));
  const of = (portal: PortalSlug) => studentScreens(stoa, portal);
  screens = { northwind: await of("northwind"), harbor: await of("harbor"), civic: await of("civic") };
}, 120_000);
afterAll(async () => {
  process.stdout.write(`axe looked at ${checks} states of the screens.\n`);
  await stoa?.close();
});

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).first();
const dialogOf = (page: Page) => page.locator("[role=dialog], [role=alertdialog]").first();

/** What opens over a screen: where, in which window, how, and what shows then. */
const overlays: readonly { screen: string; name: string; narrow?: true; open: (page: Page) => Promise<unknown>; shows: (page: Page) => Promise<unknown> }[] = [
  { screen: "dashboard", name: "arranging", open: (page) => button(page, "Arrange widgets").click(), shows: (page) => page.locator(".dash-arrange").first().waitFor() },
  { screen: "dashboard", name: "account menu", open: (page) => button(page, /^Account/).click(), shows: (page) => page.getByRole("menu").waitFor() },
  { screen: "dashboard", name: "announcement", open: (page) => button(page, /^Announcement/).click(), shows: (page) => dialogOf(page).waitFor() },
  { screen: "dashboard", name: "navigation", narrow: true, open: (page) => button(page, "Menu").click(), shows: (page) => dialogOf(page).waitFor() },
  { screen: "catalog", name: "filters", narrow: true, open: (page) => button(page, /^Filters/).click(), shows: (page) => dialogOf(page).waitFor() },
  { screen: "catalog", name: "sort list", open: (page) => button(page, /Sort by/).click(), shows: (page) => page.getByRole("listbox").waitFor() },
  { screen: "history", name: "results list", open: (page) => button(page, /Result/).click(), shows: (page) => page.getByRole("listbox").waitFor() },
  { screen: "viewer-text", name: "shortcuts", open: (page) => button(page, "Keyboard shortcuts").click(), shows: (page) => dialogOf(page).waitFor() },
  { screen: "viewer-text", name: "reading settings", open: (page) => button(page, "Reading settings").click(), shows: (page) => dialogOf(page).waitFor() },
  { screen: "viewer-text", name: "outline", narrow: true, open: (page) => button(page, "Course outline").click(), shows: (page) => dialogOf(page).waitFor() },
  { screen: "account", name: "time zones", open: (page) => page.getByRole("combobox").first().press("ArrowDown"), shows: (page) => page.getByRole("listbox").waitFor() },
];

for (const portal of ["northwind", "harbor", "civic"] as const)
  for (const colorScheme of ["light", "dark"] as const)
    test(`no violation in ${portal}, ${colorScheme}`, { timeout: 120_000 }, async () => {
      const found: string[] = [];
      const look = async (page: Page, where: string) => {
        checks++;
        found.push(...(await axe(page, where)));
      };
      const wide = await stoa.signedIn({ email: studentOf[portal], portal, colorScheme, reducedMotion: "reduce" });
      const narrow = await stoa.signedIn({ email: studentOf[portal], portal, colorScheme, reducedMotion: "reduce", viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
      for (const { name, path, shows } of screens[portal]) {
        for (const [page, width] of [[wide, "wide"], [narrow, "narrow"]] as const) {
          await openScreen(page, stoa.url(path, portal), shows);
          await look(page, `${name}, ${width}`);
          for (const overlay of overlays.filter((one) => one.screen === name && Boolean(one.narrow) === (width === "narrow"))) {
            if (overlay.name === "announcement" && portal === "civic") continue;
            await overlay.open(page);
            await overlay.shows(page);
            await look(page, `${name} with ${overlay.name}, ${width}`);
            await page.keyboard.press("Escape");
            await page.goto("about:blank");
            await openScreen(page, stoa.url(path, portal), shows);
          }
        }
      }
      const visitor = await stoa.visitor({ colorScheme });
      await openScreen(visitor, stoa.url("/v/auth/login?ReturnUrl=%2Fv%2Fstudent%2Fhistory", portal), "form");
      await look(visitor, "login");
      await visitor.getByRole("button", { name: "Sign in" }).click();
      await visitor.locator("[aria-invalid=true]").first().waitFor();
      await look(visitor, "login with errors");
      await openScreen(visitor, stoa.url("/v/about/copyright", portal), ".prose");
      await look(visitor, "copyright, signed out");
      await Promise.all([wide, narrow, visitor].map((page) => page.context().close()));
      expect([...new Set(found)]).toEqual([]);
    });
