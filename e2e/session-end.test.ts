import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { heading, soon } from "./support/actions.ts";
import { axe } from "./support/axe.ts";
import { password } from "./support/stoa.ts";
import { useStoa } from "./support/use-stoa.ts";

// The end of an idle session: a warning two minutes before, and signing in again over the page (AUTH-2). How long a session lasts is the server's word
// (features/auth/session.test.ts); here it is given, because a page whose clock is set forward asks other things too, which use the session.
const stoa = useStoa();

test(
  "two minutes before an idle session ends the page says so; staying keeps it, and after the end one signs in over the page",
  { timeout: 90_000 },
  async () => {
    const page = await stoa.signedIn();
    let left: { seconds: number; canStay: boolean } | null = { seconds: 11 * 3600, canStay: true };
    await page.route("**/rest/auth/session", (route) =>
      left ? route.fulfill({ json: left }) : route.fulfill({ status: 401, json: { code: "signed_out", message: "You are signed out." } }),
    );
    await page.clock.install();
    await page.goto(stoa.url("/v/student/myAccount"));
    await heading(page, "My account").waitFor();
    await page.getByLabel("Given name").fill("Maya Lin");
    const warning = page.getByRole("dialog", { name: "Are you still there?" });
    const hoursPass = () => page.clock.fastForward("12:00:00");
    const hoursPassUntil = (shown: Locator) => soon(() => hoursPass().then(() => shown.count())).toBe(1);

    // Somebody who is there, in another window, is left alone.
    const told = page.waitForResponse("**/rest/auth/session");
    await hoursPass();
    await (await told).finished();
    expect(await warning.count()).toBe(0);

    left = { seconds: 90, canStay: true };
    await hoursPassUntil(warning);
    await warning.getByText("you will be signed out at").waitFor();
    expect(await axe(page, "the warning")).toEqual([]);
    await soon(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Stay signed in");
    left = { seconds: 12 * 3600, canStay: true };
    const used = page.waitForResponse("**/rest/environment/");
    await page.keyboard.press("Enter");
    expect([200, 304]).toContain((await used).status());
    await warning.waitFor({ state: "detached" });

    // Nobody is there: what was typed stays under the question for the password.
    left = null;
    const again = page.getByRole("dialog", { name: "Sign in again" });
    await hoursPassUntil(again);
    await again.getByLabel("Password", { exact: true }).fill(password);
    await again.getByRole("button", { name: "Sign in", exact: true }).click();
    await again.waitFor({ state: "detached" });
    expect(await page.getByLabel("Given name").inputValue()).toBe("Maya Lin");
  },
);
