import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { heading, soon } from "./support/actions.ts";
import { axe } from "./support/axe.ts";
import { password, student } from "./support/stoa.ts";
import { useStoa } from "./support/use-stoa.ts";

// Fields that are asked for at the next sign-in (FLD-2), on a phone in both languages. Every way in and every kind: features/auth/ways-in.test.ts, features/fields/missing.test.ts.
const stoa = useStoa();

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const file = { name: "licence.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7\n...") };

/** Opens a page of the portal signed out, and signs in there. Leads to what is missing. */
async function signInAt(page: Page, path: string, words: { email: string; password: string; button: string }) {
  await page.goto(stoa.url(path));
  await page.getByLabel(words.email).fill(student);
  await page.getByLabel(words.password, { exact: true }).fill(password);
  await page.getByRole("button", { name: words.button }).click();
}

test(
  "an admin requires a field at the next sign-in, and people fill it in on a phone, in English and German",
  { timeout: 180_000 },
  async () => {
    const found: string[] = [];
    const look = async (page: Page, where: string) => {
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        found.push(...(await axe(page, `${where}, ${colorScheme}`)));
      }
    };
    const admin = await stoa.signedIn({ email: "admin@stoa.example" });
    await admin.goto(stoa.url("/v/portal/customUserFields"));
    await admin.getByRole("button", { name: "Add a field" }).click();
    const form = admin.getByRole("dialog", { name: "Add a field" });
    await form.getByLabel("Name", { exact: true }).fill("Locker");
    const required = form.getByRole("checkbox", { name: "Required at the next sign-in" });
    // Only what people may edit themselves can be asked of them.
    expect(await required.isDisabled()).toBe(true);
    await form.getByRole("button", { name: /The person/ }).focus();
    await admin.keyboard.press("Enter");
    // The list is there a moment before it has the focus, itself or its option, and a key pressed in between is nobody's.
    const options = admin.getByRole("option");
    await soon(() => admin.evaluate(() => document.activeElement?.getAttribute("role"))).toMatch(/^(?:option|listbox)$/);
    await admin.keyboard.press("End");
    await soon(() => options.last().evaluate((option) => option === document.activeElement)).toBe(true);
    await admin.keyboard.press("Enter");
    await admin.getByRole("listbox").waitFor({ state: "detached" });
    await form.getByText(/fills it in before anything else: now \d+ people/).waitFor();
    await required.check();
    await look(admin, "the form of a field");
    await form.getByRole("button", { name: "Add", exact: true }).click();
    await form.waitFor({ state: "detached" });
    await admin.getByRole("grid", { name: "Fields in their order" }).getByText("Required at sign-in").waitFor();
    await admin.context().close();
    const made = await stoa.databases.inSystem("prepare a test", (db) =>
      db
        .insertInto("fields")
        .values(
          (["file", "date"] as const).map((kind) => ({
            portal_id: stoa.portalId(),
            kind,
            name: kind === "file" ? "Licence" : "Licensed until",
            position: 99,
            own_access: "edit",
            asked_at_sign_in: true,
          })),
        )
        .returning("id")
        .execute(),
    );

    const page = await stoa.visitor(phone);
    await signInAt(page, "/v/student/history?q=fire", { email: "Email", password: "Password", button: "Sign in" });
    await heading(page, "A few things about you").waitFor();
    await look(page, "what is missing");
    // Nothing else is there before.
    await page.goto(stoa.url("/v/student/catalog"));
    await heading(page, "A few things about you").waitFor();
    await page.goto(stoa.url("/v/auth/fields?ReturnUrl=%2Fv%2Fstudent%2Fhistory%3Fq%3Dfire"));
    await page.getByLabel("Locker").fill("7");
    await page.getByRole("button", { name: "Save and go on" }).click();
    const problem = page.getByRole("group", { name: "There is a problem" });
    await problem.getByText("Licence: Fill in this field.").waitFor();
    await problem.getByText("Licensed until: Fill in this field.").waitFor();
    await look(page, "what is missing, with errors");
    await page.getByRole("group", { name: "Licence" }).locator("input[type=file]").setInputFiles(file);
    await page.getByRole("link", { name: "licence.pdf" }).waitFor();
    await page.getByLabel("Licensed until").fill("2031-05-04");
    await page.getByRole("button", { name: "Save and go on" }).click();
    await heading(page, "Student History").waitFor();
    expect(new URL(page.url()).search).toBe("?q=fire");
    await page.context().close();

    // In German it is asked again, once the values are gone.
    await stoa.databases.inSystem("prepare a test", async (db) => {
      await db
        .deleteFrom("field_values")
        .where(
          "field_id",
          "in",
          made.map(({ id }) => id),
        )
        .execute();
      await db.updateTable("users").set({ locale: "de" }).where("email", "=", student).execute();
    });
    const german = await stoa.visitor({ ...phone, locale: "de-DE" });
    await signInAt(german, "/v/student/history", { email: "E-Mail", password: "Passwort", button: "Anmelden" });
    await heading(german, "Ein paar Angaben zu Ihnen").waitFor();
    await look(german, "what is missing, in German");
    await german.getByRole("group", { name: "Licence" }).locator("input[type=file]").setInputFiles(file);
    await german.getByRole("link", { name: "licence.pdf" }).waitFor();
    await german.getByRole("button", { name: "Speichern und weiter" }).click();
    await german.getByRole("group", { name: "Es gibt ein Problem" }).getByText("Licensed until: Füllen Sie dieses Feld aus.").waitFor();
    await german.getByLabel("Licensed until").fill("2031-05-04");
    await german.getByRole("button", { name: "Speichern und weiter" }).click();
    await soon(() => new URL(german.url()).pathname).toBe("/v/student/history");
    await german.context().close();
    expect(found).toEqual([]);
  },
);
