import { sql } from "kysely";
import * as z from "zod/mini";
import type { Db } from "#platform/db/connect.ts";
import { oneRow } from "#platform/db/one-row.ts";
import { jsonOf, typed } from "#platform/db/typed.ts";
import type { PortalColors } from "#ui/portal-theme.ts";

/** A portal as its mail needs it. */
export const Portal = z.object({
  id: z.int(),
  name: z.string(),
  host: z.string(),
  colors: jsonOf<PortalColors>(),
  mailLogo: z.nullable(z.string()),
  locale: z.string(),
  hourlyCap: z.int(),
  quietFrom: z.nullable(z.int()),
  quietTo: z.nullable(z.int()),
  senderName: z.string(),
  senderAddress: z.string(),
  replyTo: z.string(),
});
export type Portal = z.infer<typeof Portal>;

/** The columns of a Portal, of portalSource. */
export const portalColumns = sql`p.id, p.name, h.host, p.colors, p.mail_logo_file as "mailLogo", p.locale, coalesce(s.hourly_cap, 5000) as "hourlyCap",
  s.quiet_from as "quietFrom", s.quiet_to as "quietTo", coalesce(s.sender_name, '') as "senderName", coalesce(s.sender_address, '') as "senderAddress",
  coalesce(s.reply_to, '') as "replyTo"`;
export const portalSource = sql`portals p
  join portal_hosts h on h.portal_id = p.id and h.is_primary
  left join mail_settings s on s.portal_id = p.id`;

/** One portal. */
export const findPortal = async (db: Db, portalId: number): Promise<Portal> =>
  oneRow(await typed(Portal)`select ${portalColumns} from ${portalSource} where p.id = ${portalId}`.execute(db));
