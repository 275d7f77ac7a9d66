import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { builders } from "#app/test/builders.ts";
import { makeOrderedLinks } from "#features/auth/server/password-link-orders.ts";
import { heading, pick, soon } from "./support/actions.ts";
import { windowFor, withTwoPortals } from "./support/screens.ts";
import { signInOnPage } from "./support/stoa.ts";
import { useStoaWithMail } from "./support/use-stoa-with-mail.ts";

// What an admin does to chosen people beyond their record in the portal, from Find Users to the person it reaches: with a real mail server and a real worker.
const { stoa, lettersTo, linkTo } = useStoaWithMail();

const made = () => builders(stoa.databases, () => stoa.portalId(), "");

/** Finds somebody by name, chooses them, and presses an action of the menu. */
async function act(page: Page, name: string, action: string) {
  await page.goto(stoa.url(`/v/users/find?q=${encodeURIComponent(name)}`));
  await page
    .getByRole("row", { name: new RegExp(name) })
    .getByRole("checkbox")
    .check();
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: action }).click();
  return page.getByRole("dialog", { name: action });
}

/** Goes on from the question to the preview, which names the person, and does what it says. */
async function confirm(page: Page, name: string, title: string) {
  await page.getByRole("button", { name: "See what changes" }).click();
  const preview = page.getByRole("dialog", { name: title });
  await preview.getByText("This is for 1 person. Nobody is left out.").waitFor();
  await preview.getByText(name).first().waitFor();
  await preview.getByRole("button", { name: title }).click();
  await preview.waitFor({ state: "detached" });
}

test("a message: what is missing is said, the preview names whom it reaches, and it is in their bell and their mail", async () => {
  const page = await windowFor(stoa, "admin", "northwind");
  const dialog = await act(page, "Amara Okafor", "Send a message");
  await dialog.getByRole("button", { name: "See what changes" }).click();
  await dialog.getByText("Write a subject.").waitFor();
  await dialog.getByText("Write a message.").waitFor();
  await dialog.getByLabel("Subject").fill("Fire drill");
  await dialog.getByLabel("Message").fill("We meet in the yard at noon.");
  await confirm(page, "Amara Okafor", "Send “Fire drill” to 1 person");

  const own = await stoa.signedIn();
  await own.goto(stoa.url("/v/student/dashboard"));
  await own
    .getByRole("banner")
    .getByRole("button", { name: /^Notifications/ })
    .click();
  await own.getByRole("dialog", { name: "Notifications" }).getByText("Fire drill").waitFor();
  await own.context().close();
  await soon(
    async () => (await lettersTo("student@stoa.example")).filter((letter) => letter.includes("We meet in the yard at noon.")).length,
  ).toBe(1);

  // Whoever reads the portal's mail finds it on the person's page, as it was sent (USR-1).
  await page.goto(stoa.url(`/v/users/details/${await stoa.userId()}`));
  await page.getByRole("navigation", { name: "About this person" }).getByRole("link", { name: "Messages" }).click();
  await page
    .getByRole("row", { name: /Fire drill/ })
    .getByRole("link", { name: /Fire drill/ })
    .click();
  await heading(page, /Fire drill/).waitFor();
  await page.context().close();
}, 120_000);

test("password links: somebody without a password gets a letter, chooses one, and signs in", async () => {
  const { email } = await made().aPerson("a", { email: "no-password@stoa.example", givenName: "Nora", familyName: "Passless" });
  const page = await windowFor(stoa, "admin", "northwind");
  await act(page, "Nora Passless", "Send password links");
  await confirm(page, "Nora Passless", "Send 1 person a link to choose a password");
  await page.context().close();
  // The worker does this at every full minute.
  await makeOrderedLinks(stoa.databases, stoa.config);
  const own = await stoa.visitor();
  await own.goto(await linkTo(email, "/v/auth/reset"));
  await own.getByLabel("New password", { exact: true }).fill("violet-harbour-lantern-41");
  await own.getByRole("button", { name: "Set the password" }).click();
  await heading(own, "Your password is set").waitFor();
  await own.getByRole("button", { name: "Sign in" }).click();
  await signInOnPage(own, email, "violet-harbour-lantern-41");
  await heading(own, "Dashboard").waitFor();
  await own.context().close();
}, 120_000);

test("moving: the portal has to be chosen, the person is found in the other one and deactivated here, and Undo brings them back", async () => {
  await made().aPerson("a", { givenName: "Milo", familyName: "Mover" });
  await withTwoPortals(stoa);
  const page = await windowFor(stoa, "admin", "northwind");
  const dialog = await act(page, "Milo Mover", "Move to another portal");
  await dialog.getByRole("button", { name: "See what changes" }).click();
  await dialog.getByText("Choose a portal.").waitFor();
  await pick(dialog.getByRole("combobox", { name: "Portal" }), "Harbor", "Harbor Health");
  await confirm(page, "Milo Mover", "Move 1 person to Harbor Health");
  const row = page.getByRole("row", { name: /Milo Mover/ });
  await row.getByText("Deactivated").waitFor();
  const there = await stoa.signedIn({ email: "harbor-admin@stoa.example", portal: "harbor" });
  await there.goto(stoa.url("/v/users/find?q=mover", "harbor"));
  await there
    .getByRole("row", { name: /Milo Mover/ })
    .getByText("Active", { exact: true })
    .waitFor();

  await page.getByRole("region", { name: "Messages" }).getByRole("button", { name: "Undo" }).click();
  await row.getByText("Active", { exact: true }).waitFor();
  await there.reload();
  await heading(there, "Find Users").waitFor();
  expect(await there.getByText("Milo Mover").count()).toBe(0);
  await there.context().close();
  await page.context().close();
}, 120_000);

test("viewing as a role: an admin sees a manager's portal under a banner, changes nothing, and is themselves again (ROLE-5)", async () => {
  const page = await windowFor(stoa, "admin", "northwind");
  await page.goto(stoa.url("/v/users/roles"));
  await page.getByRole("button", { name: "See the portal as Manager" }).click();
  await page.getByRole("dialog", { name: "See the portal as Manager" }).getByRole("button", { name: "Start" }).click();
  const banner = page.getByRole("complementary", { name: "Looking as somebody else" });
  await banner.getByText("has only the role Manager. Nothing can be changed.").waitFor();
  const main = page.getByRole("navigation", { name: "Main" });
  await main.getByRole("link", { name: "Users" }).waitFor();
  expect(await main.getByRole("link", { name: "Settings" }).count()).toBe(0);
  await banner.getByRole("link", { name: "Stop looking" }).click();
  await page.getByRole("button", { name: "See the portal as Manager" }).waitFor();
  expect(await banner.count()).toBe(0);
  await main.getByRole("link", { name: "Settings" }).waitFor();
  await page.context().close();
}, 60_000);

test("many courses are chosen one after another, and the list closes after each", async () => {
  const { aCourse } = made();
  for (let nth = 0; nth < 32; nth++) await aCourse("a", { title: `Aardvark care ${nth}` });
  await aCourse("a", { title: "Zither tuning" });
  const page = await windowFor(stoa, "admin", "northwind");
  await page.goto(stoa.url("/v/users/find?q=okafor"));
  await page
    .getByRole("row", { name: /Amara Okafor/ })
    .getByRole("checkbox")
    .check();
  await page.getByRole("button", { name: "Enrol", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Enrol in courses" });
  for (const [label, title] of [
    ["Course", "Zither tuning"],
    ["Another course", "Aardvark care 31"],
  ] as const) {
    await pick(dialog.getByRole("combobox", { name: label }), title, title);
    await dialog.getByRole("list", { name: "Chosen courses" }).getByText(title).waitFor();
    await page.getByRole("listbox").waitFor({ state: "detached", timeout: 5000 });
  }
  await page.context().close();
}, 60_000);

test("a course stays chosen when the field is left, also one that the list of all begins without", async () => {
  const page = await windowFor(stoa, "admin", "northwind");
  await page.goto(stoa.url(`/v/users/details/${await stoa.userId()}?tab=enrolments`));
  await page.getByRole("button", { name: "Enrol in a course" }).click();
  const dialog = page.getByRole("dialog", { name: /^Enrol / });
  const box = dialog.getByRole("combobox", { name: "Course" });
  await pick(box, "Zither", "Zither tuning");
  await dialog.getByRole("button", { name: "Show all" }).click();
  await page.getByRole("option", { name: "Aardvark care 0" }).waitFor();
  await box.press("Tab");
  await page.getByRole("listbox").waitFor({ state: "detached" });
  expect(await box.inputValue()).toBe("Zither tuning");
  await dialog.getByRole("button", { name: "Enrol", exact: true }).click();
  await page.getByRole("row", { name: /Zither tuning/ }).waitFor();
  await page.context().close();
}, 60_000);
