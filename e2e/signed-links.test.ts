import { expect, test } from "vitest";
import { heading, soon } from "./support/actions.ts";
import { axe } from "./support/axe.ts";
import { useStoa } from "./support/use-stoa.ts";

// An admin makes a signed link, gives its secret away, and learners open it: one with what it needs, one without (QL-1).
const stoa = useStoa();

test(
  "an admin makes signed links on a phone and renews a secret, and learners are led on or told what is missing",
  { timeout: 300_000 },
  async () => {
    const page = await stoa.signedIn({ email: "admin@stoa.example", viewport: { width: 390, height: 844 } });
    const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
    await page.goto(stoa.url("/v/portal/quickLinks"));
    await heading(page, "Quick Links").waitFor();
    const form = page.getByRole("dialog", { name: "Add a quick link" });
    const shown = page.getByRole("dialog", { name: "The secret of this link" });
    const secretOf = async () => (await shown.getByText(/^stoa_link_[\w-]{43}$/).textContent()) ?? "";
    const add = async (title: string, address: string) => {
      await page.getByRole("button", { name: "Add a quick link" }).first().click();
      await form.getByRole("textbox", { name: "Title in English" }).fill(title);
      await form.getByRole("textbox", { name: "Address" }).fill(address);
      await form.getByRole("checkbox", { name: "Signed link" }).focus();
      await page.keyboard.press("Space");
      await form.getByRole("button", { name: "Save" }).click();
    };
    await add("My shifts", "https://{email}.shifts.example/plan");
    await form.getByText("A variable cannot stand in the name of the server, only after the slash that follows it.").waitFor();
    // Where it has to be put right, also for somebody who pressed Save far below.
    await soon(() => form.getByRole("textbox", { name: "Address" }).evaluate((field) => field === document.activeElement)).toBe(true);
    expect(await axe(page, "a signed link that is refused")).toEqual([]);
    expect(await fits()).toBe(true);
    await form.getByRole("textbox", { name: "Address" }).fill("https://shifts.example/plan?person={email}");
    await form.getByRole("button", { name: "Save" }).press("Enter");
    const first = await secretOf();
    expect(await axe(page, "the secret of a signed link")).toEqual([]);
    expect(await fits()).toBe(true);
    await shown.getByRole("button", { name: "Copy" }).click();
    await shown.getByRole("button", { name: "Done" }).click();
    const row = page.getByRole("row", { name: "My shifts" });
    await row.getByText("Signed", { exact: true }).waitFor();
    await shown.waitFor({ state: "detached" });
    expect(await page.content()).not.toContain(first);
    await add("My pay", "https://pay.example/{externalId}");
    await shown.getByRole("button", { name: "Done" }).click();
    await page.getByRole("row", { name: "My pay" }).waitFor();

    // On a desk: another secret, after a question that Escape answers with no.
    await page.setViewportSize({ width: 1280, height: 800 });
    const key = page.getByRole("button", { name: "Renew the secret: My shifts" });
    const question = page.getByRole("alertdialog");
    await key.click();
    await question.getByText(/^Renew the secret of My shifts\?/).waitFor();
    expect(await axe(page, "renewing a secret")).toEqual([]);
    await page.keyboard.press("Escape");
    await question.waitFor({ state: "detached" });
    await key.press("Enter");
    await question.getByRole("button", { name: "OK" }).click();
    expect(await secretOf()).not.toBe(first);
    await shown.getByRole("button", { name: "Done" }).click();
    await shown.waitFor({ state: "detached" });
    expect(await axe(page, "quick links with signed ones")).toEqual([]);

    const learner = await stoa.signedIn({ email: "student@stoa.example", viewport: { width: 390, height: 844 } });
    await learner.goto(stoa.url("/v/student/dashboard"));
    const widget = learner.getByRole("region", { name: "Quick Links" });
    const [asked] = await Promise.all([
      learner.context().waitForEvent("request", (request) => request.url().startsWith("https://shifts.example/")),
      learner.context().waitForEvent("page"),
      widget.getByRole("link", { name: "My shifts (opens in a new tab)" }).click(),
    ]);
    expect(asked.url()).toMatch(
      /^https:\/\/shifts\.example\/plan\?person=student%40stoa\.example&stoa_time=\d+&stoa_signature=[0-9a-f]{64}$/,
    );
    expect(asked.headers()["referer"]).toBeUndefined();
    const [missing] = await Promise.all([
      learner.context().waitForEvent("page"),
      widget.getByRole("link", { name: "My pay (opens in a new tab)" }).press("Enter"),
    ]);
    await heading(missing, "This link cannot be opened for you").waitFor();
    await missing.getByText(/none is entered for you in this portal\. Ask the people who look after accounts/).waitFor();
    expect(await axe(missing, "a signed link without an external ID")).toEqual([]);
    await missing.getByRole("link", { name: "Go to the start page" }).click();
    await missing.waitForURL(/\/v\/student\/dashboard/);

    await page.reload();
    await soon(() => row.getByText("1 click in 30 days").count()).toBe(1);
    await page.getByRole("row", { name: "My pay" }).getByText("0 clicks in 30 days").waitFor();
  },
);
