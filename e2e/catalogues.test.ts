import { expect, test } from "vitest";
import type { Page } from "playwright-core";
import { heading, pick, soon } from "./support/actions.ts";
import { useStoa } from "./support/use-stoa.ts";

// An admin says who is offered a course (CAT-1), and gives words that people looked for in vain a meaning (CAT-3).
const stoa = useStoa();
const course = "Forklift basics";

const search = async (page: Page, words: string) => {
  await page.goto(stoa.url(`/v/course/catalog/search?q=${encodeURIComponent(words)}`));
  await heading(page, "Course Catalog").waitFor();
};
const found = (page: Page) => page.getByRole("link", { name: course });

/** A window of somebody new in the portal: on a phone a member of the Early shift, else a member of no group. */
async function somebody({ isMember }: { isMember: boolean }) {
  const email = isMember ? "member@catalogues.example" : "other@catalogues.example";
  const portal_id = stoa.portalId();
  await stoa.databases.inSystem("a person for a test", async (db) => {
    const person = { email, given_name: "Ida", family_name: "Park", password_hash: "" };
    const { id: user_id } = await db.insertInto("users").values(person).returning("id").executeTakeFirstOrThrow();
    await db.insertInto("memberships").values({ portal_id, user_id, status: "active" }).execute();
    const groups = db.selectFrom("groups").select("id").where("portal_id", "=", portal_id);
    const { id: group_id } = await groups.where("name", "=", "Early shift").executeTakeFirstOrThrow();
    if (isMember) await db.insertInto("group_members").values({ portal_id, group_id, user_id, cause: "hand" }).execute();
  });
  return stoa.signedIn({ email, viewport: isMember ? { width: 390, height: 844 } : { width: 1280, height: 800 } });
}

test(
  "an admin makes a catalog for a group: a member finds the course, somebody else does not until it is deleted",
  { timeout: 180_000 },
  async () => {
    const admin = await stoa.signedIn({ email: "admin@stoa.example" });
    const [member, other] = [await somebody({ isMember: true }), await somebody({ isMember: false })];
    for (const page of [member, other]) {
      await search(page, "forklift");
      await found(page).first().waitFor();
    }
    const address = (await found(other).first().getAttribute("href")) ?? "";

    await admin.goto(stoa.url("/v/portal/catalogues"));
    await heading(admin, "Catalogs").waitFor();
    await admin.getByRole("listitem").filter({ hasText: "Open to the public" }).getByText("4 courses").waitFor();
    await admin.getByRole("button", { name: "Add a catalog" }).click();
    const form = admin.getByRole("dialog", { name: "Add a catalog" });
    await form.getByRole("button", { name: "Save" }).click();
    await form.getByText("Enter a name.").waitFor();
    await form.getByRole("textbox", { name: "Name" }).fill("For drivers");
    await form.locator("label").filter({ hasText: "Early shift" }).click();
    // A list over a dialog that still scrolls would close.
    const box = form.getByRole("combobox", { name: "Single courses" });
    await box.scrollIntoViewIfNeeded();
    await pick(box, "Forklift", course);
    await form.getByRole("listitem").filter({ hasText: course }).waitFor();
    await form.getByRole("button", { name: "Save" }).click();
    await form.waitFor({ state: "detached" });
    const row = admin.getByRole("listitem").filter({ hasText: "For drivers" });
    await row.getByText("1 course").waitFor();
    await row.getByText("Early shift").waitFor();

    await search(member, "forklift");
    await found(member).first().waitFor();
    await found(member).first().click();
    await heading(member, course).waitFor();
    await search(other, "forklift");
    await other.getByText("No courses match these filters").waitFor();
    expect(await found(other).count()).toBe(0);
    await other.goto(stoa.url(address));
    await other.getByText("This course could not be found").waitFor();
    // Whoever runs the portal opens it all the same.
    await admin.goto(stoa.url(address));
    await heading(admin, course).waitFor();

    // The address of the form is its own, and what is in the catalogue is what was chosen.
    await admin.goto(stoa.url("/v/portal/catalogues"));
    await admin.getByRole("button", { name: "Change: For drivers" }).click();
    const change = admin.getByRole("dialog", { name: "Change the catalog" });
    await soon(() => change.getByRole("checkbox", { name: "Early shift" }).isChecked()).toBe(true);
    await admin.keyboard.press("Escape");
    await change.waitFor({ state: "detached" });
    await admin.getByRole("button", { name: "Delete: For drivers" }).click();
    await admin.getByRole("alertdialog").getByRole("button", { name: "OK" }).click();
    await row.waitFor({ state: "detached" });
    await search(other, "forklift");
    await found(other).first().waitFor();
  },
);

test(
  "what a learner searches in vain, an admin sees and gives a meaning; the next search finds it, and mistyped words do",
  { timeout: 180_000 },
  async () => {
    const [admin, learner] = [await stoa.signedIn({ email: "admin@stoa.example" }), await stoa.signedIn()];
    await search(learner, "stacker truck");
    await learner.getByText("No courses match these filters").waitFor();
    const words = async () => {
      await admin.goto(stoa.url("/v/portal/catalogSearch"));
      await heading(admin, "Catalog Search").waitFor();
      return admin.getByRole("row", { name: /stacker truck/ }).count();
    };
    await soon(words).toBe(1);
    await admin.getByRole("button", { name: "Same meaning as: stacker truck" }).click();
    const dialog = admin.getByRole("dialog", { name: "Words that mean the same" });
    const box = dialog.getByRole("textbox");
    expect(await box.inputValue()).toMatch(/stacker truck, $/);
    await box.fill("stacker truck, forklift");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "detached" });
    await admin.getByText("stacker truck = forklift").first().waitFor();
    await search(learner, "stacker truck");
    await found(learner).first().waitFor();
    await admin.getByRole("button", { name: "Take out: stacker truck" }).click();
    await soon(() => admin.getByRole("row", { name: /stacker truck/ }).count()).toBe(0);

    await search(learner, "forklfit");
    await learner.getByText("No course has exactly these words.").waitFor();
    await found(learner).first().waitFor();
  },
);
