import type { Target } from "./window.ts";

/** A target as it is sent into a page. */
export interface Sought {
  readonly css: string;
  readonly name: string | null;
  readonly isPattern: boolean;
}

const selectors = {
  button: "button, [role=button], input[type=button], input[type=submit]",
  link: "a[href]",
  heading: "h1, h2, h3, h4, h5, h6",
  field: "input:not([type=radio], [type=checkbox], [type=hidden]), textarea",
  // A person clicks the label of a radio button or checkbox.
  choice: "label:has(input[type=radio], input[type=checkbox])",
  row: "tr, [role=row]",
} as const;

export const soughtOf = (target: Target): Sought =>
  "css" in target
    ? { css: target.css, name: null, isPattern: false }
    : {
        css: selectors[target.role],
        name: typeof target.name === "string" ? target.name : target.name.source,
        isPattern: typeof target.name !== "string",
      };

/** What a target is called in messages. */
export const titleOf = (target: Target): string => ("css" in target ? target.css : `${target.role} ${String(target.name)}`);

/** Runs in the page: the first visible element that is sought, and can be used. */
export function findVisible({ css, name, isPattern }: Sought): Element | null {
  const clean = (text: string | null | undefined) => (text ?? "").replace(/\s+/g, " ").trim();
  const nameOf = (element: Element): string => {
    const by = element.getAttribute("aria-labelledby");
    if (by)
      return clean(
        by
          .split(/\s+/)
          .map((id) => document.getElementById(id)?.textContent)
          .join(" "),
      );
    const own = clean(element.getAttribute("aria-label"));
    if (own !== "") return own;
    const labels = (element as HTMLInputElement).labels;
    if (labels && labels.length > 0) return clean([...labels].map((label) => label.textContent).join(" "));
    return clean(element.textContent) || clean((element as HTMLInputElement).value);
  };
  for (const element of document.querySelectorAll(css)) {
    if (element.getClientRects().length === 0 || getComputedStyle(element).visibility !== "visible") continue;
    if (element.matches(":disabled, [aria-disabled=true]")) continue;
    if (name === null || (isPattern ? new RegExp(name).test(nameOf(element)) : nameOf(element) === name)) return element;
  }
  return null;
}
