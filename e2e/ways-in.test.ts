import { Secret, TOTP } from "otpauth";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { choose, heading, soon } from "./support/actions.ts";
import { axe } from "./support/axe.ts";
import { signInOnPage, student } from "./support/stoa.ts";
import { useStoaWithMail } from "./support/use-stoa-with-mail.ts";

// Getting in by what comes by mail, with a real mail server and a real worker: back in after a forgotten password, and in for the first time.
const { stoa, lettersTo, linkTo } = useStoaWithMail();

const newPassword = "violet-harbour-lantern-41";

async function chooseTotp(page: Page): Promise<TOTP> {
  await page.goto(stoa.url("/v/student/myAccount"));
  await page.getByRole("button", { name: "Set up", exact: true }).click();
  const adding = page.getByRole("dialog", { name: "Set up an authenticator app" });
  await adding.getByRole("textbox", { name: "Your password" }).fill("stoa-demo-2026");
  await adding.getByRole("button", { name: "Continue" }).click();
  const uri = (await adding.getByRole("link", { name: "Open the app on this device" }).getAttribute("href")) ?? "";
  const app = new TOTP({ secret: Secret.fromBase32(new URL(uri).searchParams.get("secret") ?? "") });
  await adding.getByLabel("Code that the app shows now").fill(app.generate());
  await adding.getByRole("button", { name: "Add the app" }).click();
  await page.getByRole("dialog", { name: "Recovery codes" }).getByRole("button", { name: "I have kept them" }).click();
  return app;
}

test("who forgot the password gets a link, sets another, proves the second factor and is on the page that was wanted", async () => {
  const own = await stoa.signedIn();
  const app = await chooseTotp(own);
  await own.context().close();

  const page = await stoa.visitor({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await page.goto(stoa.url("/v/student/history"));
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await page.getByLabel("Email").fill(student);
  await page.getByRole("button", { name: "Send the link" }).click();
  await heading(page, "Look into your email").waitFor();

  await page.goto(await linkTo(student, "/v/auth/reset"));
  // In another language the page is loaded anew, and keeps the secret that has left its address.
  await page.getByRole("button", { name: "Deutsch" }).tap();
  await heading(page, "Legen Sie Ihr Passwort fest").waitFor();
  await page.getByRole("button", { name: "English" }).tap();
  await heading(page, "Set your password").waitFor();
  expect(new URL(page.url()).hash).toBe("");
  // While it is typed, words say how strong it is and why it would be refused.
  const strength = page.getByRole("status").filter({ hasText: "password" });
  await page.getByLabel("New password", { exact: true }).fill("password1234");
  await strength.getByText("Weak password").waitFor();
  await strength.getByText(/one of the first that attackers try|lists of stolen passwords/).waitFor();
  await page.getByLabel("New password", { exact: true }).fill(newPassword);
  await strength.getByText("Strong password").waitFor();
  await page.getByRole("button", { name: "Set the password" }).click();
  await heading(page, "Your password is set").waitFor();
  await page.getByRole("button", { name: "Sign in" }).click();

  await signInOnPage(page, student, newPassword);
  // The code of the period in which the app was added counts once; the next one is good as well.
  await page.getByLabel("Code from your authenticator app").fill(app.generate({ timestamp: Date.now() + 30_000 }));
  await page.getByRole("button", { name: "Continue" }).click();
  await heading(page, "Student History").waitFor();
  expect(new URL(page.url()).pathname).toBe("/v/student/history");
  await page.context().close();
}, 120_000);

test("people register, wait, are let in many at once, are told by mail, and sign in", async () => {
  const admin = await stoa.signedIn({ email: "admin@stoa.example" });
  await admin.goto(stoa.url("/v/users/registrations"));
  await admin.getByRole("button", { name: "Who may register" }).click();
  const settings = admin.getByRole("dialog", { name: "Who may register" });
  await choose(settings, "radio", /^With approval/);
  await settings.getByRole("button", { name: "Save" }).click();
  await settings.waitFor({ state: "detached" });

  const newcomers = ["ines.novak@example.org", "omar.reyes@example.org"];
  for (const email of newcomers) {
    const page = await stoa.visitor();
    await page.goto(stoa.url("/v/auth/register"));
    await page.getByLabel("Given name").fill(email.startsWith("ines") ? "Ines" : "Omar");
    await page.getByLabel("Family name").fill("Newcomer");
    await page.getByLabel("Email").fill(email);
    if (await page.getByLabel("I agree to these terms").isVisible()) await page.getByLabel("I agree to these terms").check();
    await page.getByRole("button", { name: "Register" }).click();
    // Opened in the tab that waits for it, where only what is behind # differs.
    await page.goto(await linkTo(email, "/v/auth/register"));
    await page.getByLabel("New password", { exact: true }).fill(newPassword);
    await page.getByRole("button", { name: "Confirm my email" }).click();
    await heading(page, "Your email is confirmed").waitFor();
    // The link is used: in another language the next page follows.
    await page.getByRole("button", { name: "Deutsch" }).click();
    await heading(page, "Anmelden").waitFor();
    await page.context().close();
  }

  await admin.goto(stoa.url("/v/users/registrations"));
  await admin.getByText("Waits to be let in").first().waitFor();
  for (const name of ["Ines Newcomer", "Omar Newcomer"]) await admin.getByRole("checkbox", { name: `Select ${name}` }).check();
  await admin.getByRole("button", { name: "Let in" }).click();
  await admin.getByRole("dialog").getByRole("button", { name: "Let in" }).click();
  await admin.getByRole("dialog").waitFor({ state: "detached" });
  for (const email of newcomers) {
    const page = await stoa.visitor();
    await page.goto(await linkTo(email, "/v/auth/login"));
    await signInOnPage(page, email, newPassword);
    await heading(page, "Dashboard").waitFor();
    await page.context().close();
  }
  await admin.context().close();
}, 120_000);

test("on a phone somebody changes their email by a link to the new one, withdraws a first try, and the old one is told (security.md row 58)", async () => {
  const person = "clerk@stoa.example";
  const [typo, email] = ["clerk@exmaple.org", "clerk.moved@example.org"];
  const url = (path: string) => stoa.url(path, "civic");
  const page = await stoa.signedIn({
    email: person,
    portal: "civic",
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto(url("/v/student/myAccount"));
  const part = page.getByRole("region", { name: "Email", exact: true });
  const found: string[] = [];
  const look = async (where: string) => {
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      found.push(...(await axe(page, `${where}, ${colorScheme}`)));
    }
  };
  const ask = async (wanted: string, password: string) => {
    await part.getByRole("button", { name: "Change email" }).click();
    const dialog = page.getByRole("dialog", { name: "Change email" });
    await dialog.getByLabel("New email").fill(wanted);
    await dialog.getByLabel("Your password").fill("not it");
    await dialog.getByRole("button", { name: "Send the link" }).click();
    await dialog.getByText("This is not your current password.").waitFor();
    await look("change of the email");
    await dialog.getByLabel("Your password").fill(password);
    await dialog.getByRole("button", { name: "Send the link" }).click();
    await dialog.waitFor({ state: "detached" });
  };
  await ask(typo, "stoa-demo-2026");
  await part.getByText(typo).waitFor();
  await part.getByRole("button", { name: "Withdraw the change" }).click();
  await part.getByText(typo).waitFor({ state: "detached" });
  await ask(email, "stoa-demo-2026");
  await part.getByText(email).waitFor();
  await part.getByText(person, { exact: true }).waitFor();
  await look("an email that waits");

  await page.goto(await linkTo(email, "/v/auth/email"));
  await page.getByText("Go on only if that account is yours.").waitFor();
  await look("page of the link to a new email");
  expect(page.url()).toBe(url("/v/auth/email"));
  await page.getByRole("button", { name: "Change the email" }).click();
  await heading(page, "Your email is changed").waitFor();
  await look("changed email");
  expect(found).toEqual([]);
  await page.getByRole("button", { name: "Open my account" }).click();
  await part.getByText(email, { exact: true }).waitFor();
  await soon(async () => (await lettersTo(person)).filter((letter) => /^Subject: Your email was changed/m.test(letter)).length).toBe(1);
  await page.context().close();

  const anew = await stoa.visitor();
  await anew.goto(url("/v/auth/login"));
  await signInOnPage(anew, email, "stoa-demo-2026");
  await heading(anew, "Dashboard").waitFor();
  await anew.context().close();
}, 120_000);
