/** short: up to 15 minutes; medium: up to an hour; long: more. */
export const durationBands = ["short", "medium", "long"] as const;
export const myStates = ["notEnrolled", "enrolled"] as const;
