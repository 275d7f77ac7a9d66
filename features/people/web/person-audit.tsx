import { AuditList } from "#features/audit/web/audit-list.tsx";
import type { Person } from "../person-contract.ts";

/** What this person did in the portal, and what was done to them. */
const PersonAudit = ({ person }: { person: Person }) => <AuditList person={person.userId} headingLevel={2} />;
export default PersonAudit;
