import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { heading, pick, soon } from "./support/actions.ts";
import { useStoa } from "./support/use-stoa.ts";

// An admin arranges the dashboards of the portal, and a learner what is left to them (DASH-1 to DASH-3).
const stoa = useStoa();

const widgetsOf = async (page: Page) =>
  page.locator("[data-widget]").evaluateAll((found) => found.map((one) => one.getAttribute("data-widget") ?? ""));

test(
  "an admin adds a layout with a locked widget, sees it as somebody of its audience, and takes it back",
  { timeout: 120_000 },
  async () => {
    const page = await stoa.signedIn({ email: "admin@stoa.example", viewport: { width: 1280, height: 1100 } });
    await page.goto(stoa.url("/v/admin/manageWidgets"));
    await heading(page, "Manage Widgets").waitFor();
    // The list above is there, with what its condition says, so nothing moves while the button is pressed.
    await page.getByRole("row", { name: "Managers" }).locator("bdi", { hasText: "anager" }).nth(1).waitFor();
    await page.getByRole("button", { name: "Change the layout for everybody else" }).click();
    const form = page.getByRole("dialog");
    const calendar = form.getByRole("row", { name: "Due dates by month" });
    await calendar.getByText("Due dates by month").click();
    // By its buttons, and by the keyboard with the focus kept on the row.
    const up = calendar.getByRole("button", { name: "Move Due dates by month up" });
    for (let step = 0; step < 2; step++) await up.click();
    const order = (column = 1) =>
      form
        .getByRole("grid")
        .nth(column)
        .getByRole("row")
        .evaluateAll((rows) => rows.map((row) => row.getAttribute("data-key")));
    await soon(() => order()).toEqual(["due", "calendar", "waiting", "required", "announcement", "links", "transcript"]);
    await calendar.focus();
    await page.keyboard.press("Alt+ArrowUp");
    await soon(() => order()).toEqual(["calendar", "due", "waiting", "required", "announcement", "links", "transcript"]);
    // By dragging with the mouse, within the column and into the other one.
    const drag = async (name: string, onto: string) =>
      form
        .getByRole("row", { name })
        .dragTo(form.getByRole("row", { name: onto }), { sourcePosition: { x: 150, y: 4 }, targetPosition: { x: 150, y: 4 } });
    await drag("History", "Required");
    await soon(() => order()).toEqual(["calendar", "due", "waiting", "transcript", "required", "announcement", "links"]);
    await drag("Quick Links", "New in the catalog");
    await soon(() => order()).toEqual(["calendar", "due", "waiting", "transcript", "required", "announcement"]);
    await soon(() => order(0)).toEqual(["courses", "links", "catalog"]);
    await form.getByRole("button", { name: "Lock Due dates by month" }).click();
    await form.getByRole("button", { name: "Save" }).click();
    await form.waitFor({ state: "detached" });
    await page.getByText("The dashboards were arranged").waitFor();

    await page.getByRole("button", { name: "Preview as a person" }).click();
    await pick(page.getByRole("combobox", { name: "With the courses of" }), "student@stoa.example", /Amara Okafor/);
    const preview = page.locator(".widget-preview");
    await preview.locator(".dash-calendar").waitFor();
    await page.getByText("This is what Amara Okafor sees.").waitFor();
    const address = page.url();
    await preview.getByRole("link").first().click({ force: true });
    await preview.getByRole("button", { name: "Month after" }).click({ force: true });
    await preview.getByRole("link").first().focus();
    await page.keyboard.press("Enter");
    expect(page.url()).toBe(address);

    const learner = await stoa.signedIn({ email: "student@stoa.example", viewport: { width: 390, height: 844 } });
    await learner.goto(stoa.url("/v/student/dashboard"));
    await learner.locator(".dash-calendar").waitFor();
    await learner.getByRole("button", { name: "Arrange widgets" }).click();
    const arranging = learner.locator(".dash-arrange");
    const locked = arranging.getByRole("row", { name: "Due dates by month" });
    await locked.getByText("Set by your portal").waitFor();
    expect(await locked.getByRole("button").count()).toBe(0);
    await arranging.getByText("Required").click();
    await learner.locator('[data-widget="required"]').waitFor();
    await arranging.getByRole("button", { name: "Move Due next down" }).click();
    await soon(() => widgetsOf(learner)).toContain("required");
    await arranging.getByRole("button", { name: "Reset" }).click();
    await learner.locator('[data-widget="required"]').waitFor({ state: "detached" });
    expect(await widgetsOf(learner)).toContain("calendar");

    await page.getByRole("button", { name: "Back to the layouts" }).click();
    await page.getByRole("button", { name: "Preview: Managers" }).click();
    await page.getByRole("heading", { name: "Preview of “Managers”" }).waitFor();
    await preview.locator('[data-widget="required"]').waitFor();
    expect(await preview.locator('[data-widget="due"]').count()).toBe(0);
    // Still the admin, who was nobody else meanwhile.
    await page.getByRole("button", { name: /admin@stoa\.example/ }).waitFor();
    await page.getByRole("button", { name: "Back to the layouts" }).click();
    await page.getByRole("button", { name: "Delete: Managers" }).click();
    await page.getByRole("row", { name: "Managers" }).waitFor({ state: "detached" });
    await page.getByText("The layout was deleted").waitFor();
    await page.getByRole("button", { name: "Undo" }).first().click();
    await page.getByRole("row", { name: "Managers" }).waitFor();

    // The calendar begins weeks, and screens write dates, as the portal wants it (ENV-8).
    const weekday = () => learner.locator(".dash-calendar th").first().getAttribute("abbr");
    const written = () => learner.locator("time").first().innerText();
    expect([await weekday(), await written()]).toEqual(["Sunday", expect.stringMatching(/^(?:[A-Z][a-z]{2}, )?[A-Z][a-z]{2} \d/)]);
    await page.goto(stoa.url("/PremiumServices/Portal/admin/Settings.aspx"));
    for (const [setting, option] of [
      ["weekStart", "Monday"],
      ["dateFormat", /^Day first/],
    ] as const) {
      await page.locator(`#setting-${setting}`).getByRole("button").first().click();
      await page.getByRole("option", { name: option }).click();
    }
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("Settings saved").first().waitFor();
    await learner.reload();
    await learner.locator(".dash-calendar").waitFor();
    expect([await weekday(), await written()]).toEqual(["Monday", expect.stringMatching(/^(?:[A-Z][a-z]{2} )?\d{1,2} [A-Z]/)]);
  },
);

test("an arrangement that the server refuses goes back, and says why (DASH-2)", { timeout: 60_000 }, async () => {
  const page = await stoa.signedIn({ email: "student@stoa.example" });
  await page.route("**/rest/dashboard/student/widgets", (route) =>
    route.fulfill({
      status: 409,
      contentType: "application/json",
      body: JSON.stringify({ code: "busy", message: "Not now.", requestId: "r1" }),
    }),
  );
  await page.goto(stoa.url("/v/student/dashboard"));
  await page.locator('[data-widget="transcript"]').waitFor();
  const before = await widgetsOf(page);
  await page.getByRole("button", { name: "Arrange widgets" }).click();
  const arranging = page.locator(".dash-arrange");
  await arranging.getByText("New in the catalog").click();
  await page.getByText("The dashboard was not changed").waitFor();
  await soon(() => widgetsOf(page)).toEqual(before);
});
