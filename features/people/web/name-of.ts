import type { Person } from "../person-contract.ts";

/** The name of a person, or their email while they have none. */
export const nameOf = ({ givenName, familyName, email }: Pick<Person, "givenName" | "familyName" | "email">) =>
  `${givenName} ${familyName}`.trim() || email;
