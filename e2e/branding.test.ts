import sharp from "sharp";
import { expect, test } from "vitest";
import { heading, soon } from "./support/actions.ts";
import { useStoa } from "./support/use-stoa.ts";

// An admin brands a portal (ENV-1, ENV-4, ENV-5): yellow with white words is corrected and said, a logo is cut out, and nobody sees it before it is published.
const stoa = useStoa();

test("a portal is branded: corrected and said, cut out, published, on the page of somebody who signs in, and taken back", async () => {
  const page = await stoa.signedIn({ email: "admin@stoa.example" });
  await page.goto(stoa.url("/v/portal/logo"));
  await heading(page, "Portal Logo").waitFor();
  const colours = page.getByRole("region", { name: "Colours" });
  await colours.getByRole("textbox", { name: "Navigation", exact: true }).fill("#ffd400");
  await colours.getByRole("textbox", { name: "Words of the navigation", exact: true }).fill("#fff");
  await page.keyboard.press("Enter");
  await colours.getByText(/have a contrast of 1\.4 and could not be read/).waitFor();
  await page.getByText("The draft is saved. Nobody sees it before it is published.").waitFor();

  const picture = await sharp({ create: { width: 900, height: 300, channels: 3, background: "#123456" } })
    .png()
    .toBuffer();
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Choose another: Logo", exact: true }).click();
  await (await chooser).setFiles({ name: "logo.png", mimeType: "image/png", buffer: picture });
  const dialog = page.getByRole("dialog", { name: "Logo" });
  await dialog.getByText("900 × 300 pixels").waitFor();
  await dialog.getByRole("button", { name: "Use this part" }).click();
  await dialog.waitFor({ state: "detached" });
  const logo = page.getByRole("region", { name: "Logo", exact: true }).getByRole("img", { name: "Logo" });
  await soon(() => logo.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight])).toEqual([480, 160]);
  await page.getByText("The draft is saved. Nobody sees it before it is published.").waitFor();

  const visitor = await stoa.visitor();
  const look = () =>
    visitor.evaluate(() => ({
      navigation: getComputedStyle(document.documentElement).getPropertyValue("--nav-bg"),
      logo: document.querySelector("img")?.getAttribute("src") ?? "",
    }));
  await visitor.goto(stoa.url("/v/auth/login"));
  await visitor.getByRole("button", { name: "Sign in" }).waitFor();
  const before = await look();
  expect(before.navigation).not.toBe("#ffd400");

  await page.getByRole("button", { name: "Publish" }).click();
  await page.getByText("Everybody sees the new look now").waitFor();
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--nav-bg"))).toBe("#ffd400");
  await visitor.reload();
  await visitor.getByRole("button", { name: "Sign in" }).waitFor();
  expect(await look()).toMatchObject({ navigation: "#ffd400", logo: expect.stringMatching(/^\/rest\/branding\/images\//) });

  await page
    .getByRole("region", { name: "Published before" })
    .getByRole("button", { name: /^Take the look of/ })
    .last()
    .click();
  await page.getByText("The draft is saved. Nobody sees it before it is published.").waitFor();
  await page.getByRole("button", { name: "Publish" }).click();
  await page.getByText("This is what everybody sees.").waitFor();
  await visitor.reload();
  await visitor.getByRole("button", { name: "Sign in" }).waitFor();
  expect(await look()).toEqual(before);
  stoa.problems();
});
