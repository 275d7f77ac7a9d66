import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { useStoa } from "./support/use-stoa.ts";

// Passkeys with Chromium's virtual authenticator: added in My account, proven at the second step, in place of the password, removed.
const stoa = useStoa();

/** Gives a page's browser an authenticator that says yes. */
async function authenticatorOf(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return async () => (await session.send("WebAuthn.getCredentials", { authenticatorId })).credentials;
}

const wanted = "/v/student/history";

test(
  "a passkey is added, asked for after the password, opens the page that was wanted, signs in alone, and is removed",
  { timeout: 120_000 },
  async () => {
    const page = await stoa.signedIn();
    const credentials = await authenticatorOf(page);
    await page.goto(stoa.url("/v/student/myAccount"));
    await page.getByRole("button", { name: "Add a passkey" }).click();
    const adding = page.getByRole("dialog", { name: "Add a passkey" });
    await adding.getByLabel("Name of the passkey").fill("Desk key");
    await adding.getByRole("textbox", { name: "Your password" }).fill("stoa-demo-2026");
    await adding.getByRole("button", { name: "Add a passkey" }).click();
    const codes = page.getByRole("dialog", { name: "Recovery codes" });
    await codes.getByRole("button", { name: "I have kept them" }).click();
    await page.getByText("Desk key").waitFor();
    expect(await credentials()).toHaveLength(1);

    await page.getByRole("button", { name: "Rename the passkey Desk key" }).click();
    const renaming = page.getByRole("dialog", { name: "Rename the passkey" });
    await renaming.getByLabel("Name of the passkey").fill("Blue key");
    await renaming.getByRole("button", { name: "Save" }).click();
    await page.getByText("Blue key").waitFor();

    // After the password, as the second factor.
    await page.goto(stoa.url(`/onlinetraining/auth/logout?ReturnUrl=${encodeURIComponent(wanted)}`));
    await page.getByLabel("Email").fill("student@stoa.example");
    await page.getByRole("textbox", { name: "Password" }).fill("stoa-demo-2026");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("button", { name: "Use my passkey" }).click();
    await page.waitForURL(stoa.url(wanted));

    // In place of the password.
    await page.goto(stoa.url(`/onlinetraining/auth/logout?ReturnUrl=${encodeURIComponent(wanted)}`));
    await page.getByRole("button", { name: "Use a passkey" }).click();
    await page.waitForURL(stoa.url(wanted));

    await page.goto(stoa.url("/v/student/myAccount"));
    await page.getByRole("button", { name: "Remove the passkey Blue key" }).click();
    const removing = page.getByRole("dialog", { name: "Remove the passkey" });
    await removing.getByRole("textbox", { name: "Your password" }).fill("stoa-demo-2026");
    await removing.getByRole("button", { name: "Remove" }).click();
    await page.getByText("The passkey is removed").waitFor();
    await page.getByText("Blue key").waitFor({ state: "detached" });
  },
);
