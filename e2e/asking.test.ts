import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { choose, soon } from "./support/actions.ts";
import { useStoa } from "./support/use-stoa.ts";

// Asking for help and answering (HELP-3): a learner on a phone asks from the page of a course, an admin answers, and the bell tells the learner.
const stoa = useStoa();

/** Waits until the words stand under the question: what is being sent stands in the field as well. */
const written = (page: Page, words: string) =>
  page.getByRole("list", { name: "What was written" }).getByText(words, { exact: true }).waitFor();

test("a learner asks from a course on a phone, an admin answers, and the bell leads to the answer", { timeout: 120_000 }, async () => {
  const phone = await stoa.signedIn({ viewport: { width: 390, height: 844 } });
  const { id } = await stoa.databases.inPortal(stoa.portalId("northwind"), (db) =>
    db.selectFrom("courses").select("id").where("type", "=", "online").where("status", "=", "published").limit(1).executeTakeFirstOrThrow(),
  );
  const page = `/course/details/online/${id}`;
  await phone.goto(stoa.url(`/v${page}`));
  await phone.getByRole("button", { name: "Help", exact: true }).click();
  await phone.getByRole("dialog").getByRole("link", { name: "Ask for help" }).click();
  await phone.getByRole("heading", { level: 1, name: "Ask for help" }).waitFor();

  // Sent without a topic and a text it says what is missing; what is written survives a reload.
  await phone.getByRole("button", { name: "Send" }).click();
  await phone.getByText("Choose what it is about.").waitFor();
  await phone.getByRole("button", { name: /What is it about/ }).click();
  await phone.getByRole("option", { name: "A course", exact: true }).click();
  const hostile = "Which lesson <b>counts</b>?";
  await phone.getByLabel("Your question").fill(hostile);
  await phone.reload();
  await soon(() => phone.getByLabel("Your question").inputValue()).toBe(hostile);
  await phone.getByRole("button", { name: /^A course/ }).waitFor();

  // What would be sent stands there; nothing of it is ticked.
  expect(await phone.getByRole("group", { name: "What goes with it" }).innerText()).toContain(page);
  expect(await phone.getByRole("checkbox", { checked: true }).count()).toBe(0);
  await choose(phone, "checkbox", "The page you came from");
  await choose(phone, "checkbox", "What Check my computer finds");
  await phone.getByRole("button", { name: "Send" }).click();
  await phone.getByRole("heading", { level: 1, name: "Your question" }).waitFor();
  await phone.getByText(hostile, { exact: true }).waitFor();
  await phone.getByText("Open", { exact: true }).waitFor();
  // The form is empty again.
  await phone.goto(stoa.url("/v/users/helpcenter?ask=new"));
  await soon(() => phone.getByLabel("Your question").inputValue()).toBe("");

  const admin = await stoa.signedIn({ email: "admin@stoa.example" });
  await admin.goto(stoa.url("/v/portal/questions"));
  await admin.getByRole("searchbox", { name: "Search questions and people" }).fill("counts");
  await admin.getByRole("link", { name: hostile }).click();
  await admin.getByRole("heading", { level: 1, name: /^Question by Amara/ }).waitFor();
  const sent = admin.getByRole("region", { name: "Sent along" });
  expect(await sent.getByRole("link", { name: page }).getAttribute("href")).toBe(`/v${page}`);
  expect(await sent.innerText()).not.toContain("Mozilla");
  expect(await sent.innerText()).toContain("Cookies: In order\nStorage: In order");
  await admin.getByLabel("Your answer").fill("All of them count.");
  await admin.getByRole("button", { name: "Send the answer" }).click();
  await written(admin, "All of them count.");
  await admin.getByText("Answered", { exact: true }).waitFor();

  await phone.goto(stoa.url("/v/student/dashboard"));
  await phone
    .getByRole("banner")
    .getByRole("button", { name: /^Notifications/ })
    .click();
  await phone.getByRole("link", { name: /Your question was answered/ }).click();
  await written(phone, "All of them count.");
  await phone.getByLabel("Write again").fill("Thank you!");
  await phone.getByRole("button", { name: "Send" }).click();
  await written(phone, "Thank you!");
  await phone.getByRole("button", { name: "Close the question" }).click();
  await phone.getByText("Closed", { exact: true }).waitFor();

  await admin.reload();
  await written(admin, "Thank you!");
  await admin.getByRole("button", { name: "Open it again" }).click();
  await admin.getByRole("button", { name: "Close the question" }).waitFor();
});
