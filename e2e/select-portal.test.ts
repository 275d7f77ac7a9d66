import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { heading, soon } from "./support/actions.ts";
import { axe } from "./support/axe.ts";
import { useStoa } from "./support/use-stoa.ts";

// A system admin opens a portal from another one, looks at its address and enters it (SYS-2, ENV-6, ENV-10).
const stoa = useStoa();

const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);

test("on a phone: a portal is opened with Harbor Health as its template, its address is checked, it is entered and looks like Harbor", async () => {
  const page = await stoa.signedIn({ email: "system@stoa.example", viewport: { width: 390, height: 844 } });
  await page.goto(stoa.url("/SysAdmin/Portals/SelectPortal.aspx"));
  await heading(page, "Select Portal").waitFor();
  await page.getByRole("link", { name: "Harbor Health" }).waitFor();
  expect(await axe(page, "select portal on a phone")).toEqual([]);
  expect(await fits(page)).toBe(true);

  await page.getByRole("link", { name: "Open a portal" }).click();
  await heading(page, "Open a portal").waitFor();
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Harbor Süd");
  expect(await page.getByRole("textbox", { name: "Short name" }).inputValue()).toBe("harbor-sud");
  expect(await page.getByRole("textbox", { name: "Address" }).inputValue()).toBe("harbor-sud.localhost");
  // What is taken is said at its field.
  await page.getByRole("textbox", { name: "Address" }).fill("harbor.localhost");
  await page.getByRole("textbox", { name: "Email" }).fill("first@stoa.example");
  const template = page.getByRole("combobox", { name: "Template" });
  await template.click();
  await page.getByRole("option", { name: "Harbor Health" }).click();
  await page.getByRole("checkbox", { name: /^Look/ }).waitFor();
  expect(await axe(page, "opening a portal")).toEqual([]);
  expect(await fits(page)).toBe(true);
  await page.getByRole("button", { name: "Open the portal" }).click();
  await page.getByText("harbor.localhost belongs to another portal already.").first().waitFor();
  await page.getByRole("textbox", { name: "Address" }).fill("harbor-sud.localhost");
  await page.getByRole("button", { name: "Open the portal" }).click();

  await heading(page, "Harbor Süd").waitFor();
  await page.getByText("The portal is open").waitFor();
  const known = page.getByRole("list", { name: "What is known of harbor-sud.localhost" });
  await known.getByText("A name or address of this machine or network").waitFor();
  expect(await known.getByRole("listitem").count()).toBe(3);
  expect(await axe(page, "the page of a portal")).toEqual([]);
  expect(await fits(page)).toBe(true);
  // The only one there is the admin who was invited.
  await soon(() => page.locator(".portals-facts dd").first().textContent()).toBe("1");

  const harbor = await stoa.visitor();
  await harbor.goto(stoa.url("/v/auth/login", "harbor"));
  await harbor.getByRole("button", { name: "Sign in" }).waitFor();
  const look = (of: Page) =>
    of.evaluate(() => ({
      navigation: getComputedStyle(document.documentElement).getPropertyValue("--nav-bg"),
      top: getComputedStyle(document.documentElement).getPropertyValue("--topbar-bg"),
    }));
  await page.getByRole("button", { name: "Enter this portal" }).click();
  await page.waitForURL((url) => url.hostname === "harbor-sud.localhost" && url.pathname !== "/rest/auth/handover");
  await page.locator(".shell-logo img").waitFor();
  expect(await look(page)).toEqual(await look(harbor));
  const environment = (of: Page) =>
    of.evaluate(() => fetch("/rest/environment/environmentNoUser/").then((answer) => answer.json() as Promise<{ Logo: string }>));
  expect((await environment(page)).Logo).toBe((await environment(harbor)).Logo);
  const people = await page.evaluate(() => fetch("/rest/people").then((answer) => answer.json()));
  expect((people as { rows: { email: string }[] }).rows.map(({ email }) => email)).toEqual(["first@stoa.example"]);
  await harbor.context().close();
}, 120_000);

test("at a desk: addresses are added, made primary and removed; the portal is suspended, says so, and comes back", async () => {
  const page = await stoa.signedIn({ email: "system@stoa.example" });
  await page.goto(stoa.url("/v/sysAdmin/portals?q=civic"));
  await page.getByRole("link", { name: "Civic Training" }).click();
  await heading(page, "Civic Training").waitFor();
  await page.getByRole("textbox", { name: "One more address" }).fill("https://town.localhost");
  await page.getByRole("button", { name: "Add the address" }).click();
  await page.getByText("Enter a host name such as learn.example.org, without http:// and port.").waitFor();
  await page.getByRole("textbox", { name: "One more address" }).fill("town.localhost");
  await page.getByRole("button", { name: "Add the address" }).click();
  await page.getByRole("heading", { name: "town.localhost" }).waitFor();
  await page.getByRole("button", { name: "Make primary: town.localhost" }).click();
  await page.getByRole("button", { name: "Remove: civic.localhost" }).waitFor();
  await page.getByRole("button", { name: "Make primary: civic.localhost" }).click();
  await page.getByRole("button", { name: "Remove: town.localhost" }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByRole("button", { name: "OK" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("heading", { name: "town.localhost" }).waitFor({ state: "detached" });

  await page.getByRole("button", { name: "Suspend" }).click();
  await dialog.getByText("Suspend Civic Training?").waitFor();
  expect(await axe(page, "the question before a portal is suspended")).toEqual([]);
  await dialog.getByRole("button", { name: "OK" }).click();
  await page.getByText("This portal is suspended").waitFor();
  const visitor = await stoa.visitor();
  const answer = await visitor.goto(stoa.url("/v/auth/login", "civic"));
  expect(answer?.status()).toBe(503);
  await visitor.getByText("This portal is suspended. Ask whoever runs it when it is back.").waitFor();
  await page.getByRole("button", { name: "Bring back" }).click();
  await page.getByRole("button", { name: "Suspend" }).waitFor();
  await visitor.reload();
  await visitor.getByRole("button", { name: "Sign in" }).waitFor();
  await visitor.context().close();

  // A person without the right is led away, as everywhere.
  const admin = await stoa.signedIn({ email: "admin@stoa.example" });
  await admin.goto(stoa.url("/SysAdmin/Portals/SelectPortal.aspx"));
  await admin.waitForURL("**/v/student/dashboard/no-access");
}, 120_000);
