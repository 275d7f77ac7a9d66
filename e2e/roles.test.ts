import { expect, test } from "vitest";
import { soon } from "./support/actions.ts";
import { axe } from "./support/axe.ts";
import { useStoa } from "./support/use-stoa.ts";

// Roles side by side (ROLE-5).
const stoa = useStoa();

test("an admin sees what two roles let people do differently, and what they have in common, on a phone too (ROLE-5)", async () => {
  const page = await stoa.signedIn({ email: "admin@stoa.example" });
  await page.goto(stoa.url("/v/users/roles"));
  const compared = page.getByRole("region", { name: "Compare two roles" });
  const choose = async (field: string, role: string) => {
    await compared.getByRole("button", { name: field }).click();
    await page.getByRole("option", { name: role, exact: true }).click();
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
