import type { ManifestItem } from "../manifest.ts";
import type { Navigation, Wish } from "./protocol.ts";

export interface BarWords {
  readonly previous: string;
  readonly next: string;
  readonly finish: string;
  readonly parts: string;
}

const style = `body { display: flex; flex-direction: column; color-scheme: light dark; background: Canvas; color: CanvasText; font: 1rem/1.5 system-ui, sans-serif }
body > iframe { flex: 1; min-block-size: 0; background: #fff }
.bar { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; padding: .375rem .75rem; border-block-end: 1px solid GrayText }
.bar:has(> p:only-child:empty) { display: none }
.bar p { flex: 1 1 20rem; margin: 0 }
.bar button, .bar select { font: inherit; min-block-size: 2.5rem; padding-inline: .75rem; max-inline-size: 100% }`;

/**
 * The steps from part to part at the top of a window that has no page behind it, and a line for what the learner has to know. go: where the learner wants
 * to go; "leave" ends the course after its last part.
 */
export function partsBar(items: readonly ManifestItem[], words: BarWords, language: string, go: (to: Wish | "leave") => void) {
  const bar = document.createElement("div");
  bar.lang = language;
  bar.className = "bar";
  const line = document.createElement("p");
  line.role = "status";
  line.dir = "auto";
  const sheet = document.createElement("style");
  sheet.textContent = style;
  document.head.append(sheet);
  document.body.prepend(bar);

  const button = (label: string) => {
    const one = document.createElement("button");
    one.type = "button";
    one.textContent = label;
    return one;
  };
  const [previous, next] = [button(words.previous), button(words.next)];
  const parts = document.createElement("select");
  parts.ariaLabel = words.parts;
  for (const { scoKey, title } of items) parts.append(new Option(title, scoKey ?? ""));
  bar.append(...(items.length > 1 ? [previous, parts, next] : []), line);
  let ends = false;
  previous.addEventListener("click", () => go("previous"));
  next.addEventListener("click", () => go(ends ? "leave" : "continue"));
  // Arrow keys in a closed list choose one part after another: the choice counts when Enter or the way out of the list confirms it.
  let hasEnded = false;
  let isTyping = false;
  let shown = "";
  const choose = () => {
    isTyping = false;
    if (parts.value !== shown) go({ scoKey: parts.value });
  };
  parts.addEventListener("keydown", ({ key }) => (key === "Enter" ? choose() : (isTyping = key !== "Tab")));
  parts.addEventListener("pointerdown", () => (isTyping = false));
  parts.addEventListener("change", () => !isTyping && choose());
  parts.addEventListener("blur", choose);

  return {
    show({ current, canContinue, canPrevious, locked, hidden }: Navigation) {
      if (hasEnded) return;
      ends = !canContinue && items.at(-1)?.scoKey === current;
      next.textContent = ends ? words.finish : words.next;
      next.disabled = !canContinue && !ends;
      previous.disabled = !canPrevious;
      for (const option of parts.options) {
        option.hidden = hidden.includes(option.value);
        option.disabled = option.value !== current && (option.hidden || locked.includes(option.value));
      }
      shown = current ?? "";
      if (!isTyping) parts.value = shown;
    },
    tell: (text: string) => void (line.textContent = text),
    /** Says for the last time how it stands: from now on nothing here leads anywhere. */
    end(text: string) {
      hasEnded = true;
      line.textContent = text;
      for (const control of [previous, parts, next]) control.disabled = true;
    },
  };
}
