import { may } from "#features/portal/permissions.ts";

/** Who previews and runs actions on people; each kind has a rule of its own besides. */
export const actsOnPeople = may("see-people");
