import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { soon } from "./support/actions.ts";
import { axe } from "./support/axe.ts";
import { useStoa } from "./support/use-stoa.ts";

// Roles side by side (ROLE-5), and one after another (ROLE-4).
const stoa = useStoa();

test("an admin sees what two roles let people do differently, and what they have in common, on a phone too (ROLE-5)", async () => {
  const page = await stoa.signedIn({ email: "admin@stoa.example" });
  await page.goto(stoa.url("/v/users/roles"));
  const compared = page.getByRole("region", { name: "Compare two roles" });
  const choose = async (field: string, role: string) => {
    await compared.getByRole("button", { name: field }).click();
    await page.getByRole("option", { name: role, exact: true }).click();
    await page.getByRole("listbox").waitFor({ state: "detached" });
  };
  await choose("One role", "Author");
  await choose("The other role", "Manager");
  const rows = async () =>
    Promise.all((await compared.locator("tbody tr").all()).map(async (row) => row.locator("th, .roles-yes").allTextContents()));
  const differing = await rows();
  expect(differing.length).toBeGreaterThan(3);
  expect(differing.filter(([, one, other]) => one === other)).toEqual([]);
  expect(differing).toContainEqual(["See Find Users", "no", "yes"]);
  await compared.getByText("Only what differs").click();
  await soon(async () => (await rows()).length).toBeGreaterThan(differing.length);
  await choose("The other role", "Author");
  await compared.getByText("Only what differs").click();
  await compared.getByText("These roles let people do and see the same.").waitFor();
  expect(await axe(page, "roles side by side")).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
});

test("an admin chooses the columns of Managers and Groups and keeps them as a view, on a phone too", async () => {
  const page = await stoa.signedIn({ email: "admin@stoa.example" });
  for (const [path, list, gone, left] of [
    ["/v/users/managers", "Managers", "Granted by", "Until"],
    ["/v/users/groups", "Groups", "Created", "Members"],
  ] as const) {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(stoa.url(path));
    await page.getByRole("columnheader", { name: gone }).waitFor();
    await page.getByRole("button", { name: "Columns" }).press("Enter");
    const choosing = page.getByRole("dialog", { name: "Columns" });
    await choosing.getByText(gone, { exact: true }).click();
    await choosing.getByRole("button", { name: "Show columns" }).click();
    await page.getByRole("columnheader", { name: gone }).waitFor({ state: "detached" });
    await page.getByRole("columnheader", { name: left }).waitFor();
    await page.getByRole("button", { name: "Views" }).click();
    await page.getByRole("menuitem", { name: "Keep as a new view" }).click();
    const keeping = page.getByRole("dialog", { name: "Keep as a new view" });
    await keeping.getByLabel("Name").fill("Less");
    await keeping.getByRole("button", { name: "Save" }).click();
    const tabs = page.getByRole("navigation", { name: "Views" });
    await tabs.getByRole("link", { name: "Less" }).waitFor();
    expect(await axe(page, `${list} as a view`)).toEqual([]);
    await page.goto(stoa.url(path));
    await page.getByRole("columnheader", { name: gone }).waitFor();
    await tabs.getByRole("link", { name: "Less" }).click();
    await page.getByRole("columnheader", { name: gone }).waitFor({ state: "detached" });
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  }
});

test("each tab keeps the role that was taken in it, when it is loaded again and when it comes to the front (ROLE-4)", async () => {
  const one = await stoa.signedIn({ email: "admin@stoa.example" });
  const two = await one.context().newPage();
  const roleOf = (page: Page) => page.locator(".shell-header .shell-role");
  const take = async (page: Page, role: string) => {
    await page.getByRole("button", { name: /^Account/ }).click();
    await page.getByRole("menuitem", { name: role, exact: true }).click();
    await roleOf(page).getByText(role).waitFor();
  };
  for (const page of [one, two]) await page.goto(stoa.url("/v/help"));
  await take(one, "Student");
  await take(two, "Administrator");
  for (const [page, role] of [
    [one, "Student"],
    [two, "Administrator"],
  ] as const) {
    // A screen that belongs to no role, loaded anew; then the environment is read again, as on coming to the front.
    await page.goto(stoa.url("/v/help"));
    await page.locator("#page-title").waitFor();
    const read = page.waitForResponse((response) => response.url().endsWith("/rest/environment/"));
    await page.getByRole("button", { name: /^Account/ }).click();
    await page.getByRole("menuitem", { name: "My account" }).click();
    await read;
    await soon(() => roleOf(page).textContent()).toBe(role);
  }
});
