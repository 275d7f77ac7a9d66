import { msg } from "@lingui/core/macro";
import type { Check } from "../check.ts";

/** Whether the browser opens windows, which some packages play in. */
export const windows: Check = {
  title: msg`Windows that open`,
  find() {
    const opened = window.open("", "", "popup,width=200,height=200");
    opened?.close();
    const isGood = opened !== null;
    return {
      isGood,
      words: isGood
        ? msg`Courses that need a window of their own can open it.`
        : msg`The browser blocks windows that open, and some courses need one. Allow pop-ups for this site; the browser shows a sign for it beside the address.`,
    };
  },
};
