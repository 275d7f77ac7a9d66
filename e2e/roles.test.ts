import { expect, test } from "vitest";
import { heading, soon } from "./support/actions.ts";
import { axe } from "./support/axe.ts";
import { useStoa } from "./support/use-stoa.ts";

// Roles side by side (ROLE-5), and one person in two roles at once (ROLE-4).
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

test("whoever is a student in one tab goes on as an admin in the other (ROLE-4)", async () => {
  const asAdmin = await stoa.signedIn({ email: "admin@stoa.example" });
  await asAdmin.goto(stoa.url("/v/users/find"));
  const go = (page: typeof asAdmin, name: string) => page.getByRole("navigation").getByRole("link", { name, exact: true }).first();
  await go(asAdmin, "Settings").waitFor();
  const asStudent = await asAdmin.context().newPage();
  await asStudent.goto(stoa.url("/v/student/dashboard"));
  await go(asStudent, "My History").waitFor();
  // The first tab keeps its menu and its screens, and the second one its own.
  await asAdmin.bringToFront();
  await go(asAdmin, "Settings").click();
  await heading(asAdmin, "Settings").waitFor();
  await go(asAdmin, "Users").click();
  await heading(asAdmin, "Find Users").waitFor();
  await asStudent.bringToFront();
  await go(asStudent, "My History").click();
  await heading(asStudent, "Student History").waitFor();
  await go(asStudent, "Course Catalog").waitFor();
});
