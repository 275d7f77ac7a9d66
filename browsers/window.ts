// What a journey does with a browser, whichever engine it is.

/** An element as a person finds it: by what it is and says, or by a CSS selector where nothing says it. Of several, the first visible one. */
export type Target =
  | { readonly role: "button" | "link" | "heading" | "field" | "choice" | "row"; readonly name: string | RegExp }
  | { readonly css: string };

/** CSS selectors of the frames that lead to a document, from the outermost to the innermost. */
export type FramePath = readonly string[];

export interface Window {
  open(address: string): Promise<void>;
  reload(): Promise<void>;
  address(): Promise<string>;
  /** Runs a function in the page, or in a frame of it. It is sent as text: it may use nothing but its argument. */
  run<T>(look: () => T | Promise<T>, frames?: FramePath): Promise<T>;
  run<T, A>(look: (arg: A) => T | Promise<T>, frames: FramePath, arg: A): Promise<T>;
  /** Clicks an element as a person does, once it is there and can be clicked. */
  press(target: Target, frames?: FramePath): Promise<void>;
  /** Types into an empty field. */
  type(target: Target, text: string, frames?: FramePath): Promise<void>;
  /** Does something that opens a window. Returns that window. */
  opened(doing: () => Promise<void>): Promise<Window>;
  /** A picture of the page as PNG. */
  picture(): Promise<Buffer>;
  close(): Promise<void>;
}

/** A browser of its own, with nothing stored in it: what a person has on one device. */
export interface Device {
  window(): Promise<Window>;
  close(): Promise<void>;
}

export interface Engine {
  readonly name: "Chromium" | "Firefox" | "WebKit";
  /** The installed browser with its version. */
  readonly version: string;
  device(): Promise<Device>;
  close(): Promise<void>;
}

/** How long to wait for what must come, in ms. */
export const patienceMs = 30_000;
const oftenMs = 100;

/** Repeats until something other than false, null or undefined comes out; what is thrown counts as nothing until the time is up. */
export async function until<T>(what: string, look: () => Promise<T>): Promise<NonNullable<T>> {
  const end = performance.now() + patienceMs;
  for (;;) {
    let why: unknown;
    try {
      const found = await look();
      if (found !== false && found !== null && found !== undefined) return found;
      why = undefined;
    } catch (error) {
      why = error;
    }
    if (performance.now() > end) throw new Error(`${what}: not within ${patienceMs / 1000} s`, { cause: why });
    await new Promise((done) => setTimeout(done, oftenMs));
  }
}
