import { sql } from "kysely";
import * as z from "zod/mini";
import { mailTest } from "#features/notifications/events/mail_test/mail-test.ts";
import { eventNamed, events } from "#features/notifications/events.ts";
import { writeLetter } from "#features/notifications/server/service.ts";
import { note } from "#platform/audit.ts";
import type { Parsed, Result } from "#platform/contract.ts";
import type { Databases, Db } from "#platform/db/connect.ts";
import { typed } from "#platform/db/typed.ts";
import { invalid } from "#platform/errors.ts";
import { instant } from "#platform/instant.ts";
import type { ListRequest } from "#platform/list/list.ts";
import { readAll, readPage, type ListSql } from "#platform/list/server/page.ts";
import type { CsvColumn } from "#platform/list/server/serve-export.ts";
import type { Say } from "#platform/catalogue.ts";
import type { Context } from "#platform/serve.ts";
import { BlockedAddress, blackList, type listBlackList, type MailSettings } from "../settings-contract.ts";
import type * as api from "../settings-contract.ts";
import type { Way } from "./claim.ts";
import { domainOf } from "./compose.ts";
import { showOwnServer } from "./own-server.ts";
import type { Reader } from "./queries.ts";
import { statusOf } from "./service.ts";

/** How this installation sends. */
export interface Sending {
  readonly way: Way;
  readonly mailFrom: string | undefined;
}

const defaults: MailSettings = {
  isOn: true,
  senderName: "",
  senderAddress: "",
  replyTo: "",
  hourlyCap: 5000,
  quiet: null,
  eventsOff: [],
};

const Kept = z.object({
  isOn: z.boolean(),
  senderName: z.string(),
  senderAddress: z.string(),
  replyTo: z.string(),
  hourlyCap: z.int(),
  quietFrom: z.nullable(z.int()),
  quietTo: z.nullable(z.int()),
  eventsOff: z.array(z.string()),
});

async function settingsOf(db: Db, portalId: number): Promise<MailSettings> {
  const { rows } = await typed(
    Kept,
  )`select is_on as "isOn", sender_name as "senderName", sender_address as "senderAddress", reply_to as "replyTo",
      hourly_cap as "hourlyCap", quiet_from as "quietFrom", quiet_to as "quietTo", events_off as "eventsOff"
    from mail_settings where portal_id = ${portalId}`.execute(db);
  const [kept] = rows;
  if (!kept) return defaults;
  const { quietFrom, quietTo, ...rest } = kept;
  return { ...rest, quiet: quietFrom === null || quietTo === null ? null : { from: quietFrom, to: quietTo } };
}

const Host = z.object({ host: z.string() });
/**
 * The domains from which a portal may send besides the installation's own address: those of its hosts. Any other, also that of the installation, where another
 * portal or its operator may have addresses, would be a forgery.
 */
async function domainsOf(db: Db, portalId: number, { mailFrom }: Sending) {
  const { rows } = await typed(Host)`select host from portal_hosts where portal_id = ${portalId} order by is_primary desc, host`.execute(
    db,
  );
  const domains = [...new Set(rows.map(({ host }) => domainOf(host)))];
  return { usualAddress: mailFrom ?? `no-reply@${domains[0] ?? "localhost"}`, domains };
}

/** How the portal sends mail, and what can be set. */
export async function showSettings(context: Context, sending: Sending): Promise<Result<typeof api.getMailSettings>> {
  const { db, actor, say } = context;
  return {
    settings: await settingsOf(db, actor.portalId),
    status: await statusOf(context, sending.way),
    server: await showOwnServer(db, actor.portalId),
    ...(await domainsOf(db, actor.portalId, sending)),
    events: events.map(({ name, mandatory, title }) => ({ event: name, title: title(say), isMandatory: mandatory })),
  };
}

/** The domain that the portal's mail comes from. */
export async function senderDomain({ db, actor }: Pick<Context, "db" | "actor">, sending: Sending): Promise<string> {
  const { senderAddress } = await settingsOf(db, actor.portalId);
  const { usualAddress } = await domainsOf(db, actor.portalId, sending);
  return (senderAddress || usualAddress).split("@").at(-1)?.toLowerCase() ?? "";
}

/** Stores how the portal sends mail. Throws 400 for an event that is unknown or cannot be switched off, and for an address of a foreign domain. */
export async function saveSettings(context: Context, wanted: MailSettings, sending: Sending): Promise<Result<typeof api.saveMailSettings>> {
  const { db, actor } = context;
  for (const name of wanted.eventsOff) {
    const event = eventNamed(name);
    if (!event) throw invalid("eventsOff", "no_such_event", "There is no such notification.");
    if (event.mandatory)
      throw invalid("eventsOff", "always_told", "{event} protects accounts, so it is always sent.", { event: event.title(context.say) });
  }
  const { domains, usualAddress } = await domainsOf(db, actor.portalId, sending);
  if (!["", usualAddress].includes(wanted.senderAddress) && !domains.includes(wanted.senderAddress.split("@")[1] ?? ""))
    throw invalid("senderAddress", "foreign_domain", "Mail of this portal can come from these domains: {domains}.", {
      domains: domains.join(", "),
    });
  const before = await settingsOf(db, actor.portalId);
  const row = {
    is_on: wanted.isOn,
    sender_name: wanted.senderName,
    sender_address: wanted.senderAddress,
    reply_to: wanted.replyTo,
    hourly_cap: wanted.hourlyCap,
    quiet_from: wanted.quiet?.from ?? null,
    quiet_to: wanted.quiet?.to ?? null,
    events_off: [...new Set(wanted.eventsOff)],
  };
  await db
    .insertInto("mail_settings")
    .values({ portal_id: actor.portalId, ...row })
    .onConflict((conflict) => conflict.column("portal_id").doUpdateSet(row))
    .execute();
  await note(context, { action: "mail_settings_changed", before: { ...before }, after: { ...wanted } });
  return showSettings(context, sending);
}

/** Writes a test message to somebody, which takes the way of all mail of the portal. */
export const writeTest = (databases: Databases, doer: Omit<Parameters<typeof note>[0], "db">, userId: number): Promise<void> =>
  databases.inPeople(doer.portal.id, "send a test message", async (db) => {
    await writeLetter(db, doer.portal.id, mailTest, { userId }, { at: new Date().toISOString() });
    await note({ ...doer, db }, { action: "test_mail_sent" });
  });

/** An address as the database has it. */
const Blocked = z.extend(BlockedAddress, {});
type Blocked = z.infer<typeof Blocked>;
type Asked = Omit<ListRequest<typeof blackList>, "page">;

/** The addresses that a search selects. */
function blockedOf({ portalId, isSystemAdmin }: Reader, { q, reason, sort }: Asked): ListSql {
  const found = q
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => sql`position(folded(${word}) in folded(a.address || ' ' || a.response)) > 0`);
  const by = {
    address: sql`address`,
    "-address": sql`address desc`,
    created: sql`created, address`,
    "-created": sql`created desc, address`,
  };
  return {
    with: sql`hits as (
      select a.address, a.created_at as created from suppressed_addresses a
      where a.portal_id = ${portalId} ${reason === null ? sql`` : sql`and a.reason = ${reason}`}
        ${found.length > 0 ? sql`and ${sql.join(found, sql` and `)}` : sql``}
    )`,
    order: by[sort],
    items: sql`select s.nth, a.address, a.reason, a.response as detail, a.created_at as "createdAt",
        (select u.id from users u join memberships m on m.portal_id = a.portal_id and m.user_id = u.id
          where u.email = a.address and u.kind = 'person' and (${isSystemAdmin} or not u.is_system_admin)) as "userId"
      from shown s join suppressed_addresses a on a.portal_id = ${portalId} and a.address = s.address`,
    all: sql`(select count(*) from suppressed_addresses a where a.portal_id = ${portalId})`,
  };
}

type Query = Parsed<typeof listBlackList>["query"];

/** The addresses to which the portal sends nothing. */
export async function showBlackList({ db, actor }: Context, query: Query): Promise<Result<typeof listBlackList>> {
  const found = await readPage(db, Blocked, { page: query.page, pageSize: blackList.pageSize }, blockedOf(actor, query));
  return { ...found, rows: found.rows.map((row) => ({ ...row, createdAt: instant(row.createdAt) })) };
}

/** The same in batches. */
export const allBlocked = (db: Db, reader: Reader, query: Query) => readAll(db, Blocked, blockedOf(reader, query));

/** The columns of the export; reasons as programs call them, times in UTC. */
export const blockedColumns = (say: Say): readonly CsvColumn<Blocked>[] => [
  [say("Address"), (row) => row.address],
  [say("Reason"), (row) => row.reason],
  [say("What was said"), (row) => row.detail],
  [say("Since (UTC)"), (row) => instant(row.createdAt)],
];

/** Puts an address on the list; one that is there stays as it is. */
export async function block(context: Context, { address, why }: Parsed<typeof api.blockAddress>["body"]) {
  const { db, actor } = context;
  const made = await db
    .insertInto("suppressed_addresses")
    .values({ portal_id: actor.portalId, address, reason: "manual", response: why })
    .onConflict((conflict) => conflict.columns(["portal_id", "address"]).doNothing())
    .executeTakeFirst();
  if (made.numInsertedOrUpdatedRows) await note(context, { action: "address_blocked", after: { address, why } });
  return { address };
}

/** Takes an address off the list. */
export async function unblock(context: Context, { address }: Parsed<typeof api.unblockAddress>["body"]) {
  const { db, actor } = context;
  const gone = await db
    .deleteFrom("suppressed_addresses")
    .where("portal_id", "=", actor.portalId)
    .where("address", "=", address.toLowerCase())
    .executeTakeFirst();
  if (gone.numDeletedRows) await note(context, { action: "address_unblocked", before: { address } });
  return { address };
}
