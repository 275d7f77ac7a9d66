import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { builders } from "#app/test/builders.ts";
import { loadCatalogues, wordsOf } from "#platform/catalogue.ts";
import { choose, heading, pick, soon } from "./support/actions.ts";
import { axe } from "./support/axe.ts";
import { password } from "./support/stoa.ts";
import { useStoaWithMail } from "./support/use-stoa-with-mail.ts";

// A portal of one's own, from nothing to the first question (issue 12): opened from a template, branded, announced in, looked after; in its language from its first
// letter on.
const { stoa, linkTo } = useStoaWithMail();
beforeAll(loadCatalogues);
const phone = { width: 390, height: 844 };
const languages = [
  {
    locale: "en",
    language: "English",
    name: "Harbour North",
    slug: "harbour-north",
    contrast: /a contrast of 1\.4/,
    confirmed: /confirmed/,
  },
  { locale: "de", language: "Deutsch", name: "Hafen Nord", slug: "hafen-nord", contrast: /Kontrast von 1,4/, confirmed: /bestätigt/ },
] as const;

const journey = "a portal is opened, branded, announced in and looked after, and its learner asks for help on a phone: in $language";
test.for(languages)(journey, { timeout: 240_000 }, async ({ locale, language, name, slug, contrast, confirmed }) => {
  const said = (text: string) => wordsOf(locale, text);
  const beginsWith = (text: string) => new RegExp(`^${said(text)}`);
  const emailOf = (person: string) => `${person}@${slug}.example`;
  const first = emailOf("ada.first");
  const system = await stoa.signedIn({ email: "system@stoa.example" });
  await system.goto(stoa.url("/v/sysAdmin/portals/new"));
  await system.getByRole("textbox", { name: "Name", exact: true }).fill(name);
  await pick(system.getByRole("combobox", { name: "Template" }), "Harbor", "Harbor Health");
  await system.getByRole("textbox", { name: "Email" }).fill(first);
  await system.getByRole("button", { name: /Language$/ }).click();
  await system.getByRole("option", { name: language }).click();
  await system.getByRole("button", { name: "Open the portal" }).click();
  await heading(system, name).waitFor();
  const portalId = Number(/portals\/(\d+)/.exec(system.url())?.[1]);
  const at = (path: string) => stoa.url(path).replace("//localhost", `//${slug}.localhost`);

  const signIn = async (page: Page, email: string, secret = password) => {
    await page.getByLabel(said("Email")).fill(email);
    await page.getByLabel(said("Password"), { exact: true }).fill(secret);
    await page.getByRole("button", { name: said("Sign in"), exact: true }).click();
    await page.waitForURL("**/v/student/dashboard**");
  };
  // As where the language is spoken: visitors read what their browser asks for.
  const browser = { locale: `${locale}-${locale === "de" ? "DE" : "GB"}` };
  const admin = await stoa.visitor(browser);
  await admin.goto(await linkTo(first, "/v/auth/reset"));
  expect(new URL(admin.url()).hostname).toBe(`${slug}.localhost`);
  await admin.getByLabel(said("New password"), { exact: true }).fill("Zwölf Boxkämpfer jagen Viktor");
  await admin.getByRole("button", { name: said("Set the password") }).click();
  await heading(admin, said("Your password is set")).waitFor();
  await admin.getByRole("button", { name: said("Sign in"), exact: true }).click();
  await signIn(admin, first, "Zwölf Boxkämpfer jagen Viktor");

  // Yellow with white words could not be read: that is corrected, and said.
  await admin.goto(at("/v/portal/logo"));
  const colours = admin.getByRole("region", { name: said("Colours") });
  await colours.getByRole("textbox", { name: said("Navigation"), exact: true }).fill("#ffd400");
  await colours.getByRole("textbox", { name: said("Words of the navigation"), exact: true }).fill("#fff");
  await admin.keyboard.press("Enter");
  await colours.getByText(contrast).waitFor();
  await admin.getByText(said("The draft is saved. Nobody sees it before it is published.")).waitFor();
  await admin.getByRole("button", { name: said("Publish"), exact: true }).click();
  await admin.getByText(said("Everybody sees the new look now")).waitFor();

  // People and a course that the portal has by then; that people come by invitations is a test of its own.
  const { passwordHash } = await stoa.databases.inSystem("prepare a test", (db) =>
    db.selectFrom("users").select("password_hash as passwordHash").where("email", "=", "student@stoa.example").executeTakeFirstOrThrow(),
  );
  const make = builders(stoa.databases, () => portalId, passwordHash ?? "");
  const manager = await make.aPerson("a", { givenName: "Mara", familyName: "Leitung", email: emailOf("mara"), isManager: true });
  const learner = await make.aPerson("a", { givenName: "Lena", familyName: "Kunz", email: emailOf("lena") });
  const { id: courseId } = await make.aCourse("a", { title: "Kran und Last", language: locale });
  await make.anEnrolment("a", { courseId, userId: learner.id, dueAt: new Date(Date.now() - 3 * 86_400_000) });

  await admin.goto(at("/v/portal/announcement"));
  await admin
    .getByRole("button", { name: said("Write an announcement") })
    .first()
    .click();
  const form = admin.getByRole("dialog", { name: said("Write an announcement") });
  await form.getByRole("textbox", { name: beginsWith("Title") }).fill("Der Kai ist gesperrt");
  await form.getByRole("textbox", { name: beginsWith("Text") }).fill("Bis Freitag.");
  await choose(form, "checkbox", said("People confirm that they have read it"));
  await form.getByRole("button", { name: said("Publish"), exact: true }).click();
  await heading(admin, "Der Kai ist gesperrt").waitFor();

  /** The announcement opens by itself, for whoever has not confirmed it. */
  const confirmIt = async (page: Page) => {
    const told = page.getByRole("dialog", { name: said("Announcement") });
    await told.getByRole("heading", { name: "Der Kai ist gesperrt" }).waitFor();
    expect(await axe(page, "an announcement of one's own portal")).toEqual([]);
    await told.getByRole("button", { name: said("I have read this") }).click();
    await told.getByText(confirmed).waitFor();
    await told
      .getByRole("button", { name: said("Close") })
      .first()
      .click();
    await told.waitFor({ state: "detached" });
  };
  // Both have had the offer of a tour (e2e/tours.test.ts).
  const tours = ["Student", "Manager"];
  await stoa.databases.inSystem("prepare a test", (db) =>
    db.updateTable("users").set({ tours }).where("email", "in", [manager.email, learner.email]).execute(),
  );
  const lead = await stoa.visitor(browser);
  await lead.goto(at("/v/auth/login"));
  await signIn(lead, manager.email);
  await lead.goto(at("/v/manager/dashboard?state=overdue"));
  await confirmIt(lead);
  await lead.getByRole("checkbox", { name: "Lena Kunz" }).check();
  await lead.getByRole("button", { name: said("Remind"), exact: true }).click();
  await lead
    .getByRole("dialog")
    .getByRole("button", { name: /1 person/i })
    .click();
  await lead.getByRole("dialog").waitFor({ state: "hidden" });

  const page = await stoa.visitor({ ...browser, viewport: phone });
  await page.goto(at("/v/auth/login"));
  await signIn(page, learner.email);
  await confirmIt(page);
  const bar = await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--nav-bg"));
  expect(bar).toBe("#ffd400");
  await page
    .getByRole("banner")
    .getByRole("button", { name: beginsWith("Notifications") })
    .click();
  await page
    .getByRole("dialog", { name: said("Notifications") })
    .getByRole("link", { name: /Mara Leitung/ })
    .click();
  await page.waitForURL(`**/v/course/details/online/${courseId}`);
  await heading(page, "Kran und Last").waitFor();

  await page.getByRole("button", { name: said("Help"), exact: true }).click();
  await page
    .getByRole("dialog")
    .getByRole("link", { name: said("Ask for help") })
    .click();
  await page.getByRole("button", { name: new RegExp(said("What is it about?").replace("?", "\\?")) }).click();
  await page.getByRole("option", { name: said("A course"), exact: true }).click();
  await page.getByLabel(said("Your question")).fill("Wann darf ich auf den Kai?");
  await page.getByRole("button", { name: said("Send"), exact: true }).click();
  await heading(page, said("Your question")).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);

  await admin.goto(at("/v/portal/questions"));
  await confirmIt(admin);
  await admin.getByRole("link", { name: "Wann darf ich auf den Kai?" }).click();
  await admin.getByLabel(said("Your answer")).fill("Am Samstag.");
  await admin.getByRole("button", { name: said("Send the answer") }).click();
  await page.reload();
  await soon(() => page.getByText("Am Samstag.").count()).toBe(1);
  for (const window of [system, admin, lead, page]) await window.context().close();
});
