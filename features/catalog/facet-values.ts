/** short: up to 15 minutes; medium: up to an hour; long: more. */
export const durationBands = ["short", "medium", "long"] as const;
export const myStates = ["notEnrolled", "enrolled"] as const;
export const priceKinds = ["free", "costs"] as const;
/** now: what somebody can enrol in, begin, continue or take again at this moment (primaryAction): all that does not wait for something or somebody. */
export const eligibleWhen = ["now"] as const;
