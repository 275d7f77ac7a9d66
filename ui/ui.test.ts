// Every component in a real browser: no WCAG 2.2 A or AA violation in its normal state and with each layer open, contrast in three portals
// and both modes, and the keyboard behaviour that we add to the library's.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { violationsOn, type AxeOptions } from "#platform/test/axe.ts";
import type { PortalColors } from "./portal-theme.ts";
import { openGalleryPages, type GalleryPages } from "./test/gallery-pages.ts";

const PORTALS: Record<string, PortalColors> = {
  teal: { navBgColor: "#0f3d3e", navColor: "#cfe3dc", accountColor: "#24302f", footerBarBgColor: "#eef2ee" },
  yellow: { topBarBgColor: "#ffd200", navBgColor: "#ffe469", navColor: "#ffffff", accountBgColor: "#ffd200", accountColor: "#b08900" },
  plum: { topBarBgColor: "#3b1f4a", navBgColor: "#4a2a5c", navColor: "#e9dff0", accountBgColor: "#3b1f4a", accountColor: "#ffffff" },
};
const MODES = ["light", "dark"] as const;

// The shell's bars are not part of ui/; the gallery draws them with the portal's variables.
const CHROME_STYLE = `.topbar{padding:12px 24px;background:var(--topbar-bg);color:var(--topbar-fg);border-block-end:1px solid var(--topbar-line)}
.navbar{display:flex;background:var(--nav-bg);padding-inline:24px}.navbar a{display:flex;gap:8px;align-items:center;color:var(--nav-fg);padding:10px 14px;text-decoration:none;border-block-end:3px solid transparent}
.navbar a:hover{background:var(--nav-hover)}.navbar a[aria-current]{background:var(--nav-active);border-color:currentColor;font-weight:650}
.pad{padding:12px;border-block-end:1px solid var(--line)}.course{padding:12px;display:flex;flex-direction:column;gap:10px}
.two{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(420px,100%),1fr));gap:32px}.sunken{background:var(--sunken);padding:16px;border-radius:10px}`;

let gallery: GalleryPages;
beforeAll(async () => {
  gallery = await openGalleryPages("gallery.tsx", CHROME_STYLE);
}, 60_000);
afterAll(() => gallery?.close());

type Look = { portal: string; mode: string; width?: number; dir?: string; isTouch?: boolean };

const openGallery = ({ portal, isTouch = false, ...look }: Look): Promise<Page> =>
  gallery.open({
    ...look,
    colors: PORTALS[portal] ?? {},
    hasTouch: isTouch,
    isMobile: isTouch,
    permissions: ["clipboard-read", "clipboard-write"],
  });

async function violations(page: Page, options?: AxeOptions): Promise<string[]> {
  const found = await violationsOn(page, options);
  return found.map(({ rule, target, why }) => `${rule}: ${target} ${why}`);
}

// How to open each layer, and a selector for the element it shows.
const LAYERS: Record<string, { open: (page: Page) => Promise<void>; shown: string }> = {
  menu: { open: (page) => page.getByRole("button", { name: "Account" }).click(), shown: "[role=menu]" },
  sheet: { open: (page) => page.getByRole("button", { name: "Filters" }).click(), shown: ".ui-sheet" },
  popover: { open: (page) => page.getByRole("button", { name: "Legend" }).click(), shown: ".ui-popover" },
  dialog: { open: (page) => page.getByRole("button", { name: "Create" }).click(), shown: ".ui-modal" },
  confirm: { open: (page) => page.getByRole("button", { name: "Confirm" }).click(), shown: "[role=alertdialog]" },
  toast: { open: (page) => page.getByRole("button", { name: "Toast" }).click(), shown: ".ui-toast" },
  select: { open: (page) => page.getByRole("button", { name: /Course type/ }).click(), shown: "[role=listbox]" },
  combobox: { open: (page) => page.getByRole("combobox", { name: "Time zone" }).click(), shown: "[role=listbox]" },
  tooltip: {
    open: async (page) => {
      await page.getByRole("button", { name: /Announcements/ }).hover();
    },
    shown: ".ui-tip",
  },
};

const LAYERS_LOOKED_AT = new Set(["yellow light", "teal dark", "plum dark"]);

for (const portal of Object.keys(PORTALS)) {
  for (const mode of MODES) {
    test(`everything can be read in the ${portal} portal, ${mode}`, async () => {
      const rules = ["color-contrast"];
      const page = await openGallery({ portal, mode });
      expect(await violations(page, { rules })).toEqual([]);
      // Layers use the same few surfaces, so three looks are enough; the light teal ones are checked below with every rule.
      const layers = LAYERS_LOOKED_AT.has(`${portal} ${mode}`) ? LAYERS : {};
      for (const [name, layer] of Object.entries(layers)) {
        await layer.open(page);
        await page.locator(layer.shown).first().waitFor();
        expect(await violations(page, { within: layer.shown, rules }), name).toEqual([]);
        await closeLayer(page, name);
      }
      await page.context().close();
    }, 60_000);
  }
}

async function closeLayer(page: Page, name: string) {
  if (name === "dialog") await page.getByRole("button", { name: "Close", exact: true }).click();
  else if (name === "toast") await page.getByRole("button", { name: "Close message" }).last().click();
  else if (name === "tooltip") await page.mouse.move(0, 890);
  else await page.keyboard.press("Escape");
  await page
    .locator(LAYERS[name]?.shown ?? "")
    .first()
    .waitFor({ state: "detached" });
}

test("no WCAG violation at rest and while each layer is open", async () => {
  const page = await openGallery({ portal: "teal", mode: "light" });
  expect(await violations(page)).toEqual([]);
  for (const [name, layer] of Object.entries(LAYERS)) {
    await layer.open(page);
    await page.locator(layer.shown).first().waitFor();
    // While a combo box is open, React Aria hides the page from screen readers although the focus stays in the box: a known false alarm.
    const not = name === "combobox" ? "aria-hidden-focus" : undefined;
    expect(await violations(page, { not }), name).toEqual([]);
    await closeLayer(page, name);
  }
  await page.context().close();
}, 60_000);

describe("on a phone", () => {
  test("no violation, no sideways scroll, targets of 44 px, rows that are still a table", async () => {
    const page = await openGallery({ portal: "yellow", mode: "light", width: 390, isTouch: true });
    expect(await violations(page)).toEqual([]);
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(sideways).toBe(0);
    const small = await page.evaluate(() =>
      [...document.querySelectorAll(".ui-button, .ui-input, .ui-page-link, .ui-tab, .ui-thread-step, .ui-choice")]
        .map((element) => ({ name: element.outerHTML.slice(0, 90), height: element.getBoundingClientRect().height }))
        .filter(({ height }) => height < 44),
    );
    expect(small).toEqual([]);
    await page.getByRole("rowheader", { name: "Ana Ruiz" }).waitFor();
    expect(await page.getByRole("row").count()).toBe(4);
    await page.getByRole("button", { name: "Create" }).click();
    await expect
      .poll(async () => {
        const box = await page.locator(".ui-modal").boundingBox();
        return [box?.width, box?.height];
      })
      .toEqual([390, 900]);
    await page.context().close();
  }, 60_000);
});

describe("keyboard and address", () => {
  test("escape closes only where it may, and focus returns to the opener", async () => {
    const page = await openGallery({ portal: "teal", mode: "light" });
    await page.getByRole("button", { name: "Create" }).press("Enter");
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Escape");
    expect(await page.getByRole("dialog").isVisible()).toBe(true);
    await page.getByRole("button", { name: "Close", exact: true }).press("Enter");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await expect.poll(() => focused(page)).toBe("Create");

    await page.getByRole("button", { name: "Confirm" }).press("Enter");
    await expect.poll(() => focused(page)).toBe("Cancel");
    await page.keyboard.press("Escape");
    await page.getByRole("alertdialog").waitFor({ state: "detached" });
    await expect.poll(() => focused(page)).toBe("Confirm");
    await page.context().close();
  });

  test("a toast is reached with F6 and its action works", async () => {
    const page = await openGallery({ portal: "teal", mode: "light" });
    await page.getByRole("button", { name: "Toast" }).press("Enter");
    await page.locator(".ui-toast").waitFor();
    await page.keyboard.press("F6");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await expect.poll(() => focused(page)).toBe("Undo");
    await page.keyboard.press("Enter");
    await page.locator(".ui-toast").waitFor({ state: "detached" });
    await expect.poll(() => page.getByRole("switch").isChecked()).toBe(false);
    await page.context().close();
  });

  test("sort, page, search and facets live in the address; what is wrong or default is left out", async () => {
    const page = await openGallery({ portal: "teal", mode: "light" });
    const addressIs = (search: string) => page.waitForURL((url) => url.search === search);
    const sorted = (order: string, column: string) => page.locator(`th[aria-sort=${order}]`, { hasText: column }).waitFor();
    await page.getByRole("button", { name: "Email" }).click();
    await addressIs("?sort=email");
    await sorted("ascending", "Email");
    await page.getByRole("button", { name: "Email" }).click();
    await addressIs("?sort=-email");
    await sorted("descending", "Email");
    await page.getByRole("link", { name: "Page 2", exact: true }).click();
    await addressIs("?sort=-email&page=2");
    await page.getByRole("searchbox").pressSequentially("ana ruiz");
    await addressIs("?q=ana+ruiz&sort=-email");
    expect(await page.getByRole("searchbox").inputValue()).toBe("ana ruiz");
    // The first page again: wait until the search is rendered, not only written into the address.
    await page.locator("[aria-label='Page 1'][aria-current=page]").waitFor();
    await page.goBack();
    await addressIs("?sort=-email");
    await expect.poll(() => page.getByRole("searchbox").inputValue()).toBe("");
    await page.goto(`${gallery.origin}/?sort=evil&page=-4&q=ben&kind=online,classroom`);
    await expect.poll(() => page.getByRole("searchbox").inputValue()).toBe("ben");
    await sorted("ascending", "Name");
    await page.locator("[aria-label='Page 1'][aria-current=page]").waitFor();
    await page.context().close();
  });

  test("the error summary takes the focus and leads to the field", async () => {
    const page = await openGallery({ portal: "teal", mode: "light" });
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe("There is a problem");
    await page.getByRole("link", { name: /Enter an email/ }).click();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("email");
    await page.context().close();
  });

  test("what is not chosen looks so: a radio of a group without an answer is as the one beside the chosen", async () => {
    const page = await openGallery({ portal: "teal", mode: "light" });
    const mark = (text: string) =>
      page
        .locator(".ui-choice")
        .filter({ hasText: text })
        .first()
        .locator(".ui-choice-mark")
        .evaluate((one) => getComputedStyle(one).backgroundColor);
    expect(await mark("First")).toBe(await mark("No"));
    expect(await mark("First")).not.toBe(await mark("Yes"));
    await page.context().close();
  });

  test("with the system's own colours only what is ticked has a tick, and only the open tab its line", async () => {
    const page = await openGallery({ portal: "teal", mode: "light" });
    await page.emulateMedia({ forcedColors: "active" });
    const box = page.locator(".ui-choice").filter({ hasText: "Send me reminders" });
    const tick = box.locator(".ui-choice-mark svg");
    expect(await tick.isVisible()).toBe(false);
    await box.click();
    await tick.waitFor();
    const line = (tab: string) =>
      page
        .locator(tab)
        .first()
        .evaluate((one) => getComputedStyle(one).borderBlockEndColor);
    const canvas = await page.locator("body").evaluate((body) => getComputedStyle(body).backgroundColor);
    expect(await line(".ui-tab:not([aria-current])")).toBe(canvas);
    expect(await line(".ui-tab[aria-current]")).not.toBe(canvas);
    await page.context().close();
  });

  test("the list of a combo box stays at its field, with what was typed, when the page scrolls", async () => {
    const page = await openGallery({ portal: "teal", mode: "light" });
    await page.setViewportSize({ width: 1280, height: 500 });
    const zone = page.getByRole("combobox", { name: "Time zone" });
    const list = page.locator(".ui-popover");
    const drawn = async () => {
      for (let frame = 0; frame < 5; frame++) await page.evaluate(() => new Promise(requestAnimationFrame));
    };
    /** How far the list is from its field, in pixels. */
    const gap = async () => {
      const [field, popover] = [await zone.boundingBox(), await list.boundingBox()];
      if (!field || !popover) return null;
      return Math.round(Math.max(popover.y - field.y - field.height, field.y - popover.y - popover.height));
    };
    expect(await zone.evaluate((field) => field.getBoundingClientRect().top > window.innerHeight)).toBe(true);
    await zone.focus();
    await expect.poll(() => list.isVisible()).toBe(true);
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.type("Zur");
    await drawn();
    expect([await gap(), await zone.inputValue()]).toEqual([4, "Zur"]);
    await page.mouse.wheel(0, -60);
    await drawn();
    expect([await gap(), await zone.inputValue()]).toEqual([4, "Zur"]);
    // Something above the field grows, and the browser scrolls so that the field stays where it is.
    await page.evaluate(() =>
      document.querySelector("h2")?.after(Object.assign(document.createElement("div"), { style: "height: 300px" })),
    );
    await drawn();
    expect([await gap(), await zone.inputValue()]).toEqual([4, "Zur"]);
    await page.keyboard.press("Escape");
    await list.waitFor({ state: "detached" });
    await page.context().close();
  });

  test("a password can be shown, and the caps lock is mentioned", async () => {
    const page = await openGallery({ portal: "teal", mode: "light" });
    const field = page.getByLabel("Password", { exact: true });
    await field.fill("correct horse");
    await page.getByRole("button", { name: "Show password" }).click();
    await expect.poll(() => field.getAttribute("type")).toBe("text");
    await field.evaluate((input) => input.dispatchEvent(new KeyboardEvent("keydown", { key: "A", bubbles: true, modifierCapsLock: true })));
    await page.getByText("Caps lock is on.").waitFor();
    await page.context().close();
  });

  test("a finger that rests on a select until its list's code is there opens it when lifted, and the choice is kept", async () => {
    const page = await openGallery({ portal: "teal", mode: "light", width: 390, isTouch: true });
    const select = page.getByRole("button", { name: /Course type/ });
    await select.scrollIntoViewIfNeeded();
    const { x = 0, y = 0, width = 0, height = 0 } = (await select.boundingBox()) ?? {};
    const finger = await page.context().newCDPSession(page);
    const code = page.waitForResponse(/select-list/);
    await finger.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x: x + width / 2, y: y + height / 2 }] });
    await (await code).finished();
    // What the code changes on the page is drawn.
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    await finger.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    await page.getByRole("option").last().click();
    await page.getByRole("listbox").waitFor({ state: "detached" });
    await expect.poll(() => focused(page)).toMatch(/Classroom or webinar/);
    await page.context().close();
  });
});

async function focused(page: Page): Promise<string> {
  return page.evaluate(() => document.activeElement?.textContent ?? "");
}
