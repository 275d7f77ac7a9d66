/**
 * The parts that the server computes separately, so that one failure does not affect the others (DASH-4): each is what the widget of its name shows. The
 * other widgets show what comes with the page.
 */
export const partNames = ["next", "courses", "due", "waiting", "required", "calendar", "catalog", "transcript"] as const;
export type PartName = (typeof partNames)[number];
