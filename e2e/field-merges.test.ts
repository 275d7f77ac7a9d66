import { sql } from "kysely";
import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { soon } from "./support/actions.ts";
import { axe } from "./support/axe.ts";
import { useStoa } from "./support/use-stoa.ts";

// Merging two values of a field's list, and undoing it (FLD-3, INV-9), with the keyboard. What comes back to whom: features/fields/merges.test.ts.
const stoa = useStoa();
const workers: { stop(): Promise<void> }[] = [];
const worker = async () => void workers.push(await stoa.startWorker());
afterAll(() => Promise.all(workers.map((one) => one.stop())));

const phone = { viewport: { width: 390, height: 844 } };

test("two values of a list are merged, undone from the message and later from the row, on a wide screen and on a phone in German", async () => {
  const found: string[] = [];
  const look = async (page: Page, where: string) => {
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      found.push(...(await axe(page, `${where}, ${colorScheme}`)));
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0);
  };
  const portal_id = stoa.portalId();
  const userId = await stoa.userId();
  const { fieldId, from } = await stoa.databases.inSystem("prepare a test", async (db) => {
    const field = await db
      .insertInto("fields")
      .values({ portal_id, kind: "single", name: "Location", position: 99 })
      .returning("id as field_id")
      .executeTakeFirstOrThrow();
    const [rhine] = await db
      .insertInto("field_options")
      .values(["Cologne on the Rhine", "Cologne"].map((name, position) => ({ portal_id, ...field, name, position })))
      .returning("id")
      .execute();
    await db
      .insertInto("field_values")
      .values({ portal_id, ...field, user_id: userId, option_id: rhine?.id ?? 0 })
      .execute();
    return { fieldId: field.field_id, from: rhine?.id ?? 0 };
  });
  const valueNow = () =>
    stoa.databases.inSystem("look", (db) =>
      db.selectFrom("field_values").select("option_id").where("field_id", "=", fieldId).executeTakeFirstOrThrow(),
    );

  const page = await stoa.signedIn({ email: "admin@stoa.example" });
  await page.goto(stoa.url("/v/portal/customUserFields"));
  await page.getByRole("button", { name: "Values of Location" }).click();
  const list = page.getByRole("dialog", { name: "Values of Location" });
  const merge = async () => {
    await list.getByRole("button", { name: "Merge Cologne on the Rhine into another" }).press("Enter");
    await list
      .getByText("1 person gets the other value in its place. Imports understand both names. It can be undone for 7 days.")
      .waitFor();
    await list.getByRole("combobox", { name: "Merge Cologne on the Rhine into" }).fill("Cologne");
    await page.getByRole("option", { name: "Cologne", exact: true }).click();
    await list.getByRole("button", { name: "Merge", exact: true }).press("Enter");
    await list.getByText("merged into Cologne").waitFor();
  };
  await merge();
  const said = page.getByRole("alertdialog", { name: "Cologne on the Rhine was merged into Cologne" });
  await said.waitFor();
  await look(page, "a value that was merged");
  await said.getByRole("button", { name: "Undo", exact: true }).click();
  await page.getByText("1 person has it again.").waitFor();
  await list.getByText("merged into Cologne").waitFor({ state: "detached" });
  expect(await valueNow()).toEqual({ option_id: from });

  // From the row, with the keyboard; the focus stays there.
  await merge();
  await soon(() => page.evaluate(() => document.activeElement?.textContent)).toContain("Cologne on the Rhine");
  await page.keyboard.press("Tab");
  const undo = list.getByRole("button", { name: "Undo merge: Cologne on the Rhine" });
  await soon(() => undo.evaluate((button) => button === document.activeElement)).toBe(true);
  await page.keyboard.press("Enter");
  await undo.waitFor({ state: "detached" });
  await soon(() => page.evaluate(() => document.activeElement?.textContent)).toContain("Cologne on the Rhine");
  expect(await valueNow()).toEqual({ option_id: from });

  // Of more than fifty it is a job, which the tray shows; its end is told there, and undone from there.
  await stoa.databases.inSystem("prepare a test", (db) =>
    sql`with u as (insert into users (email, given_name, family_name, password_hash)
        select 'merged' || nth || '@stoa.example', 'Merged', nth::text, '' from generate_series(1, 50) nth returning id),
      m as (insert into memberships (portal_id, user_id) select ${portal_id}, id from u returning user_id)
      insert into field_values (portal_id, field_id, user_id, option_id) select ${portal_id}, ${fieldId}, user_id, ${from} from m`.execute(
      db,
    ),
  );
  await page.reload();
  await page.getByRole("button", { name: "Values of Location" }).click();
  await list.getByRole("button", { name: "Merge Cologne on the Rhine into another" }).press("Enter");
  await list.getByText("51 people get the other value in its place.").waitFor();
  await list.getByText("This runs in the background.").waitFor();
  await list.getByRole("combobox", { name: "Merge Cologne on the Rhine into" }).fill("Cologne");
  await page.getByRole("option", { name: "Cologne", exact: true }).click();
  await list.getByRole("button", { name: "Merge", exact: true }).press("Enter");
  await page.getByRole("alertdialog", { name: "Cologne on the Rhine is being merged into Cologne" }).waitFor();
  await look(page, "values that are being merged");
  // It comes once the page is at rest; of what ended before, it tells nothing.
  await page.getByRole("button", { name: "Jobs: 1 is running" }).waitFor();
  await worker();
  const ended = page.getByRole("alertdialog", { name: "Merge Cologne on the Rhine into Cologne: Done" });
  await ended.getByText("Changed: 51").waitFor();
  await list.getByText("merged into Cologne").waitFor();
  await ended.getByRole("button", { name: "Undo", exact: true }).click();
  await page.getByText("Undone: 51").waitFor();
  await list.getByText("merged into Cologne").waitFor({ state: "detached" });
  expect(await valueNow()).toEqual({ option_id: from });
  await stoa.databases.inSystem("prepare a test", (db) =>
    db.deleteFrom("field_values").where("field_id", "=", fieldId).where("user_id", "<>", userId).execute(),
  );
  await page.reload();
  await page.getByRole("button", { name: "Values of Location" }).click();

  // Somebody moved on in between, and another admin undoes it on a phone.
  await merge();
  const { into } = await stoa.databases.inSystem("prepare a test", async (db) => {
    await db.updateTable("users").set({ locale: "de" }).where("email", "=", "admin@stoa.example").execute();
    await db
      .updateTable("field_values")
      .set({ changed_at: new Date(0) })
      .where("field_id", "=", fieldId)
      .execute();
    return db.selectFrom("field_values").select("option_id as into").where("field_id", "=", fieldId).executeTakeFirstOrThrow();
  });
  await page.setViewportSize(phone.viewport);
  await page.reload();
  await page.getByRole("button", { name: "Werte von Location" }).click();
  const row = page.getByRole("dialog", { name: "Werte von Location" });
  await row.getByText("kann bis").waitFor();
  await look(page, "a merge that can be undone, on a phone");
  await row.getByRole("button", { name: "Zusammenführung rückgängig machen: Cologne on the Rhine" }).press("Enter");
  await page.getByText("Bei 1 Person hat sich inzwischen etwas geändert; dort bleibt, was jetzt eingetragen ist.").waitFor();
  await look(page, "a merge that is undone, on a phone");
  expect(await valueNow()).toEqual({ option_id: into });
  expect(found).toEqual([]);
});
