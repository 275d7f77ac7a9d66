import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { heading, soon } from "./support/actions.ts";
import { axe } from "./support/axe.ts";
import { useStoa } from "./support/use-stoa.ts";

// The screen Environment (specification §2, HELP-4): what somebody's portal, roles and browser are, and all of it as a text for whoever helps them.
const stoa = useStoa();

const findings = (page: Page) => page.getByRole("list", { name: "What was found" }).getByRole("listitem");
const setting = (page: Page, title: string) => page.locator(".environment-lines > div").filter({ hasText: title });

test(
  "somebody comes from the check of their computer, sees where they are and that courses play, and copies it",
  { timeout: 60_000 },
  async () => {
    const page = await stoa.signedIn();
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.goto(stoa.url("/v/users/helpcenter?check=computer"));
    await page.getByRole("link", { name: "Environment" }).click();
    await heading(page, "Environment").waitFor();
    // The page came without loading anew; it finds the content host all the same.
    await findings(page).filter({ hasText: "Where courses play" }).getByText("In order").waitFor();
    expect(await findings(page).getByText("In order").count()).toBe(6);
    await page.getByText("Northwind Academy", { exact: true }).first().waitFor();
    for (const none of ["What you may do", "Settings of this portal"])
      expect(await page.getByRole("heading", { name: none }).count()).toBe(0);
    for (const [width, height] of [
      [1280, 800],
      [390, 844],
    ] as const)
      for (const colorScheme of ["light", "dark"] as const) {
        await page.setViewportSize({ width, height });
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        expect(await axe(page, `environment, ${width}, ${colorScheme}`)).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
      }
    const id = (await page.locator(".environment-request code").textContent()) ?? "";
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    await page.getByRole("button", { name: "Copy for support" }).press("Enter");
    await page.getByRole("button", { name: "Copied", exact: true }).waitFor();
    await soon(() => page.locator("[data-live-announcer]").innerText()).toBe("Copied");
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    for (const line of [id, "Name: Northwind Academy", "Roles: Student", "Where courses play: In order"]) expect(copied).toContain(line);
    expect(copied).not.toContain("student@stoa.example");
    await page.getByRole("button", { name: "What is copied" }).click();
    await soon(async () => (await page.locator(".environment-text").innerText()).trim()).toBe(copied.trim());
  },
);

test("an admin also sees what they may do, and each setting with where it comes from", { timeout: 60_000 }, async () => {
  const page = await stoa.signedIn({ email: "admin@stoa.example", viewport: { width: 390, height: 844 } });
  await page.goto(stoa.url("/v/environment"));
  await setting(page, "Currency")
    .getByText(/Set in this portal|The default/)
    .waitFor();
  await page.getByRole("listitem").filter({ hasText: "Change the portal's settings" }).waitFor();
  await findings(page).filter({ hasText: "Where courses play" }).waitFor();
  expect(await axe(page, "environment of an admin")).toEqual([]);
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog", { name: "Quick search" }).getByRole("textbox").fill("environ");
  await page.getByRole("menuitem", { name: "Environment" }).waitFor();
});

test(
  "where the server or the host of courses does not answer, the screen says so, and trying again mends it",
  { timeout: 60_000 },
  async () => {
    const page = await stoa.signedIn({ email: "author@stoa.example" });
    let isDown = true;
    await page.route("**/rest/environment/facts", (route) =>
      isDown ? route.fulfill({ status: 503, json: { code: "busy", message: "Try again in a moment." } }) : route.continue(),
    );
    await page.goto(stoa.url("/v/environment"));
    await page.getByRole("heading", { name: "The server could not be asked" }).waitFor();
    // What is known without it is there.
    await page.getByText("Northwind Academy", { exact: true }).first().waitFor();
    expect(await axe(page, "environment without the server")).toEqual([]);
    isDown = false;
    await page.route("**/c/~reach", (route) => route.abort());
    await page.getByRole("button", { name: "Try again" }).click();
    const content = findings(page).filter({ hasText: "Where courses play" });
    await content.getByText("Needs a look").waitFor();
    await content.getByText(/could not be reached.* to allow \*\.content\.localhost\.$/).waitFor();
    expect(await page.locator("iframe").count()).toBe(0);
    expect(await axe(page, "environment without the content host")).toEqual([]);
    await page.unroute("**/c/~reach");
    await page.getByRole("button", { name: "Check again" }).click();
    await content.getByText("In order").waitFor();
  },
);
