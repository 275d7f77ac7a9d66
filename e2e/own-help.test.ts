import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { heading, soon } from "./support/actions.ts";
import { axe } from "./support/axe.ts";
import { useStoa } from "./support/use-stoa.ts";

// The portal's own help (HELP-1): an admin says a built-in article in other words by keyboard, and a learner reads it beside their dashboard.
const stoa = useStoa();

const press = async (page: Page, name: string) => {
  await page.getByRole("button", { name, exact: true }).focus();
  await page.keyboard.press("Enter");
};

test(
  "an admin writes an article by keyboard, and a learner on a phone reads it beside the question mark",
  { timeout: 180_000 },
  async () => {
    const page = await stoa.signedIn({ email: "admin@stoa.example" });
    await page.goto(stoa.url("/v/users/helpcenter"));
    await page.getByRole("link", { name: "Write the help" }).focus();
    await page.keyboard.press("Enter");
    await heading(page, "The help of this portal").waitFor();
    await soon(() => page.evaluate(() => document.activeElement?.id)).toBe("page-title");
    await page.getByRole("heading", { level: 2, name: "Built-in articles" }).waitFor();
    expect(await axe(page, "writing the help")).toEqual([]);

    await press(page, "Change: Your dashboard");
    const form = page.getByRole("dialog", { name: "Change: Your dashboard" });
    const title = form.getByRole("textbox", { name: "Title in English" });
    // It begins with what is built in.
    await soon(() => title.inputValue()).toBe("Your dashboard");
    expect(await form.getByRole("textbox", { name: "Text in English" }).inputValue()).toContain("<h2>");
    await title.focus();
    await page.keyboard.press("Control+A");
    await page.keyboard.press("Delete");
    await form.getByRole("button", { name: "Save", exact: true }).focus();
    await page.keyboard.press("Enter");
    await form.getByText("Write a title.").waitFor();
    await soon(() => page.evaluate(() => document.activeElement?.getAttribute("aria-invalid"))).toBe("true");
    await page.keyboard.type("Start here");
    await form.getByRole("textbox", { name: "Text in English" }).focus();
    await page.keyboard.press("Control+A");
    await page.keyboard.type("Ask Ana at gate two.");
    await form.getByText("Ask Ana at gate two.", { exact: true }).last().waitFor();
    expect(await axe(page, "the form of an article")).toEqual([]);
    await form.getByRole("button", { name: "Save", exact: true }).focus();
    await page.keyboard.press("Enter");
    await form.waitFor({ state: "detached" });
    await page.getByText("In your words").waitFor();

    await press(page, "Add an article");
    const added = page.getByRole("dialog", { name: "Add an article" });
    await added.getByRole("textbox", { name: "Title in English" }).fill("Borrow a helmet");
    await added.getByRole("textbox", { name: "Text in English" }).fill("They hang at the door.");
    await added.getByRole("button", { name: "Save as draft" }).click();
    await added.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Publish: Borrow a helmet" }).click();
    await page.getByRole("button", { name: "Take back: Borrow a helmet" }).waitFor();
    await press(page, "Hide: Your history");
    await page.getByRole("button", { name: "Show again: Your history" }).waitFor();

    const phone = await stoa.signedIn({ viewport: { width: 390, height: 844 } });
    await phone.goto(stoa.url("/v/student/dashboard"));
    await phone.getByRole("banner").getByRole("button", { name: "Help", exact: true }).click();
    const sheet = phone.getByRole("dialog", { name: "Start here" });
    await sheet.getByText("Ask Ana at gate two.").waitFor();
    await sheet.getByRole("group", { name: "Did this help?" }).getByRole("button", { name: "Yes" }).click();
    await sheet.getByText("Only the number of answers is shown").waitFor();
    expect(await sheet.getByRole("button", { name: "Yes" }).getAttribute("aria-pressed")).toBe("true");
    expect(await axe(phone, "an article in the portal's words")).toEqual([]);
    expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await sheet.getByRole("link", { name: "Open in the Help Center" }).click();
    await heading(phone, "Start here").waitFor();
    await phone.getByRole("link", { name: "All articles" }).click();
    await phone.getByRole("heading", { level: 2, name: "From this portal" }).waitFor();
    expect(await phone.getByRole("link", { name: "Your history" }).count()).toBe(0);
    await phone.getByRole("searchbox", { name: "Search the help" }).fill("hang door");
    await phone.getByRole("link", { name: "Borrow a helmet" }).click();
    await heading(phone, "Borrow a helmet").waitFor();
    expect(await phone.getByRole("link", { name: "Change this article" }).count()).toBe(0);
    await phone.goto(stoa.url("/v/student/history"));
    await phone.getByRole("banner").getByRole("button", { name: "Help", exact: true }).click();
    await phone.getByText("This portal has no article about this screen.").waitFor();

    // The admin sees how many it helped, and deletes what they added, and takes that back.
    await page.reload();
    await page.getByText(/It helped 1 person/).waitFor();
    await page.getByRole("button", { name: "Delete: Borrow a helmet" }).click();
    await page.getByRole("list", { name: "Deleted articles" }).waitFor();
    await page.getByRole("button", { name: "Bring back: Borrow a helmet" }).click();
    await page.getByRole("button", { name: "Take back: Borrow a helmet" }).waitFor();
    // What was saved before is compared with the present text and shown again, and the last saving is taken back.
    await press(page, "Change: Your dashboard");
    await form.getByRole("textbox", { name: "Text in English" }).fill("Ask Ben at gate three.");
    await form.getByRole("button", { name: "Save", exact: true }).click();
    await form.waitFor({ state: "detached" });
    await press(page, "Change: Your dashboard");
    await form.getByRole("button", { name: "Earlier versions" }).click();
    const versions = page.getByRole("dialog", { name: "Earlier versions" });
    await versions.getByText("Present version").waitFor();
    await versions.getByRole("button", { name: "Compare with the present text" }).click();
    await versions.locator("del", { hasText: "Ana" }).waitFor();
    await versions.locator("ins", { hasText: "Ben" }).waitFor();
    expect(await axe(page, "the versions of an article")).toEqual([]);
    await versions.getByRole("button", { name: "Show this version again" }).click();
    await versions.waitFor({ state: "detached" });
    await press(page, "Change: Your dashboard");
    await soon(() => form.getByRole("textbox", { name: "Text in English" }).inputValue()).toContain("Ask Ana at gate two.");
    await form.getByRole("textbox", { name: "Title in English" }).fill("Begin here");
    await form.getByRole("button", { name: "Save", exact: true }).click();
    await form.waitFor({ state: "detached" });
    await page.getByRole("region", { name: "Messages" }).getByRole("button", { name: "Undo" }).first().click();
    await soon(async () => {
      const reply = await phone.request.get(stoa.url("/rest/help/articles/dashboard"));
      return ((await reply.json()) as { text: { title: string } }).text.title;
    }).toBe("Start here");

    await press(page, "Change: Your dashboard");
    await page.getByRole("dialog").getByRole("button", { name: "Reset to the built-in one" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await soon(() => page.getByText("In your words").count()).toBe(0);
  },
);
