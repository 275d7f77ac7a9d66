import type { Tone } from "./tone.ts";

export type ToastContent = {
  title: string;
  message?: string;
  tone?: Tone;
  /** One action, such as Undo, which closes the toast. */
  action?: { label: string; onPress: () => void };
};

type Shown = { content: ToastContent; isClosed: boolean; close: (() => void) | null };
type Region = (content: ToastContent) => () => void;

let waiting: Shown[] = [];
let region: Region | null = null;
let wake: (() => void) | null = null;

/** Shows a short message for 60 seconds (specification). Returns a function that closes it. A toast is never the only record of something. */
export function toast(content: ToastContent): () => void {
  const shown: Shown = { content, isClosed: false, close: null };
  waiting.push(shown);
  deliver();
  return () => {
    shown.isClosed = true;
    shown.close?.();
  };
}

function deliver() {
  if (!region) {
    wake?.();
    return;
  }
  const show = region;
  const due = waiting;
  waiting = [];
  for (const one of due) if (!one.isClosed) one.close = show(one.content);
}

/** For `Toasts` only: calls `load` at the first toast, when the code that draws toasts is needed. */
export function onFirstToast(load: () => void): () => void {
  wake = load;
  if (waiting.length > 0) load();
  return () => {
    wake = null;
  };
}

/** For the toast region only: from now on it shows the toasts. */
export function connectRegion(show: Region): void {
  region = show;
  deliver();
}
