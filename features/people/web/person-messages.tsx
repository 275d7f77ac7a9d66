import { MailList } from "#features/mail/web/mail-list.tsx";
import type { Person } from "../person-contract.ts";

/** What this person was sent by mail; each message leads to itself as it was sent. */
const PersonMessages = ({ person }: { person: Person }) => <MailList person={person.userId} headingLevel={2} />;
export default PersonMessages;
