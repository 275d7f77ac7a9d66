import { may } from "#features/portal/permissions.ts";

/** Endpoint rule for codes. What a code gives has the rule of its kind besides (features/codes/effects). */
export const makesCodes = may("make-codes");
/** Who may let new people in by a code; they also look after the whole portal, because somebody new is in no group yet. */
export const admitsNew = may("add-people");
