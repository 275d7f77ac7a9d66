import { compliance } from "./compliance/compliance.ts";
import { howTo } from "./howTo/how-to.ts";
import { onboarding } from "./onboarding/onboarding.ts";
import { product } from "./product/product.ts";
import type { Starter } from "./starter.ts";
import type { StarterName } from "./starter-names.ts";

/** The table of starters, in the order of their names: what a course of each begins as. */
export const starters: Readonly<Record<StarterName, Starter>> = { compliance, onboarding, product, howTo };
