import type { Page } from "playwright-core";
import { expect } from "vitest";

/** The focused element: its accessible name, and whether it is visible. */
export const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body) return null;
    const isField = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
    const labels = isField ? [...(element.labels ?? [])].map((label) => label.innerText).join(" ") : "";
    const named = element
      .getAttribute("aria-labelledby")
      ?.split(" ")
      .map((id) => document.getElementById(id)?.textContent ?? "")
      .join(" ");
    const drawn = [
      element,
      element.nextElementSibling,
      element.closest("label")?.querySelector(".ui-choice-mark"),
      element.closest(".ui-field, .ui-input, .ui-choice"),
    ].some((one) => {
      if (!one) return false;
      const style = getComputedStyle(one);
      return (style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2) || style.boxShadow !== "none";
    });
    return {
      name: (element.getAttribute("aria-label") ?? named ?? (labels || element.innerText)).replace(/\s+/g, " ").trim(),
      tag: element.tagName,
      // Of a date field the browser draws which of its parts has the focus, and the field around them none.
      isDrawn: drawn || (element instanceof HTMLInputElement && element.type.startsWith("date")),
    };
  });

/** Presses Tab until an element with this name has the focus; every element on the way must be visible. */
export async function tabTo(page: Page, name: string | RegExp, key: "Tab" | "Shift+Tab" = "Tab") {
  const passed: string[] = [];
  for (let i = 0; i < 80; i++) {
    await page.keyboard.press(key);
    const now = await focused(page);
    if (!now) {
      // The browser's own toolbar is one stop of the cycle; a second stop without an element in a row is a lost focus.
      passed.push("(nothing)");
      expect(passed.slice(-3).every((one) => one === "(nothing)") && passed.length > 3).toBe(false);
      continue;
    }
    expect(now, "focus is not seen").toMatchObject({ isDrawn: true });
    passed.push(now.name);
    if (typeof name === "string" ? now.name === name : name.test(now.name)) return;
  }
  throw new Error(`Tab never reached ${String(name)}; it passed ${passed.join(" | ")}`);
}
