import { expect, test } from "vitest";
import { windowFor } from "./support/screens.ts";
import { useStoa } from "./support/use-stoa.ts";

// Journeys of managers and admins over the people of their portal.

const stoa = useStoa();

test("an admin finds somebody, enrols them, exempts them with a reason and takes that back", { timeout: 60_000 }, async () => {
  const page = await windowFor(stoa, "admin", "northwind");
  await page.goto(stoa.url("/v/users/find?q=amara"));
  await page.getByRole("link", { name: "Amara Okafor" }).click();
  await page.getByRole("heading", { name: "Amara Okafor" }).waitFor();
  await page.getByRole("link", { name: "Enrolments" }).click();
  await page.getByRole("button", { name: "Enrol in a course" }).click();
  const enrolling = page.getByRole("dialog", { name: "Enrol Amara Okafor" });
  const box = enrolling.getByRole("combobox", { name: "Course" });
  await box.fill("Infection");
  await page.getByRole("option", { name: /Infection control/ }).click();
  await enrolling.getByRole("button", { name: "Enrol", exact: true }).click();
  const row = page.getByRole("row", { name: /Infection control/ });
  await row.getByText("Enrolled by").first().waitFor();

  await row.getByRole("button", { name: /^Change the enrolment/ }).click();
  const changing = page.getByRole("dialog", { name: "Change the enrolment" });
  await changing.locator("label").filter({ hasText: "Exempt" }).click();
  await changing.getByRole("button", { name: "Exempt" }).click();
  await changing.getByText("Say why, in a few words.").waitFor();
  await changing.getByLabel("Reason").fill("Trained elsewhere");
  await changing.getByRole("button", { name: "Exempt" }).click();
  await row.getByText("Trained elsewhere").waitFor();

  await row.getByRole("button", { name: "Take back: Exempted" }).click();
  const back = page.getByRole("dialog", { name: "Take back" });
  await back.getByLabel("Reason").fill("Another person was meant");
  await back.getByRole("button", { name: "Take back" }).click();
  await row.getByText("Another person was meant").waitFor();
  expect(await row.getByText("Exempt", { exact: true }).count()).toBe(0);
});
