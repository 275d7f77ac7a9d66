/** Milliseconds after the first paint before anything that is not needed for it, and between two looks whether the view is whole. */
const patience = 300;
/** Milliseconds after which a view that is still not whole, for instance without a connection, keeps nothing from being done any more. */
const longest = 10_000;

/** Whether what a person sees is all there: nothing still waiting, its font, and the pictures in the window. They go first. */
const isWhole = () =>
  !document.querySelector("[aria-busy='true']") &&
  document.fonts.status === "loaded" &&
  [...document.images].every((image) => image.complete || image.getBoundingClientRect().top > innerHeight);

const whenIdle = (work: () => void) => ("requestIdleCallback" in globalThis ? requestIdleCallback(work, { timeout: 2_000 }) : work());

/** Calls back once the view is whole and the browser has nothing to do, not before so many milliseconds. Gives the way to call it off. */
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
