import { expect, test } from "vitest";
import { heading, soon } from "./support/actions.ts";
import { axe } from "./support/axe.ts";
import { windowFor } from "./support/screens.ts";
import { useStoaWithMail } from "./support/use-stoa-with-mail.ts";

// An admin writes a letter in the portal's own words (MAIL-1, MAIL-2), with a real mail server and a real worker.
const { stoa, lettersTo } = useStoaWithMail();

/** A message as people read it: the bytes of its text (quoted-printable) as letters. */
const readable = (message: string) =>
  Buffer.from(
    message.replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    "latin1",
  ).toString("utf8");

test("an admin writes the invitation in German, is told of a misspelt variable, looks at it, and gets exactly that as a test", async () => {
  const admin = await windowFor(stoa, "admin", "northwind", { viewport: { width: 390, height: 844 } });
  await admin.goto(stoa.url("/v/admin/emailSettings"));
  await admin.getByRole("link", { name: "Email Texts" }).click();
  await heading(admin, "Email Texts").waitFor();
  expect(await axe(admin, "letters")).toEqual([]);
  await admin.getByRole("link", { name: "Invitation, German: Inherited" }).click();
  await heading(admin, "Invitation").waitFor();
  const subject = admin.getByRole("textbox", { name: "Subject" });
  expect(await subject.inputValue()).toBe("Einladung zu {portal}");

  await subject.fill("Willkommen bei {portal}");
  const text = admin.getByRole("textbox", { name: "Text of the email" });
  await text.fill("Schön, dass Sie kommen.\n\n{link}\n\nBis {untill} steht Ihnen die Tür offen.");
  await admin.getByRole("button", { name: "Save", exact: true }).click();
  await text.and(admin.locator("[aria-invalid=true]")).waitFor();
  await admin.locator("#mail-text .ui-error").getByText("{untill} is no variable of this email. Did you mean {until}?").waitFor();

  await text.fill("Schön, dass Sie kommen.\n\n{link}\n\nBis {until} steht Ihnen die Tür offen.");
  await admin.getByRole("textbox", { name: "Button" }).fill("Eintreten");
  await admin.getByRole("textbox", { name: "Email of a person" }).fill("student@stoa.example");
  await admin.getByRole("button", { name: "Show the preview" }).click();
  const frame = admin.frameLocator("iframe.mail-frame");
  await frame.getByRole("heading", { name: "Willkommen bei Northwind Academy" }).waitFor();
  await frame.getByRole("link", { name: "Eintreten" }).waitFor();
  expect(await axe(admin, "a letter")).toEqual([]);

  await admin.getByRole("button", { name: "Send me a test" }).click();
  // Other mail to the admin comes from the demo.
  const tests = async () => (await lettersTo("admin@stoa.example")).filter((one) => one.includes("Willkommen bei"));
  await soon(async () => (await tests()).length).toBe(1);
  const letter = readable((await tests())[0] ?? "").replaceAll("\r\n", "\n");
  expect(letter).toMatch(/^Subject: Willkommen bei Northwind Academy$/m);
  expect(letter).toMatch(
    /Willkommen bei Northwind Academy\n\nSchön, dass Sie kommen\.\n\nEintreten:\nhttp:\S+\/v\/auth\/invitation#hidden\n\nBis Montag, 30\. November 2026 um \d\d:\d\d \(\w+\) steht Ihnen die Tür offen\.\n/,
  );
  expect(letter).toMatch(/<html[^>]* lang="de"/);

  await admin.getByRole("button", { name: "Save", exact: true }).click();
  await admin.getByRole("listitem").filter({ hasText: "Sent now" }).getByText("Willkommen bei {portal}").waitFor();
  // A second text, and the first one taken again.
  await subject.fill("Herein!");
  await admin.getByRole("button", { name: "Save", exact: true }).click();
  await admin.getByRole("listitem").filter({ hasText: "Sent now" }).getByText("Herein!").waitFor();
  await admin.getByRole("button", { name: /^Take the text of / }).click();
  expect(await subject.inputValue()).toBe("Willkommen bei {portal}");
  await admin.getByRole("button", { name: "Save", exact: true }).click();
  await admin.getByRole("listitem").filter({ hasText: "Sent now" }).getByText("Willkommen bei {portal}").waitFor();
  await admin.getByRole("button", { name: "Use the inherited text" }).click();
  await admin.getByRole("listitem").filter({ hasText: "Sent now" }).getByText("Inherited").waitFor();
  expect(await subject.inputValue()).toBe("Einladung zu {portal}");
  await admin.context().close();
}, 120_000);
