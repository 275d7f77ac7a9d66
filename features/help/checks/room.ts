import { msg } from "@lingui/core/macro";
import type { Check } from "../check.ts";

/** The narrowest page that everything fits into, in CSS pixels. */
const leastWidth = 320;

/** Whether the page has room enough. */
export const room: Check = {
  title: msg`Size of the page`,
  find() {
    const { innerWidth: width, innerHeight: height } = window;
    return width >= leastWidth
      ? { isGood: true, words: msg`The page has ${width} × ${height} pixels. Everything fits.` }
      : {
          isGood: false,
          words: msg`The page has ${width} × ${height} pixels, and less than ${leastWidth} across is too narrow. Make the window wider, or zoom out.`,
        };
  },
};
