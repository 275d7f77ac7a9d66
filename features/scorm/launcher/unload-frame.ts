import { stageOf } from "./stage-shape.ts";

/** How long a package's page may take to unload, in ms. */
const unloadMs = 1_500;

/**
 * Unloads a SCO as a browser does when navigating, so that it can end its session, and removes its frame. The learner has decided to go: what the package
 * does in `beforeunload` is done, but the browser does not ask them on its behalf.
 */
export async function unloadFrame(frame: HTMLIFrameElement): Promise<void> {
  const stage = stageOf(window);
  await new Promise<void>((done) => {
    frame.addEventListener("load", () => done(), { once: true });
    setTimeout(done, unloadMs);
    try {
      if (frame.contentWindow) announce(frame.contentWindow);
      if (stage) stage.isUnloading = true;
      frame.contentWindow?.location.replace("about:blank");
    } catch {
      done();
    }
  });
  frame.remove();
  if (stage) stage.isUnloading = false;
}

/** Sends `beforeunload` to a window and its frames as an event of ours, whose answer no browser heeds; the browser's own is kept from them (stage.ts). */
function announce(going: Window) {
  try {
    going.dispatchEvent(new Event("beforeunload", { cancelable: true }));
    for (let at = 0; at < going.length; at++) announce(going[at] as Window);
  } catch {
    // A frame of another origin keeps its own manners.
  }
}
