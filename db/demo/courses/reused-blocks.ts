import { text } from "./build.ts";

// A block that two courses use: the one as it is now, the other as it was before somebody changed it.

/** What its reusable block is called. */
export const callForHelp = "When you call 112";
export const callForHelpNow = text(`
! Say **where** you are, what happened and how many need help. Answer what you are asked, and hang up last. Then send somebody to the gate to show the way.`);
export const callForHelpBefore = text(`
! Say **where** you are, what happened and how many need help. Answer what you are asked, and hang up last.`);
