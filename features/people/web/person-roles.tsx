import { RolesOfPerson } from "#features/roles/web/roles-of-person.tsx";
import type { Person } from "../person-contract.ts";
import { nameOf } from "./name-of.ts";

/** The roles of a person; given, changed and ended here. */
const PersonRoles = ({ person }: { person: Person }) => (
  <RolesOfPerson userId={person.userId} name={nameOf(person)} isLocked={person.locked === "self" || person.locked === "systemAdmin"} />
);
export default PersonRoles;
