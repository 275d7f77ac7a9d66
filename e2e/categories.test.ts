import { test } from "vitest";
import { heading, pick, soon } from "./support/actions.ts";
import { useStoa } from "./support/use-stoa.ts";

// A manager arranges the categories in which people find courses (CAT-7).
const stoa = useStoa();

test(
  "a manager adds, orders, nests, renames, hides, merges and brings back categories, and an old link leads on",
  { timeout: 180_000 },
  async () => {
    const page = await stoa.signedIn({ email: "manager@stoa.example", viewport: { width: 1280, height: 1100 } });
    await page.goto(stoa.url("/v/portal/categories"));
    await heading(page, "Categories").waitFor();
    await page.locator(".category-tree").waitFor();
    const names = () => page.locator(".category-name > bdi").allTextContents();
    const levelOf = (name: string) => page.getByRole("row", { name }).first().getAttribute("aria-level");
    const act = async (name: string, action: string) => {
      await page.getByRole("button", { name: `Actions for ${name}`, exact: true }).click();
      await page.getByRole("menuitem", { name: action, exact: true }).click();
    };
    const top = ["Safety at work", "Security and privacy", "Skills", "Starting here", "Planned for next year"];
    const topNow = async () => (await names()).filter((one) => top.includes(one) || one.startsWith("Ladders"));

    await page.getByRole("button", { name: "Add a category" }).click();
    const form = page.getByRole("dialog", { name: "Add a category" });
    await form.getByRole("button", { name: "Save" }).click();
    await form.getByText("Enter a name.").waitFor();
    await form.getByRole("textbox", { name: "Name" }).fill("Ladders");
    await form.getByRole("button", { name: "Save" }).click();
    await form.waitFor({ state: "detached" });
    await soon(topNow).toEqual([...top, "Ladders"]);

    // By the keyboard, with the focus kept on the row.
    await page.getByRole("row", { name: "Ladders" }).focus();
    await page.keyboard.press("Alt+ArrowUp");
    await soon(topNow).toEqual([...top.slice(0, 4), "Ladders", ...top.slice(4)]);
    await soon(() => page.evaluate(() => document.activeElement?.textContent?.includes("Ladders"))).toBe(true);

    // Those with others below are closed and opened by it.
    const safety = page.getByRole("row", { name: "Safety at work" }).first();
    const below = page.getByRole("row", { name: "Premises" });
    await safety.focus();
    await page.keyboard.press("ArrowLeft");
    await below.waitFor({ state: "detached" });
    await soon(() => safety.getAttribute("aria-expanded")).toBe("false");
    await page.keyboard.press("ArrowRight");
    await below.waitFor();

    // By dragging with the mouse onto another one.
    await page
      .getByRole("row", { name: "Ladders" })
      .dragTo(page.getByRole("row", { name: "Premises" }), { sourcePosition: { x: 20, y: 20 }, targetPosition: { x: 400, y: 24 } });
    await soon(() => levelOf("Ladders")).toBe("3");
    await page.getByText("The category was moved").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await soon(() => levelOf("Ladders")).toBe("1");

    // By the menu.
    await act("Ladders", "Move to another place");
    const place = page.getByRole("dialog", { name: "Move Ladders" });
    await pick(place.getByRole("combobox", { name: "Into" }), "Warehouse", "Safety at work › Warehouse");
    await place.getByRole("button", { name: "Move", exact: true }).click();
    await soon(() => levelOf("Ladders")).toBe("3");

    await act("Skills", "Change");
    const change = page.getByRole("dialog", { name: "Change the category" });
    await change.getByRole("textbox", { name: "Name" }).fill("Know-how");
    await change.getByRole("button", { name: "Save" }).click();
    await page.getByRole("row", { name: "Know-how" }).waitFor();
    await act("Know-how", "Hide from the catalog");
    await page.getByRole("row", { name: "Know-how" }).getByText("Hidden", { exact: true }).waitFor();
    await act("Know-how", "Show in the catalog");
    await page.getByRole("row", { name: "Know-how" }).getByText("Hidden", { exact: true }).waitFor({ state: "detached" });

    await act("Office", "Merge into another one");
    const merge = page.getByRole("dialog", { name: "Merge Office into another category" });
    await merge.getByText("4 courses are in it themselves.").waitFor();
    await pick(merge.getByRole("combobox", { name: "Into" }), "Communication", "Know-how › Communication");
    await merge.getByText("4 of them are new there.").waitFor();
    await merge.getByRole("button", { name: "Merge", exact: true }).click();
    await page.getByRole("row", { name: "Communication" }).getByRole("link", { name: "5 courses" }).waitFor();

    // Older links: by the name that it had, and to what was merged.
    const learner = await stoa.signedIn({ email: "student@stoa.example" });
    await learner.goto(stoa.url("/v/course/catalog/categories/skills,office"));
    await learner.waitForURL(/categories\/\d+,\d+$/);
    await soon(() => learner.getByRole("checkbox", { name: /^Know-how/ }).isChecked()).toBe(true);

    await page.getByRole("button", { name: "Removed in the last 7 days" }).click();
    await page.getByRole("button", { name: "Bring back: Office" }).click();
    await page.getByRole("row", { name: "Office" }).getByRole("link", { name: "4 courses" }).waitFor();
  },
);
