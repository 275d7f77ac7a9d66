import { expect, test } from "vitest";
import { heading } from "./support/actions.ts";
import { useStoa } from "./support/use-stoa.ts";

// An admin writes how the portal is reached and a page in two languages; visitors read it before signing in, each in their language.
const stoa = useStoa();

test(
  "an admin drafts, previews and publishes a public page, visitors read it, and an older text comes back",
  { timeout: 120_000 },
  async () => {
    const page = await stoa.signedIn({ email: "admin@stoa.example" });
    await page.goto(stoa.url("/v/portal/settings/pages?page=privacy"));
    await heading(page, "Public pages").waitFor();
    const form = page.getByRole("form", { name: "Privacy" });
    const english = form.getByRole("textbox", { name: "Text in English" });
    await english.fill("We keep little.\n\nAnd nothing else.");
    await english.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(8, 14));
    await form.getByRole("region", { name: "English" }).getByRole("button", { name: "Bold" }).click();
    await form.locator(".pages-preview strong", { hasText: "little" }).waitFor();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    const draft = page.getByRole("region", { name: "Draft" });
    await draft.getByText("Nobody else reads it").waitFor();

    const phone = await stoa.visitor({ viewport: { width: 390, height: 844 } });
    await phone.goto(stoa.url("/About/Privacy.aspx"));
    await phone.locator(".prose h3", { hasText: "How long" }).waitFor();
    await draft.getByRole("button", { name: "Publish" }).click();
    await draft.getByText("This is what everybody reads.").waitFor();
    await phone.reload();
    await phone.locator(".prose strong", { hasText: "little" }).waitFor();
    expect(await phone.locator(".prose h3").count()).toBe(0);

    // The text of before is taken as the draft, and shown in the preview.
    await page
      .getByRole("button", { name: /^Take the text of/ })
      .first()
      .click();
    await draft.getByText("Nobody else reads it").waitFor();
    await form.locator(".pages-preview h3", { hasText: "How long" }).waitFor();

    // How the portal is reached, with an address that cannot be.
    await page.getByRole("navigation", { name: "Public pages" }).getByRole("link", { name: "Contact" }).click();
    const contact = page.getByRole("form", { name: "Contact" });
    await contact.getByRole("textbox", { name: "Email" }).fill("nobody");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await contact.getByText("Write an email address").waitFor();
    await contact.getByRole("textbox", { name: "Email" }).fill("help@northwind.example");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await draft.getByRole("button", { name: "Publish" }).click();
    await draft.getByText("This is what everybody reads.").waitFor();
    await phone.goto(stoa.url("/About/Contact.aspx"));
    await phone.getByRole("link", { name: "help@northwind.example" }).waitFor();
  },
);

test("of two admins who write at once, the second keeps what they typed and is told", { timeout: 120_000 }, async () => {
  const [first, second] = [await stoa.signedIn({ email: "admin@stoa.example" }), await stoa.signedIn({ email: "admin@stoa.example" })];
  for (const page of [first, second]) {
    await page.goto(stoa.url("/v/portal/settings/pages?page=copyright"));
    const form = page.getByRole("form", { name: "Copyright policies" });
    await form.getByRole("button", { name: "Write a text in English" }).click();
    await form.getByRole("textbox", { name: "Text in English" }).fill(page === first ? "Mine." : "Yours.");
  }
  await first.getByRole("button", { name: "Save", exact: true }).click();
  await first.getByRole("region", { name: "Draft" }).getByText("Nobody else reads it").waitFor();
  await second.getByRole("button", { name: "Save", exact: true }).click();
  const told = second.getByRole("alert").filter({ hasText: "Somebody else changed this page meanwhile" });
  await told.waitFor();
  const text = second.getByRole("textbox", { name: "Text in English" });
  expect(await text.inputValue()).toBe("Yours.");
  await told.getByRole("button", { name: "Load again" }).click();
  await expect.poll(() => text.inputValue()).toBe("<p>Mine.</p>");
});
