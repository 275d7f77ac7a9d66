import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest";
import { windowFor } from "./support/screens.ts";
import { startStoa, type Stoa } from "./support/stoa.ts";

// Inviting many at once (AUTH-3, INV-8).

let stoa: Stoa;
beforeAll(async () => {
  stoa = await startStoa(inject("superUrl"));
}, 180_000);
afterEach(() => expect(stoa?.problems()).toEqual([]));
afterAll(async () => await stoa?.close());

test("a file of many addresses is previewed, invited by a job, and taken back", { timeout: 90_000 }, async () => {
  const admin = await windowFor(stoa, "admin", "northwind");
  await admin.goto(stoa.url("/v/users/invitations"));
  await admin.getByRole("button", { name: "Invite people" }).first().click();
  const dialog = admin.getByRole("dialog", { name: "Invite people" });
  const lines = Array.from({ length: 60 }, (_, nth) => `Person ${nth},person${nth}@many.example`);
  const buffer = Buffer.from(["Name,Email", ...lines, "Nobody,", "Twice,person7@many.example", "Here,student@stoa.example"].join("\r\n"));
  await dialog.getByLabel("Or a CSV or text file").setInputFiles({ name: "partners.csv", mimeType: "text/csv", buffer });
  await dialog.getByText("61 emails").waitFor();
  await dialog.getByRole("button", { name: "See who is invited" }).click();

  const told = admin.getByRole("dialog", { name: "Who is invited" });
  await told.getByText("60 new people are invited").waitFor();
  const left = told.getByRole("list", { name: "Lines left out" });
  await left.getByText("Line 62: no email").waitFor();
  await left.getByText("Line 63: already further up in the list").waitFor();
  await left.getByText("Line 64: belongs to the portal already").waitFor();
  // Back, everything stands as it was typed.
  await told.getByRole("button", { name: "Back" }).click();
  await dialog.getByText("61 emails").waitFor();
  await dialog.getByRole("button", { name: "See who is invited" }).click();
  await told.getByRole("button", { name: "Invite 60 people" }).click();
  await admin.getByText("60 people are being invited").first().waitFor();

  const worker = await stoa.startWorker();
  await admin.goto(stoa.url("/v/jobs"));
  await admin.getByRole("link", { name: "Invite 60 people" }).first().click();
  await admin.getByRole("link", { name: "Download" }).waitFor();
  await admin.getByRole("button", { name: "Undo: Invite 60 people" }).first().click();
  await admin.getByText("This was undone").waitFor();
  await admin.getByRole("link", { name: "see what came of that" }).click();
  await admin.getByRole("heading", { level: 1, name: "Withdraw 60 invitations" }).waitFor();
  await admin.locator("dt", { hasText: "Withdrawn" }).waitFor();
  await admin.goto(stoa.url("/v/users/invitations?q=person7%40many"));
  await admin
    .getByRole("row", { name: /person7@many\.example/ })
    .getByText("Withdrawn")
    .waitFor();
  await worker.stop();
});
