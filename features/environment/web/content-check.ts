import { msg } from "@lingui/core/macro";
import type { Check, Finding } from "#features/help/check.ts";
import { reachedWord } from "#features/scorm/content-reach.ts";

/** The longest that somebody waits for a host on a slow line. */
const patienceMs = 10_000;

/** Whether a page of the content host comes into a frame of this page and speaks to it, as packages of courses do. The frame goes afterwards. */
function isReached(address: string): Promise<boolean> {
  const frame = document.createElement("iframe");
  frame.hidden = true;
  frame.setAttribute("sandbox", "allow-scripts");
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const listen = ({ source, data }: MessageEvent) => source === frame.contentWindow && data === reachedWord && resolve(true);
  window.addEventListener("message", listen);
  const timer = setTimeout(resolve, patienceMs, false);
  frame.src = address;
  document.body.append(frame);
  return promise.finally(() => {
    clearTimeout(timer);
    window.removeEventListener("message", listen);
    frame.remove();
  });
}

/** Whether the content host is reached. address: of its page that says so; host: as a list of allowed hosts has it. */
export const contentCheck = ({ address, host }: { readonly address: string; readonly host: string }): Check => ({
  title: msg`Where courses play`,
  find: async (): Promise<Finding> =>
    (await isReached(address))
      ? { isGood: true, words: msg`The host on which packages of courses play can be reached.` }
      : {
          isGood: false,
          words: msg`The host on which packages of courses play could not be reached. A filter of your network or an extension of the browser may keep it away: ask whoever runs the network to allow ${host}.`,
        },
});
