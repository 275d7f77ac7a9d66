import { findVisible, soughtOf, titleOf } from "./find.ts";
import { until, type Device, type FramePath, type Target, type Window } from "./window.ts";

// Firefox and WebKit understand the same commands, those of W3C WebDriver, each over a wire of its own: webdriver-wires.ts.

/** Sends a command by its name in the standard, and answers its value. */
export type Wire = (command: WireCommand, params?: Readonly<Record<string, unknown>>) => Promise<unknown>;

export type WireCommand =
  | "NewSession"
  | "DeleteSession"
  | "SetTimeouts"
  | "SetWindowRect"
  | "Navigate"
  | "Refresh"
  | "GetCurrentURL"
  | "ExecuteScript"
  | "FindElement"
  | "SwitchToFrame"
  | "SwitchToWindow"
  | "NewWindow"
  | "CloseWindow"
  | "GetWindowHandles"
  | "ElementClick"
  | "ElementClear"
  | "ElementSendKeys"
  | "TakeScreenshot";

/** The name under which the standard hands elements over. */
const elementKey = "element-6066-11e4-a52e-4f735466cecf";
type Reference = Readonly<Record<string, string>>;

/** The device of a browser to which the wire leads; `end` ends it. */
export async function deviceOver(wire: Wire, capabilities: object, end: () => Promise<void>): Promise<Device> {
  await wire("NewSession", { capabilities: { alwaysMatch: capabilities } });
  await wire("SetTimeouts", { script: 30_000, pageLoad: 60_000, implicit: 0 });
  await wire("SetWindowRect", { width: 1280, height: 950 });
  const handles = async () => (await wire("GetWindowHandles")) as string[];
  // Commands go to the window and frame chosen last, so that one has to be over before the next begins.
  let last: Promise<unknown> = Promise.resolve();
  const alone = <T>(work: () => Promise<T>): Promise<T> => {
    const now = last.then(work, work);
    last = now.catch(() => undefined);
    return now;
  };
  let first: string | undefined = (await handles())[0];
  return {
    async window() {
      const handle = first ?? (await alone(async () => (await wire("NewWindow", { type: "window" })) as { handle: string })).handle;
      first = undefined;
      return windowOver(wire, alone, handle);
    },
    close: end,
  };
}

type Alone = <T>(work: () => Promise<T>) => Promise<T>;

function windowOver(wire: Wire, alone: Alone, handle: string): Window {
  const script = (text: string, args: readonly unknown[]) => wire("ExecuteScript", { script: text, args });
  const call = (look: unknown, arg: unknown) => script(`return (${String(look)})(...arguments)`, arg === undefined ? [] : [arg]);
  /** Work in this window, in the frame that the path leads to. */
  const inside = <T>(frames: FramePath, work: () => Promise<T>) =>
    alone(async () => {
      await wire("SwitchToWindow", { handle });
      await wire("SwitchToFrame", { id: null });
      for (const value of frames) {
        const frame = await wire("FindElement", { using: "css selector", value });
        await wire("SwitchToFrame", { id: frame, element: (frame as Reference)[elementKey] });
      }
      return work();
    });
  /** Finds an element and does something with it, anew until that works: it may go, or be covered, in between. */
  const withElement = (target: Target, frames: FramePath, work: (id: string) => Promise<unknown>) =>
    until(titleOf(target), () =>
      inside(frames, async () => {
        const found = (await call(findVisible, soughtOf(target))) as Reference | null;
        const id = found?.[elementKey];
        if (id === undefined) return false;
        // As a person does, and not to the edge of the window, where a bar may lie over it.
        await script("arguments[0].scrollIntoView({ block: 'center' })", [found]);
        await work(id);
        return true;
      }),
    );
  const handles = () => alone(async () => (await wire("GetWindowHandles")) as string[]);
  return {
    open: (url) => inside([], async () => void (await wire("Navigate", { url }))),
    reload: () => inside([], async () => void (await wire("Refresh"))),
    address: () => inside([], async () => (await wire("GetCurrentURL")) as string),
    run: (look: unknown, frames: FramePath = [], arg?: unknown) => inside(frames, () => call(look, arg)) as Promise<never>,
    press: async (target, frames = []) => void (await withElement(target, frames, (id) => wire("ElementClick", { id }))),
    async type(target, text, frames = []) {
      await withElement(target, frames, async (id) => {
        await wire("ElementClear", { id });
        await wire("ElementSendKeys", { id, text });
      });
    },
    async opened(doing) {
      const before = await handles();
      await doing();
      const opened = await until("a new window", async () => (await handles()).find((one) => !before.includes(one)));
      return windowOver(wire, alone, opened);
    },
    picture: () => inside([], async () => Buffer.from((await wire("TakeScreenshot", { full: false })) as string, "base64")),
    close: () => inside([], async () => void (await wire("CloseWindow"))),
  };
}
