/** The starters, in the order in which they are offered; without their texts, for the browser. */
export const starterNames = ["compliance", "onboarding", "product", "howTo"] as const;
export type StarterName = (typeof starterNames)[number];
