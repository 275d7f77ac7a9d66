import type { Locator } from "playwright-core";

/** Presses the label of a radio button or a checkbox, as people do, once it stands still: a dialog that still comes up moves away under a forced click. */
export const choose = (within: Locator, role: "radio" | "checkbox", name: string | RegExp): Promise<void> =>
  within.locator("label", { has: within.page().getByRole(role, { name }) }).click();
