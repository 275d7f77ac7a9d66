/** Milliseconds after the first paint before work that it does not need, and between two checks whether the view is complete. */
const patience = 300;
/** Milliseconds after which the work starts even when the view is not complete, for example without a connection. */
const longest = 10_000;

/** Whether the view is complete: nothing busy, the font and the visible pictures loaded. These have priority. */
const isWhole = () =>
  !document.querySelector("[aria-busy='true']") &&
  document.fonts.status === "loaded" &&
  [...document.images].every((image) => image.complete || image.getBoundingClientRect().top > innerHeight);

const whenIdle = (work: () => void) => ("requestIdleCallback" in globalThis ? requestIdleCallback(work, { timeout: 2_000 }) : work());

/** Calls `work` once the view is complete and the browser is idle, after at least so many milliseconds. Returns a function that cancels it. */
export function atRest(work: () => void, atLeast = patience): () => void {
  const began = performance.now();
  let isOff = false;
  let later: ReturnType<typeof setTimeout>;
  const look = (after: number) => {
    later = setTimeout(() => {
      if (isWhole() || performance.now() - began > longest) whenIdle(() => isOff || work());
      else look(patience);
    }, after);
  };
  look(atLeast);
  return () => {
    isOff = true;
    clearTimeout(later);
  };
}
