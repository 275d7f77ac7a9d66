import { holdersOf } from "#features/portal/permissions.ts";
import { grantedRoles, type Ability, type GrantedRole } from "../contract.ts";

/** The roles of which each alone gives an ability. */
export const rolesThatGive = (id: Ability): GrantedRole[] => grantedRoles.filter((role) => id === "learn" || holdersOf(id).includes(role));

/** Whether everybody in the portal has an ability, and whether a system admin has it as such. */
export const givenTo = (id: Ability) => ({ everybody: id === "learn", system: id === "learn" || holdersOf(id).includes("System") });
