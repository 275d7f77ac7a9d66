import { expect, test } from "vitest";
import { heading, pick, soon } from "./support/actions.ts";
import { axe } from "./support/axe.ts";
import { useStoa } from "./support/use-stoa.ts";

// An admin sets quick links and puts them in order, and a learner on a phone follows one (QL-1).
const stoa = useStoa();

test("an admin adds, orders, deletes and brings back quick links, and a learner follows one on a phone", { timeout: 300_000 }, async () => {
  const page = await stoa.signedIn({ email: "admin@stoa.example" });
  await page.goto(stoa.url("/v/portal/quickLinks"));
  await heading(page, "Quick Links").waitFor();
  const add = async (title: string, address: string, newTab: boolean) => {
    await page.getByRole("button", { name: "Add a quick link" }).first().click();
    const form = page.getByRole("dialog", { name: "Add a quick link" });
    await form.getByRole("textbox", { name: "Title in English" }).fill(title);
    await form.getByRole("textbox", { name: "Address" }).fill("javascript:alert(1)");
    await form.getByRole("button", { name: "Save" }).click();
    await form.getByText(/^Write an address that begins with https/).waitFor();
    await form.getByRole("textbox", { name: "Address" }).fill(address);
    if (!newTab) await form.getByText("Opens in a new tab").click();
    await form.getByRole("button", { name: "Save" }).click();
    await form.waitFor({ state: "detached" });
    await page.getByRole("row", { name: title }).waitFor();
  };
  await add("Find a course", "/v/course/catalog/categories", false);
  await add("Canteen", "https://canteen.example/menu", true);
  const titles = async () => {
    const found = await page.locator(".ui-ordered .quick-link a bdi").allTextContents();
    return found.filter((one) => one === "Find a course" || one === "Canteen");
  };
  expect(await titles()).toEqual(["Find a course", "Canteen"]);
  // An order is shown before it is saved.
  const ordered = async (move: () => Promise<void>, order: string[]) => {
    const saved = page.waitForResponse((answer) => answer.url().endsWith("/rest/quickLinks/order") && answer.ok());
    await move();
    await soon(titles).toEqual(order);
    await saved;
  };
  // By its button, then by the keyboard back and again, with the focus kept on the row.
  await ordered(() => page.getByRole("button", { name: "Move up: Canteen" }).click(), ["Canteen", "Find a course"]);
  await page.getByRole("row", { name: "Canteen" }).focus();
  await ordered(() => page.keyboard.press("Alt+ArrowDown"), ["Find a course", "Canteen"]);
  await soon(() => page.evaluate(() => document.activeElement?.textContent?.includes("Canteen"))).toBe(true);
  // An order that is long on its way never comes after one that was chosen later.
  await page.route(
    "**/rest/quickLinks/order",
    async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1500));
      await route.continue();
    },
    { times: 1 },
  );
  const both = new Promise<void>((resolve) => {
    let answers = 0;
    page.on("response", (answer) => answer.url().endsWith("/rest/quickLinks/order") && ++answers === 2 && resolve());
  });
  await page.keyboard.press("Alt+ArrowUp");
  await soon(titles).toEqual(["Canteen", "Find a course"]);
  await page.keyboard.press("Alt+ArrowDown");
  await both;
  await page.reload();
  await page.getByRole("row", { name: "Canteen" }).waitFor();
  expect(await titles()).toEqual(["Find a course", "Canteen"]);
  await ordered(() => page.getByRole("button", { name: "Move up: Canteen" }).click(), ["Canteen", "Find a course"]);
  await page.reload();
  await page.getByRole("row", { name: "Canteen" }).waitFor();
  expect(await titles()).toEqual(["Canteen", "Find a course"]);

  // And by the mouse, by its grip: below the other one.
  const below = page.getByRole("row", { name: "Find a course" });
  const { height = 0 } = (await below.boundingBox()) ?? {};
  const drag = { sourcePosition: { x: 20, y: 20 }, targetPosition: { x: 200, y: height - 3 } };
  await ordered(() => page.getByRole("row", { name: "Canteen" }).dragTo(below, drag), ["Find a course", "Canteen"]);
  await page.reload();
  await page.getByRole("row", { name: "Canteen" }).waitFor();
  expect(await titles()).toEqual(["Find a course", "Canteen"]);

  // One that is over is in the list of admins, and on nobody's dashboard.
  const dated = page.getByRole("dialog", { name: "Change the quick link" });
  const until = async (time: string) => {
    await page.getByRole("button", { name: "Change: Canteen" }).click();
    await dated.getByLabel("Until").fill(time);
    if (time) await pick(dated.getByRole("combobox", { name: "Time zone" }), "Auckland", "Pacific/Auckland");
    await dated.getByRole("button", { name: "Save" }).click();
    await dated.waitFor({ state: "detached" });
  };
  await until("2026-01-31T14:30");
  const canteen = page.getByRole("row", { name: "Canteen" });
  await canteen.getByText("Over", { exact: true }).waitFor();
  expect(await canteen.locator(".quick-links-dates").textContent()).toMatch(/^OverUntil Jan 31, 2026, 2:30\sPM, Pacific\/Auckland$/);
  // The form closes too where the list is there again before the environment is.
  const listed = page.waitForResponse((answer) => answer.url().endsWith("/rest/quickLinks") && answer.request().method() === "GET");
  await page.route("**/rest/environment/", async (route) => {
    await listed;
    await route.continue();
  });
  await until("");
  await canteen.locator(".quick-links-dates").waitFor({ state: "detached" });

  // A course is chosen by its title; its address is then that of the link.
  await page.getByRole("button", { name: "Change: Find a course" }).click();
  const address = dated.getByRole("textbox", { name: "Address" });
  await pick(dated.getByRole("combobox", { name: "Or a course of this portal" }), "workstation", "Set up your workstation");
  await soon(() => address.inputValue()).toMatch(/^\/v\/course\/details\/online\/\d+$/);
  await address.fill("/v/course/catalog/categories");
  await dated.getByRole("button", { name: "Save" }).click();
  await dated.waitFor({ state: "detached" });

  await page.getByRole("button", { name: "Delete: Canteen" }).click();
  await page.getByText("The quick link was deleted").waitFor();
  await page.getByRole("row", { name: "Canteen" }).waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("row", { name: "Canteen" }).waitFor();

  const phone = await stoa.signedIn({ email: "student@stoa.example", viewport: { width: 390, height: 844 } });
  await phone.goto(stoa.url("/v/student/dashboard"));
  const widget = phone.getByRole("region", { name: "Quick Links" });
  await widget.waitFor();
  const outside = widget.getByRole("link", { name: "Canteen (opens in a new tab)" });
  expect(await outside.evaluate((link: HTMLAnchorElement) => [link.href, link.target, link.rel])).toEqual([
    "https://canteen.example/menu",
    "_blank",
    "noopener",
  ]);
  const counted = () => phone.waitForResponse((answer) => answer.url().endsWith("/followed") && answer.ok());
  const find = widget.getByRole("link", { name: "Find a course" });
  const [inAnotherTab] = await Promise.all([phone.context().waitForEvent("page"), counted(), find.click({ button: "middle" })]);
  // Chromium may never close a tab whose page is about to be there, so that closing it waits for ever.
  await heading(inAnotherTab, "Course Catalog").waitFor();
  await inAnotherTab.close();
  const byKey = counted();
  await find.press("Enter");
  await heading(phone, "Course Catalog").waitFor();
  await byKey;

  // Whoever looks after the links sees both clicks, and what a check finds (QL-2).
  await add("Old page", "/v/nothing/here", false);
  await page.reload();
  const found = page.getByRole("row", { name: "Find a course" });
  await found.getByText("2 clicks in 30 days").waitFor();
  await page.getByRole("button", { name: "Check now: Find a course" }).click();
  await found.getByText("Leads somewhere").waitFor();
  const old = page.getByRole("row", { name: "Old page" });
  await page.getByRole("button", { name: "Check now: Old page" }).click();
  await old.getByText("Led nowhere once").waitFor();
  await page.getByRole("button", { name: "Check now: Old page" }).click();
  await old.getByText("Dead link").waitFor();
  await old.getByText(/This portal has no such page\. Since .+\. Checked .+\./).waitFor();
  expect(await axe(page, "quick links with their health")).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
});
