import { matchPath } from "react-router";
import { screens, type BrowserScreen } from "./browser-screens.ts";

/** Whether a screen is at an address, a path with /v. */
export const isAt = ({ path }: BrowserScreen, address: string): boolean => matchPath(`/v${path}`, address) !== null;

/** The learner's screen at an address, a path with /v; undefined where there is none of the learner's. */
export const learnerScreenAt = (address: string): BrowserScreen | undefined => screens.find((screen) => isAt(screen, address));
