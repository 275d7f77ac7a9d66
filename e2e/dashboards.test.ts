import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { axe } from "./support/axe.ts";
import { signInOnPage } from "./support/stoa.ts";
import { useStoa } from "./support/use-stoa.ts";

// The dashboards of managers and admins, as those who work with them use them.

const stoa = useStoa();

/** A figure of a dashboard, a link to its list. */
const figure = (page: Page, words: string) => page.getByRole("list", { name: /^Figures/ }).getByRole("link", { name: words });

test(
  "a manager signs in to the dashboard, reminds an overdue learner, who finds it in the bell; again the same day nobody is reminded (ROLE-6)",
  { timeout: 90_000 },
  async () => {
    const email = "manager@stoa.example";
    const userId = await stoa.userId(email);
    await stoa.databases.inSystem("prepare a test", (db) =>
      db
        .insertInto("last_roles")
        .values({ portal_id: stoa.portalId(), user_id: userId, role: "Manager" })
        .onConflict((conflict) => conflict.columns(["portal_id", "user_id"]).doUpdateSet({ role: "Manager" }))
        .execute(),
    );
    const page = await stoa.visitor();
    await page.goto(stoa.url("/v/auth/login"));
    await signInOnPage(page, email);
    await page.waitForURL("**/v/manager/dashboard");
    const overdue = figure(page, "People with something overdue");
    const count = Number((await overdue.innerText()).split("\n")[0]);
    await overdue.click();
    await page.waitForURL("**/v/manager/dashboard?state=overdue");
    await page.getByText(`1 to ${count} of ${count}`).waitFor();

    await page.getByRole("checkbox", { name: "Amara Okafor" }).check();
    await page.getByRole("button", { name: "Remind", exact: true }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("It cannot be undone.").waitFor();
    await dialog.getByRole("button", { name: "Remind 1 person" }).click();
    await dialog.waitFor({ state: "hidden" });

    const learner = await stoa.signedIn({ viewport: { width: 390, height: 844 } });
    await learner.goto(stoa.url("/v/student/dashboard"));
    await learner
      .getByRole("banner")
      .getByRole("button", { name: /^Notifications/ })
      .click();
    const told = learner
      .getByRole("dialog", { name: "Notifications" })
      .getByRole("link", { name: /Priya Raman reminds you: 1 course is overdue/ });
    await told.click();
    await learner.waitForURL("**/v/course/catalog/myonlinecourses");

    await page.getByRole("checkbox", { name: "Amara Okafor" }).check();
    await page.getByRole("button", { name: "Remind", exact: true }).click();
    await dialog.getByText("Reminded today already").waitFor();
    await dialog.getByRole("button", { name: "Cancel" }).click();
  },
);

test(
  "a manager names a deputy, who looks after the same people at once, and ends it on a phone in German (ROLE-6)",
  { timeout: 90_000 },
  async () => {
    const found: string[] = [];
    const look = async (page: Page, where: string) => {
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        found.push(...(await axe(page, `${where}, ${colorScheme}`)));
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0);
    };
    const page = await stoa.signedIn({ email: "shift-manager@stoa.example" });
    await page.goto(stoa.url("/v/manager/dashboard"));
    const away = page.getByRole("region", { name: "While you are away" });
    await away.getByRole("button", { name: "Name a deputy" }).press("Enter");
    const dialog = page.getByRole("dialog", { name: "Name a deputy" });
    await dialog.getByRole("button", { name: "Name a deputy" }).click();
    await dialog.getByText("Say until when.").waitFor();
    await look(page, "naming a deputy");
    await dialog.getByLabel("Email").fill("nobody@stoa.example");
    await dialog.getByLabel("Last day").fill(new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10));
    await dialog.getByRole("button", { name: "Name a deputy" }).click();
    await dialog.getByText("Nobody in this portal has this e-mail address.").waitFor();
    await dialog.getByLabel("Email").fill("student@stoa.example");
    await dialog.getByRole("button", { name: "Name a deputy" }).press("Enter");
    await dialog.waitFor({ state: "hidden" });
    await away.getByText("Amara Okafor stands in for you").waitFor();
    await look(page, "a manager with a deputy");

    const deputy = await stoa.signedIn();
    await deputy.goto(stoa.url("/v/manager/dashboard"));
    await deputy.getByText(/^You stand in for/).waitFor();
    const people = async (of: Page) => (await of.request.get(stoa.url("/rest/people"))).json() as Promise<{ total: number }>;
    expect((await people(deputy)).total).toBe((await people(page)).total);

    const userId = await stoa.userId("shift-manager@stoa.example");
    await stoa.databases.inSystem("prepare a test", (db) =>
      db.updateTable("users").set({ locale: "de" }).where("id", "=", userId).execute(),
    );
    await page.setViewportSize({ width: 390, height: 844 });
    await page.reload();
    await page.getByText("Amara Okafor vertritt Sie").waitFor();
    await look(page, "a manager with a deputy, on a phone");
    await page.getByRole("button", { name: "Beenden: Amara Okafor vertritt Sie" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "OK" }).click();
    await page.getByText("Amara Okafor vertritt Sie nicht mehr").waitFor();
    expect((await deputy.request.get(stoa.url("/rest/people"))).status()).toBe(403);

    // Before the days begin, the deputy sees it in the account, where they end it.
    await page.getByRole("button", { name: "Vertretung benennen" }).click();
    const form = page.getByRole("dialog");
    await form.getByLabel("E-Mail").fill("student@stoa.example");
    const inDays = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString().slice(0, 10);
    await form.getByLabel("Erster Tag").fill(inDays(3));
    await form.getByLabel("Letzter Tag").fill(inDays(5));
    await form.getByRole("button", { name: "Vertretung benennen" }).press("Enter");
    await form.waitFor({ state: "hidden" });
    await deputy.goto(stoa.url("/v/student/myAccount"));
    await deputy
      .getByRole("region", { name: "Deputies" })
      .getByText(/^You stand in for/)
      .waitFor();
    await look(deputy, "the account of a deputy to come");
    await deputy.getByRole("button", { name: /^End: you stand in for/ }).click();
    await deputy.getByRole("alertdialog").getByRole("button", { name: "OK" }).click();
    await deputy.getByText(/^You do not stand in for .* any more$/).waitFor();
    await deputy.getByRole("region", { name: "Deputies" }).waitFor({ state: "hidden" });
    expect(found).toEqual([]);
  },
);

test("each figure of the Admin Dashboard opens a list with that many rows (specification §2)", { timeout: 90_000 }, async () => {
  const page = await stoa.signedIn({ email: "admin@stoa.example" });
  await page.goto(stoa.url("/v/dashboard/admin"));
  const links = page.getByRole("list", { name: "Figures of the portal" }).getByRole("link");
  await links.first().waitFor();
  const shown = await links.evaluateAll((all) =>
    all.map((one) => ({ to: one.getAttribute("href") ?? "", count: Number((one as HTMLElement).innerText.split("\n")[0]) })),
  );
  expect(shown.length).toBeGreaterThan(8);
  for (const { to, count } of shown.filter(({ count: some }) => some > 0)) {
    await page.goto(stoa.url(to));
    await page
      .getByText(new RegExp(`(?:of|^)\\s*${count}(?:\\s|$)`))
      .first()
      .waitFor();
  }
});
