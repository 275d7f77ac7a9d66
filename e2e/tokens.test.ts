import { expect, test } from "vitest";
import { axe } from "./support/axe.ts";
import { heading } from "./support/actions.ts";
import { useStoa } from "./support/use-stoa.ts";

// A person makes a token, copies it once, a program uses it, and they revoke it; then they look a call up.
const stoa = useStoa();

test(
  "a token is made on a phone by keyboard, shown once, used and revoked; the demo admin has one already",
  { timeout: 300_000 },
  async () => {
    const page = await stoa.signedIn({ email: "admin@stoa.example" });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(stoa.url("/v/student/tokens"));
    await heading(page, "API tokens").waitFor();
    await page.getByRole("row", { name: "Nightly sync with the HR system" }).waitFor();
    expect(await axe(page, "the list")).toEqual([]);
    await page.getByRole("button", { name: "Make a token" }).focus();
    await page.keyboard.press("Enter");
    const form = page.getByRole("dialog", { name: "Make an API token" });
    await form.getByRole("button", { name: "Make the token" }).click();
    await form.getByText("Give the token a name.").waitFor();
    await form.getByText("Choose what the token may do.").waitFor();
    expect(await axe(page, "making a token")).toEqual([]);
    await form.getByRole("textbox", { name: "Name" }).fill("Reporting");
    await form.getByRole("checkbox", { name: /^Read people/ }).focus();
    await page.keyboard.press("Space");
    await form.getByRole("button", { name: "Make the token" }).press("Enter");
    const shown = page.getByRole("dialog", { name: "Your new API token" });
    const secret = (await shown.getByText(/^stoa_[\w-]{43}$/).textContent()) ?? "";
    expect(await axe(page, "a new token")).toEqual([]);
    await shown.getByRole("button", { name: "Done" }).click();
    await page.getByRole("row", { name: "Reporting" }).waitFor();
    expect(await page.content()).not.toContain(secret);

    const asked = () => fetch(stoa.url("/rest/people"), { headers: { authorization: `Bearer ${secret}` } });
    expect((await asked()).status).toBe(200);
    await page.reload();
    await page
      .getByRole("row", { name: "Reporting" })
      .getByText(/, from /)
      .waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    await page.getByRole("button", { name: "Revoke Reporting" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "OK" }).click();
    await page.getByText("The token is revoked").waitFor();
    await page.getByRole("row", { name: "Reporting" }).waitFor({ state: "detached" });
    expect((await asked()).status).toBe(401);
  },
);

test("a call is found by words, and shows what it takes, what it answers and an example", { timeout: 300_000 }, async () => {
  const page = await stoa.signedIn({ email: "admin@stoa.example" });
  const problems: string[] = [];
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(stoa.url("/v/student/api"));
  await heading(page, "Calls of the API").waitFor();
  await page.getByRole("searchbox", { name: "Search calls" }).fill("enrols published");
  const one = page.getByRole("button", { name: /POST \/rest\/people\/\{userId\}\/enrolments/ });
  await page.getByText("1 call", { exact: true }).waitFor();
  await one.waitFor();
  await one.press("Enter");
  await page.getByText("enrolments:write").waitFor();
  await page.getByRole("region", { name: "Example" }).getByText("Authorization: Bearer $STOA_TOKEN").waitFor();
  await page.getByRole("region", { name: "Body" }).getByText("courseId: integer").waitFor();
  expect(await axe(page, "a call")).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  await page.getByRole("searchbox", { name: "Search calls" }).fill("nothing of this kind");
  await page.getByText("No call matches").waitFor();
  expect(problems).toEqual([]);
});

test("an admin sees the token of a person among their sign-ins and revokes it", { timeout: 300_000 }, async () => {
  const student = await stoa.signedIn({ email: "student@stoa.example" });
  await student.goto(stoa.url("/v/student/tokens"));
  await student.getByText("No tokens yet").waitFor();
  await student.getByRole("button", { name: "Make a token" }).click();
  await student.getByRole("textbox", { name: "Name" }).fill("Mine");
  expect(await student.getByRole("dialog").getByRole("checkbox").count()).toBe(1);
  await student.getByText("Read your own courses").click();
  await student.getByRole("button", { name: "Make the token" }).click();
  await student.getByRole("button", { name: "Done" }).click();
  await student.getByRole("row", { name: "Mine" }).waitFor();
  const userId = await student.evaluate(async () => (await (await fetch("/rest/environment/")).json()).User.Id as number);

  const page = await stoa.signedIn({ email: "admin@stoa.example" });
  await page.goto(stoa.url(`/v/users/details/${userId}?tab=signIns`));
  await page.getByRole("button", { name: "Revoke Mine" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "OK" }).click();
  await page.getByText("The token is revoked").waitFor();
  await student.reload();
  await student.getByText("No tokens yet").waitFor();
});
