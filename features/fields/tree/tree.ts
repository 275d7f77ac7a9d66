import { oneOption } from "../single/single.ts";

/** One value of a hierarchical list. */
export const tree = oneOption("tree");
