import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { soon } from "./support/actions.ts";
import { axe } from "./support/axe.ts";
import { useStoa } from "./support/use-stoa.ts";

// A block that several courses use: made reusable in one, inserted in another, changed, and the change taken (capabilities EDT-12).
const stoa = useStoa();

const allSaved = (page: Page) => page.locator(".saved-state[data-state=saved]").waitFor();
const text = (page: Page) => page.getByRole("textbox", { name: "Text", exact: true });

/** A new online course whose only page has this title; the page's empty text is next. Gives the address of its editor. */
async function aCourse(page: Page, title: string): Promise<string> {
  await page.goto(stoa.url("/v/dashboard/author?create=course"));
  const create = page.getByRole("dialog", { name: "Create New Course" });
  await create.getByText("Online course", { exact: true }).click();
  await create.getByRole("button", { name: "Continue" }).click();
  await page.waitForURL("**/author/courseEditor/*");
  const field = page.getByRole("textbox", { name: "Title of the page" });
  await field.waitFor();
  await field.fill(title);
  await page.keyboard.press("Enter");
  await text(page).waitFor();
  return new URL(page.url()).pathname;
}
/** Opens the menu for adding a block at the end of the page, and chooses. */
async function add(page: Page, name: string) {
  await page.getByRole("button", { name: "Add a block", exact: true }).click();
  await page.getByRole("menuitem", { name, exact: true }).click();
}

test("a block is made reusable, inserted linked elsewhere, changed, and the update taken", { timeout: 300_000 }, async () => {
  const page = await stoa.signedIn({ email: "author@stoa.example" });
  const source = await aCourse(page, "Where it begins");
  await page.keyboard.type("Check the ladder before you climb.");
  await allSaved(page);
  await page.getByRole("button", { name: "Make reusable…" }).click();
  const making = page.getByRole("dialog", { name: "Make this block reusable" });
  expect(await making.getByLabel("Title", { exact: true }).inputValue()).toBe("Check the ladder before you climb.");
  await making.getByLabel("Title", { exact: true }).fill("Ladder check");
  expect(await axe(page, "making a block reusable")).toEqual([]);
  await making.getByRole("button", { name: "Make reusable" }).click();
  await making.waitFor({ state: "detached" });
  await page.getByText("It says what the reusable block says.").waitFor();
  await allSaved(page);

  // In another course it is found by its words, and inserted linked.
  const target = await aCourse(page, "Where it is used");
  await page.keyboard.type("Something of its own.");
  await add(page, "Reusable block…");
  const dialog = page.getByRole("dialog", { name: "Reusable blocks" });
  await dialog.getByRole("heading", { name: "When you call 112" }).waitFor();
  expect(await axe(page, "the reusable blocks")).toEqual([]);
  await dialog.getByRole("searchbox", { name: "Search reusable blocks" }).fill("ladder");
  await dialog.getByRole("heading", { name: "When you call 112" }).waitFor({ state: "detached" });
  await dialog.getByRole("button", { name: "Insert linked: Ladder check" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.locator(".canvas").getByText("Check the ladder before you climb.").waitFor();
  await page.getByText("It says what the reusable block says.").waitFor();
  await allSaved(page);

  // Its maker changes it where it began, and saves that to the reusable block.
  await page.goto(stoa.url(source));
  await page.getByRole("button", { name: /^Edit Text: Check the ladder/ }).click();
  await text(page).click();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.type(" Twice.");
  await page.getByRole("button", { name: "Save to the reusable block" }).click();
  await page.getByText("Saved to the reusable block").first().waitFor();
  await page.getByText("It says what the reusable block says.").waitFor();
  await page.getByRole("button", { name: "Where it is used" }).click();
  const uses = page.getByRole("dialog", { name: "Where Ladder check is used" });
  await uses.getByRole("link", { name: "Where it is used" }).waitFor();
  expect(await axe(page, "where a reusable block is used")).toEqual([]);
  await allSaved(page);

  // The other course is told, shows what would change, and takes it.
  await page.goto(stoa.url(target));
  await page.locator(".canvas").getByText("Update available").waitFor();
  await page.getByRole("button", { name: /^Edit Text: Check the ladder/ }).click();
  const properties = page.getByRole("complementary", { name: "Properties" });
  await properties.locator("ins").getByText("Twice").waitFor();
  expect(await axe(page, "a block with an update")).toEqual([]);
  await properties.getByRole("button", { name: "Take the update" }).click();
  await properties.getByText("It says what the reusable block says.").waitFor();
  await page.locator(".canvas").getByText("Check the ladder before you climb. Twice.").waitFor();
  await soon(() => page.locator(".canvas").getByText("Update available").count()).toBe(0);
  await allSaved(page);

  // Unlinked, it stays as it is.
  await properties.getByRole("button", { name: "Unlink" }).click();
  await properties.getByText("It says what the reusable block says.").waitFor({ state: "detached" });
  await allSaved(page);
  await page.reload();
  await page.locator(".canvas").getByText("Check the ladder before you climb. Twice.").waitFor();
  expect(await page.locator(".canvas").getByText("Linked", { exact: true }).count()).toBe(0);
});

test(
  "on a phone, a reusable block is renamed, archived and offered again; a copied block is pasted in another course",
  { timeout: 300_000 },
  async () => {
    const page = await stoa.signedIn({ email: "author@stoa.example", viewport: { width: 390, height: 844 } });
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await aCourse(page, "Where it is copied");
    await page.keyboard.type("Copied from here.");
    await page.getByRole("toolbar", { name: "Block" }).getByRole("button", { name: "Copy", exact: true }).click();
    await allSaved(page);
    await aCourse(page, "Where it is pasted");
    await add(page, "Paste");
    await page.locator(".canvas").getByText("Copied from here.").waitFor();

    await add(page, "Reusable block…");
    const dialog = page.getByRole("dialog", { name: "Reusable blocks" });
    const more = (name: string) => dialog.getByRole("button", { name: `More about ${name}` });
    const sideways = () => page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth));
    await more("When you call 112").click();
    await page.getByRole("menuitem", { name: "Rename" }).click();
    const naming = page.getByRole("dialog", { name: "Rename the reusable block" });
    await naming.getByLabel("Title", { exact: true }).fill("Calling 112");
    expect(await sideways()).toBe(0);
    await naming.getByRole("button", { name: "Rename" }).click();
    await naming.waitFor({ state: "detached" });
    await more("Calling 112").click();
    await page.getByRole("menuitem", { name: "Where it is used" }).click();
    const uses = page.getByRole("dialog", { name: "Where Calling 112 is used" });
    await uses.getByRole("link", { name: "Warn first" }).waitFor();
    await uses.getByRole("link", { name: "Look, call, help" }).waitFor();
    expect(await sideways()).toBe(0);
    await uses.getByRole("button", { name: "Close" }).first().click();
    await uses.waitFor({ state: "detached" });
    await more("Calling 112").click();
    await page.getByRole("menuitem", { name: "Archive" }).click();
    await more("Calling 112").waitFor({ state: "detached" });
    await dialog.getByText("Show those that were archived").click();
    await more("Calling 112").click();
    await page.getByRole("menuitem", { name: "Offer again" }).click();
    await dialog.getByText("No reusable blocks here yet").waitFor();
    expect(await sideways()).toBe(0);
    await dialog.getByText("Show those that were archived").click();
    await dialog.getByRole("button", { name: "Insert a copy: Calling 112" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.locator(".canvas").getByText("Then send somebody to the gate").waitFor();
    expect(await page.locator(".canvas").getByText("Linked", { exact: true }).count()).toBe(0);
    await allSaved(page);
  },
);
