import { sql } from "kysely";
import { expect, test } from "vitest";
import { heading } from "./support/actions.ts";
import { useStoa } from "./support/use-stoa.ts";

const stoa = useStoa();

test("widgets fail one by one and are tried again one by one, also when the whole call fails", { timeout: 60_000 }, async () => {
  const startsAt = Date.now() + 2 * 3_600_000 + 30_000;
  const maintenance = { startsAt, endsAt: startsAt + 3_600_000 };
  const told = {
    texts: { en: "Please save.", de: null },
    startsAt: null,
    endsAt: null,
    timeZone: "UTC",
    maintenance,
    changedAt: Date.now(),
  };
  await stoa.databases.inSystem("prepare a test", (db) =>
    sql`insert into system_settings (key, value) values ('announcement', ${JSON.stringify(told)}::jsonb)`.execute(db),
  );
  const page = await stoa.signedIn();
  const widget = (id: string) => page.locator(`[data-widget="${id}"]`);
  const again = (id: string) => widget(id).getByRole("button", { name: "Try again" });
  const failed = ["next", "courses", "catalog", "due", "waiting", "transcript"];
  const whole = "**/rest/dashboard/student";
  await page.route(whole, (route) =>
    route.fulfill({
      status: 500,
      contentType: "application/json",
      headers: { "x-request-id": "r1" },
      body: JSON.stringify({ code: "unexpected", message: "", requestId: "r1" }),
    }),
  );
  // The page of the dashboard itself would bring its data along.
  await page.goto(stoa.url("/v/student/history"));
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Dashboard" }).click();
  await heading(page, "Dashboard").waitFor();
  for (const id of failed) await again(id).waitFor();
  await widget("due").getByText("r1", { exact: true }).waitFor();
  // The announcement comes with the page and has nothing to wait for.
  await widget("announcement").getByRole("button", { name: "Read all" }).waitFor();
  // When a maintenance is counts down there too, and stands in the text no second time.
  await widget("announcement")
    .getByText(/^Maintenance .*, in 2 hours/)
    .waitFor();
  expect(await widget("announcement").getByText("Please save.").innerText()).not.toContain("Maintenance");
  await stoa.databases.inSystem("end a test", (db) => sql`delete from system_settings where key = 'announcement'`.execute(db));

  await again("due").click();
  await widget("due").getByRole("link").first().waitFor();
  expect(await Promise.all(failed.map((id) => again(id).count()))).toEqual([1, 1, 1, 0, 1, 1]);
  await again("next").click();
  await widget("next")
    .getByRole("link", { name: /^(Start|Continue)$/ })
    .waitFor();
  expect(await Promise.all(failed.map((id) => again(id).count()))).toEqual([0, 1, 1, 0, 1, 1]);
});

test("what was used last is resumed at its next lesson, and the card says what is overdue", { timeout: 60_000 }, async () => {
  const userId = await stoa.userId();
  const used = await stoa.databases.inSystem("prepare a test", async (db) => {
    const row = await db
      .selectFrom("attempts as a")
      .innerJoin("attempt_states as t", (join) => join.onRef("t.portal_id", "=", "a.portal_id").onRef("t.attempt_id", "=", "a.id"))
      .innerJoin("courses as c", (join) => join.onRef("c.portal_id", "=", "a.portal_id").onRef("c.id", "=", "a.course_id"))
      .select(["a.id", "c.title"])
      .where("a.user_id", "=", userId)
      .where("c.title", "like", "Manual handling%")
      .executeTakeFirstOrThrow();
    await db.updateTable("attempt_states").set({ last_activity_at: new Date() }).where("attempt_id", "=", row.id).execute();
    return row;
  });
  const page = await stoa.signedIn();
  await page.goto(stoa.url("/v/student/dashboard"));
  const card = page.locator('[data-widget="next"]');
  await card.getByRole("heading", { name: used.title }).waitFor();
  await card.getByText(/^Overdue since/).waitFor();
  const [, lesson] = /Lesson \d+ of \d+: (.+?)\. /.exec(await card.innerText()) ?? [];
  await card.getByRole("link", { name: "Continue" }).click();
  await heading(page, lesson ?? "a lesson").waitFor();
});
