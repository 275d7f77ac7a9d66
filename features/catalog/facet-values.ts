/** short: up to 15 minutes; medium: up to an hour; long: more. */
export const durationBands = ["short", "medium", "long"] as const;
export const myStates = ["notEnrolled", "enrolled"] as const;
export const priceKinds = ["free", "costs"] as const;
/** now: what somebody could begin, as far as it is up to them: they meet what it asks for first, and its dates let people in. */
export const eligibleWhen = ["now"] as const;
