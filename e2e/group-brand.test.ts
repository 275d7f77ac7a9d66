import { expect, test } from "vitest";
import { heading } from "./support/actions.ts";
import { axe } from "./support/axe.ts";
import { useStoa } from "./support/use-stoa.ts";

// An admin gives a group a look of its own (ENV-3): a learner of the group sees it on a phone, the login page keeps the portal's.
const stoa = useStoa();

const navigationOf = (page: Awaited<ReturnType<typeof stoa.visitor>>) =>
  page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--nav-bg"));

test("a group is branded from its page; its learner sees that on a phone, the login page does not, and reset it is the portal's again", async () => {
  const portalId = stoa.portalId();
  const groupId = await stoa.databases.inPeople(portalId, "prepare a test", async (db) => {
    const { id } = await db
      .insertInto("groups")
      .values({ portal_id: portalId, name: "Sales partners" })
      .returning("id")
      .executeTakeFirstOrThrow();
    await db
      .insertInto("group_members")
      .columns(["portal_id", "group_id", "user_id", "cause"])
      .expression(
        db
          .selectFrom("users")
          .select(({ val, ref }) => [
            val(portalId).as("portal_id"),
            val(id).as("group_id"),
            ref("users.id").as("user_id"),
            val("hand").as("cause"),
          ])
          .where("email", "=", "student@stoa.example"),
      )
      .execute();
    return id;
  });
  const learner = await stoa.signedIn({ viewport: { width: 390, height: 844 } });
  await learner.goto(stoa.url("/v/dashboard"));
  await learner.getByRole("main").waitFor();
  const before = await navigationOf(learner);

  const page = await stoa.signedIn({ email: "admin@stoa.example" });
  await page.goto(stoa.url(`/v/users/groups/${groupId}`));
  await page.getByRole("link", { name: "Brand", exact: true }).click();
  await heading(page, "Brand of Sales partners").waitFor();
  const colours = page.getByRole("region", { name: "Colours" });
  await colours.getByText("Inherited from the portal.").waitFor();
  await colours.getByText("Colours of its own").click();
  await colours.getByRole("textbox", { name: "Navigation", exact: true }).fill("#ffd400");
  await colours.getByRole("textbox", { name: "Words of the navigation", exact: true }).fill("#fff");
  await page.keyboard.press("Enter");
  await colours.getByText(/have a contrast of 1\.4 and could not be read/).waitFor();
  await page.getByText("The draft is saved. Nobody sees it before it is published.").waitFor();
  await page.getByText("A logo of its own").click();
  await page.getByRole("button", { name: "Reset to inherited: Logo" }).waitFor();
  expect(await axe(page, "the brand of a group")).toEqual([]);
  await page.getByRole("button", { name: "Publish" }).click();
  await page.getByText("The people of this group see the new look now").waitFor();
  // The admin is not in it.
  expect(await navigationOf(page)).toBe(before);

  await learner.reload();
  await learner.getByRole("main").waitFor();
  expect(await navigationOf(learner)).toBe("#ffd400");
  expect(await axe(learner, "the dashboard in a group's look")).toEqual([]);
  const visitor = await stoa.visitor();
  await visitor.goto(stoa.url("/v/auth/login"));
  await visitor.getByRole("button", { name: "Sign in" }).waitFor();
  expect(await navigationOf(visitor)).toBe(before);

  await page.getByRole("button", { name: "Reset to inherited: Colours" }).click();
  await page.getByText("The draft is saved. Nobody sees it before it is published.").waitFor();
  await page.getByRole("button", { name: "Publish" }).click();
  await page.getByText("This is what the people of this group see.").waitFor();
  await learner.reload();
  await learner.getByRole("main").waitFor();
  expect(await navigationOf(learner)).toBe(before);

  await page.getByRole("link", { name: "Portal Logo" }).first().click();
  await heading(page, "Portal Logo").waitFor();
  const groups = page.getByRole("region", { name: "Brands of groups" });
  await groups.getByRole("combobox", { name: "Choose a group" }).fill("Sales");
  await page.getByRole("option", { name: "Sales partners" }).click();
  await heading(page, "Brand of Sales partners").waitFor();
});
