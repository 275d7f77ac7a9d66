import { sql, type RawBuilder } from "kysely";

/** The entry of the blacklist that keeps mail from an address, as SQL: why, or null. Of a domain, the list has @ and its name. Both are expressions. */
export const suppressedBy = (portalId: RawBuilder<unknown>, address: RawBuilder<unknown>): RawBuilder<string | null> => sql`(
  select a.reason from suppressed_addresses a where a.portal_id = ${portalId} and a.address in (${address}, '@' || split_part(${address}, '@', 2))
  order by a.address desc limit 1)`;
