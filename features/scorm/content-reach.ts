/** The page of every content host that says to the page around it that it is reached, and nothing else. */
export const reachPath = "/c/~reach";

/** What it says. */
export const reachedWord = "stoa-content-reached";
