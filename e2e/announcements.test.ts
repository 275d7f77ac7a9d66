import { expect, test } from "vitest";
import { choose, heading, pick, soon } from "./support/actions.ts";
import { axe } from "./support/axe.ts";
import { useStoa } from "./support/use-stoa.ts";

// An admin announces to a group, a member reads and confirms it on a phone, and the report shows it (ANN-1, ANN-2).
const stoa = useStoa();
const email = "student@stoa.example";

test(
  "an admin announces to a group, a member confirms on a phone, others see nothing, and the report says who",
  { timeout: 180_000 },
  async () => {
    const studentId = await stoa.userId();
    await stoa.databases.inPeople(stoa.portalId(), "prepare a test", async (db) => {
      const { id } = await db
        .insertInto("groups")
        .values({ portal_id: stoa.portalId(), name: "Forklift drivers" })
        .returning("id")
        .executeTakeFirstOrThrow();
      await db
        .insertInto("group_members")
        .values({ portal_id: stoa.portalId(), group_id: id, user_id: studentId, cause: "hand" })
        .execute();
    });
    const page = await stoa.signedIn({ email: "admin@stoa.example" });
    await page.goto(stoa.url("/v/portal/announcement"));
    await heading(page, "Portal Announcement").waitFor();
    await page.getByRole("button", { name: "Write an announcement" }).first().click();
    const form = page.getByRole("dialog", { name: "Write an announcement" });
    await form.getByRole("button", { name: "Publish" }).click();
    await form.getByText("Write a title.").waitFor();
    await form.getByRole("textbox", { name: "Title" }).fill("Brakes are checked");
    const text = form.getByRole("textbox", { name: "Text" });
    await text.fill("Before each shift.\n\nNo check, no drive.");
    await text.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(20, 28));
    await form.getByRole("button", { name: "Bold" }).click();
    await form.locator(".text-preview strong", { hasText: "No check" }).waitFor();
    await choose(form, "radio", /^People of a course/);
    await form.getByRole("combobox", { name: "Course" }).waitFor();
    // By the arrow keys to the choice before it.
    await form.getByRole("radio", { name: /^People of a course/ }).press("ArrowUp");
    await form.getByRole("checkbox", { name: "Forklift drivers" }).waitFor();
    await page.setViewportSize({ width: 390, height: 800 });
    expect(await axe(page, "an announcement for people in groups, 390 px")).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await page.setViewportSize({ width: 1280, height: 800 });
    await form.getByRole("button", { name: "Publish" }).click();
    await form.getByRole("alert").getByText("Choose a group, or choose everybody.").waitFor();
    await choose(form, "checkbox", "Forklift drivers");
    await form.getByText("1 person fits this now").waitFor();
    // Whoever asks whether somebody is in is told so, and why.
    const check = async (typed: string, option: RegExp, verdict: RegExp) => {
      await pick(form.getByRole("combobox", { name: "Check a person" }), typed, option);
      await form.getByRole("button", { name: "Are they in?" }).click();
      const why = page.getByRole("dialog", { name: /^Is .* in, and why\?$/ });
      await why.getByText(verdict).waitFor();
      for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 800 });
        expect(await axe(page, `who an announcement is for, ${verdict.source}, ${width} px`)).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      }
      await page.setViewportSize({ width: 1280, height: 800 });
      await why.getByRole("button", { name: "Close", exact: true }).last().click();
      await why.waitFor({ state: "detached" });
    };
    await check(email, /student@stoa\.example/, / is in: /);
    await check("author@stoa.example", /author@stoa\.example/, / is not in: /);
    await choose(form, "checkbox", "People confirm that they have read it");
    await form.getByRole("button", { name: "Publish" }).click();
    await heading(page, "Brakes are checked").waitFor();
    await page.getByText("0 of 1 people have confirmed it, 0 have opened it.").waitFor();
    await page.getByText("People in the group Forklift drivers").waitFor();

    const other = await stoa.signedIn({ email: "author@stoa.example" });
    await other.goto(stoa.url("/v/student/dashboard"));
    await heading(other, "Dashboard").waitFor();
    expect(await other.evaluate(async () => (await (await fetch("/rest/environment/announcements")).text()).includes("Brakes"))).toBe(
      false,
    );

    const phone = await stoa.signedIn({ email, viewport: { width: 390, height: 844 } });
    await phone.goto(stoa.url("/v/student/dashboard"));
    // It opens by itself, because it is to be confirmed.
    const dialog = phone.getByRole("dialog", { name: "Announcement" });
    await dialog.getByRole("heading", { name: "Brakes are checked" }).waitFor();
    // All of the window but its scroll bar.
    await soon(async () => (await dialog.boundingBox())?.width ?? 0).toBeGreaterThan(370);
    await phone.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await phone.reload();
    await dialog.getByRole("button", { name: "I have read this" }).click();
    await dialog.getByText(/^You confirmed this on/).waitFor();
    await phone.reload();
    await heading(phone, "Dashboard").waitFor();
    await phone.getByRole("button", { name: "Announcement", exact: true }).click();
    await dialog.getByText(/^You confirmed this on/).waitFor();

    await page.reload();
    await page.getByText("1 of 1 people have confirmed it, 1 have opened it.").waitFor();
    await page.getByRole("link", { name: "Export CSV" }).waitFor();
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByText("The announcement was deleted").waitFor();
    await heading(page, "Portal Announcement").waitFor();
    expect(await page.getByRole("link", { name: "Brakes are checked" }).count()).toBe(0);
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("link", { name: "Brakes are checked" }).click();
    await page.getByRole("heading", { name: "What was done with it" }).waitFor();
    await page.getByText("Announcement brought back").waitFor();

    // One for which the page waits cannot be put aside.
    const changed = page.getByRole("dialog", { name: "Change the announcement" });
    const changeIt = async (...boxes: string[]) => {
      await page.getByRole("button", { name: "Change", exact: true }).click();
      // It opens on the choice that its condition is.
      expect(await changed.getByRole("radio", { name: /^People in groups/ }).isChecked()).toBe(true);
      for (const name of boxes) await choose(changed, "checkbox", name);
    };
    await changeIt("The page waits until they do", "Important", "Everybody reads it again");
    await changed.getByRole("button", { name: "Save" }).click();
    await changed.waitFor({ state: "detached" });
    await page.getByText("The page waits until it is confirmed").waitFor();
    await phone.reload();
    await dialog.getByText("Confirm what is marked below to go on.").waitFor();
    expect(await axe(phone, "an announcement for which the page waits")).toEqual([]);
    expect(await dialog.getByRole("button", { name: "Close" }).count()).toBe(0);
    await phone.keyboard.press("Escape");
    await dialog.getByRole("button", { name: "Sign out" }).waitFor();
    await dialog.getByRole("button", { name: "I have read this" }).click();
    await dialog.getByRole("button", { name: "Close" }).click();
    await dialog.waitFor({ state: "detached" });

    await page.getByRole("button", { name: "Send to me" }).click();
    await page.getByText("It is on its way to you").waitFor();

    // A banner below the header leads to it, on every page until it was opened or put away.
    await changeIt("People confirm that they have read it", "Everybody reads it again");
    await changed.getByRole("button", { name: /How it comes to people$/ }).click();
    await page.getByRole("option", { name: "A banner at the top of every page" }).click();
    await changed.getByRole("button", { name: "Save" }).click();
    await changed.waitFor({ state: "detached" });
    await phone.reload();
    await phone.getByRole("status").filter({ hasText: "Brakes are checked" }).getByRole("button", { name: "Read it" }).click();
    await dialog.getByRole("heading", { name: "Brakes are checked" }).waitFor();
    expect(await dialog.getByRole("button", { name: "I have read this" }).count()).toBe(0);
    await dialog.getByRole("button", { name: "Close" }).click();
    await changeIt("Everybody reads it again");
    await changed.getByRole("button", { name: "Save" }).click();
    await changed.waitFor({ state: "detached" });
    await phone.reload();
    const banner = phone.getByRole("status").filter({ hasText: "Brakes are checked" });
    const kept = phone.waitForResponse((reply) => reply.url().endsWith("/announcements/read"));
    await banner.getByRole("button", { name: "Close message" }).click();
    expect((await kept).status()).toBe(200);
    expect(await banner.count()).toBe(0);
    expect(await phone.getByRole("button", { name: "Announcement", exact: true }).count()).toBe(1);
  },
);
