import { afterAll, expect, test } from "vitest";
import { startReceiver } from "#features/webhooks/test/receiver.ts";
import { heading, soon } from "./support/actions.ts";
import { axe } from "./support/axe.ts";
import { windowFor } from "./support/screens.ts";
import { useStoa } from "./support/use-stoa.ts";

// An admin adds a webhook, keeps its secret, sends a test, and sees what its receiver answered (MAIL-1, X-4); then on a phone.
let receiver: Awaited<ReturnType<typeof startReceiver>>;
const stoa = useStoa(async () => {
  receiver = await startReceiver();
  return { settings: { WEBHOOK_INNER: receiver.inner } };
});
afterAll(() => receiver.close());

test("an admin adds a webhook, tests it, and sends again what failed", { timeout: 120_000 }, async () => {
  const worker = await stoa.startWorker();
  try {
    const admin = await windowFor(stoa, "admin", "northwind", { viewport: { width: 1280, height: 900 } });
    await admin.goto(stoa.url("/v/admin/emailSettings"));
    await admin.getByRole("main").getByRole("link", { name: "Webhooks" }).last().click();
    await heading(admin, "Webhooks").waitFor();
    await admin.getByText("No webhooks yet").waitFor();
    expect(await axe(admin, "no webhooks")).toEqual([]);
    await admin.getByRole("button", { name: "Add a webhook" }).click();
    const form = admin.getByRole("dialog", { name: "Add a webhook" });
    await form.getByRole("textbox", { name: "Name" }).fill("Staff system");
    await form.getByRole("textbox", { name: "Address" }).fill("http://hooks.example/");
    await form.getByText("Some events").click();
    await form.getByRole("button", { name: "Save" }).click();
    await form.getByText("Choose one event at least.").waitFor();
    await form.getByRole("button", { name: "All of these: Learning" }).click();
    // The demo's people are told of their learning meanwhile, and a webhook that fails three times rests.
    await form.getByRole("button", { name: "None of these: Learning" }).click();
    await form.getByRole("checkbox", { name: "Somebody wants to join" }).check();
    await form.getByRole("button", { name: "Save" }).click();
    await form.getByText("A webhook leads to an address that begins with https://.").waitFor();
    expect(await axe(admin, "the form of a webhook")).toEqual([]);
    await form.getByRole("textbox", { name: "Address" }).fill(receiver.at("/hook"));
    await form.getByRole("button", { name: "Save" }).click();
    const secret = admin.getByRole("dialog", { name: "The secret of this webhook" });
    await secret.getByText(/stoa_hook_/).waitFor();
    expect(await axe(admin, "the secret of a webhook")).toEqual([]);
    await secret.getByRole("button", { name: "Done" }).click();
    await secret.waitFor({ state: "detached" });
    expect(await axe(admin, "the webhooks")).toEqual([]);

    receiver.answers((response) => void response.writeHead(500).end("Out of order"));
    await admin.getByRole("link", { name: "Staff system" }).click();
    await heading(admin, "Staff system").waitFor();
    await admin.getByRole("button", { name: "Send a test" }).click();
    const ofTest = admin.getByRole("row").filter({ has: admin.locator("bdi").getByText("Test", { exact: true }) });
    await ofTest.getByText("Out of order").waitFor();
    await ofTest.getByText("Its server answered with an error (500).").waitFor();
    expect(await axe(admin, "a delivery that failed")).toEqual([]);
    receiver.answers();
    await admin.getByRole("button", { name: "Send again: Test" }).click();
    await ofTest.getByRole("cell", { name: "Sent", exact: true }).waitFor();
    const tests = () => receiver.received.filter(({ headers }) => headers["stoa-event"] === "test");
    await soon(() => tests().length).toBe(2);
    expect(tests().map(({ headers }) => headers["stoa-event-id"])).toEqual(Array(2).fill(tests()[0]?.headers["stoa-event-id"]));

    await admin.setViewportSize({ width: 390, height: 844 });
    expect(await admin.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    expect(await axe(admin, "the deliveries of a webhook on a phone")).toEqual([]);
    await admin.getByRole("link", { name: "Webhooks", exact: true }).first().click();
    await admin.getByRole("link", { name: "Staff system" }).waitFor();
    expect(await admin.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await admin.getByRole("button", { name: "Remove: Staff system" }).click();
    await admin.getByRole("alertdialog").getByRole("button", { name: "OK" }).click();
    await admin.getByText("No webhooks yet").waitFor();
    await admin.context().close();
  } finally {
    await worker.stop();
  }
});
