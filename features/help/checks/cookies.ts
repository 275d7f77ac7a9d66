import { msg } from "@lingui/core/macro";
import type { Check } from "../check.ts";

const name = "stoa-check";

/** Whether the browser keeps a cookie of this site. */
export const cookies: Check = {
  title: msg`Cookies`,
  find() {
    document.cookie = `${name}=1; path=/; max-age=60; samesite=strict`;
    const isGood = document.cookie.split("; ").includes(`${name}=1`);
    document.cookie = `${name}=; path=/; max-age=0; samesite=strict`;
    return {
      isGood,
      words: isGood
        ? msg`The browser keeps the cookies of this portal, so you stay signed in.`
        : msg`The browser refuses the cookies of this portal, so you are soon signed out. Allow cookies for this site in the settings of the browser.`,
    };
  },
};
