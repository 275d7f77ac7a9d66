/** What a key does in the player. */
export type PlayerAction =
  | { kind: "toggle" | "mute" | "captions" | "fullScreen" }
  | { kind: "seek"; by: number }
  | { kind: "volume"; by: number }
  | { kind: "speed"; steps: 1 | -1 };

const actions: Record<string, PlayerAction> = {
  " ": { kind: "toggle" },
  k: { kind: "toggle" },
  j: { kind: "seek", by: -10 },
  l: { kind: "seek", by: 10 },
  ArrowLeft: { kind: "seek", by: -5 },
  ArrowRight: { kind: "seek", by: 5 },
  ArrowUp: { kind: "volume", by: 0.1 },
  ArrowDown: { kind: "volume", by: -0.1 },
  c: { kind: "captions" },
  f: { kind: "fullScreen" },
  m: { kind: "mute" },
  "<": { kind: "speed", steps: -1 },
  ">": { kind: "speed", steps: 1 },
};

/** Keys that scroll the page or press what has the focus, wherever that is; to the player they belong only inside it. */
const insideOnly = /^(?: |Arrow.*)$/;

/**
 * The action of a key for the player; null when the focused control needs the key itself:
 * fields, dialogs and menus keep every key, buttons keep Space, what is outside the player keeps Space and arrows, and keys with Ctrl, Alt or Meta belong to the browser.
 * In right-to-left text the left arrow seeks forward, as on the seek bar.
 */
export function playerAction(event: KeyboardEvent, { isInside, isRtl }: { isInside: boolean; isRtl: boolean }): PlayerAction | null {
  if (event.ctrlKey || event.altKey || event.metaKey) return null;
  const target = event.target instanceof HTMLElement ? event.target : null;
  if (target?.closest("input, textarea, select, [role=dialog], [role=menu]")) return null;
  if (insideOnly.test(event.key) && !isInside) return null;
  if (event.key === " " && target?.closest("button, a")) return null;
  const action = actions[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (!action) return null;
  if (isRtl && action.kind === "seek" && event.key.startsWith("Arrow")) return { kind: "seek", by: -action.by };
  return action;
}
