/** Whether this page may frame an origin. Its policy names the packages of one course alone: those of the address it was loaded at. */
const mayFrame = (origin: string): boolean => document.querySelector<HTMLMetaElement>('meta[name="stoa-stage"]')?.content === origin;

type Kept = { stage?: string } | null;

/** Keeps with this address in the history, whose state outlives a reload, for which origin it was loaded anew. */
const keep = (stage: string | undefined) => history.replaceState({ ...(history.state as Kept), stage }, "");

/** Whether this page was loaded anew for a package that was about to play on it. */
export const isLoadedForStage = (): boolean => {
  const stage = (history.state as Kept)?.stage;
  return stage !== undefined && mayFrame(stage);
};

/**
 * Loads the page anew where it may not frame an origin, because the person came to this screen from another one without loading it. Answers whether it
 * does; never twice for one origin.
 */
export function loadForStage(origin: string): boolean {
  const wasLoaded = (history.state as Kept)?.stage === origin;
  if (mayFrame(origin) || wasLoaded) {
    if (wasLoaded) keep(undefined);
    return false;
  }
  keep(origin);
  location.reload();
  return true;
}
