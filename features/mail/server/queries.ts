import { sql } from "kysely";
import * as z from "zod/mini";
import type { Db } from "#platform/db/connect.ts";
import { oneRow } from "#platform/db/one-row.ts";
import { jsonOf, typed } from "#platform/db/typed.ts";
import type { ListRequest } from "#platform/list/list.ts";
import type { ListSql } from "#platform/list/server/page.ts";
import { MessageRow, type mailList } from "../contract.ts";

type Asked = Omit<ListRequest<typeof mailList>, "page">;

/** A message as the database has it; its event has no words yet. */
export const StoredMessage = z.omit(MessageRow, { eventTitle: true });
export type StoredMessage = z.infer<typeof StoredMessage>;

/** Who asks: what a system admin was told is for system admins only, who are hidden in portals. */
export interface Reader {
  readonly portalId: number;
  readonly isSystemAdmin: boolean;
}

const columns = sql`m.id, m.user_id as "userId", coalesce(nullif(trim(u.given_name || ' ' || u.family_name), ''), u.email, m.recipient) as person,
  coalesce(m.address, m.recipient, u.email) as address, m.subject, m.event, m.state, m.reason, m.tries, m.created_at as "createdAt", m.due_at as "dueAt",
  m.ended_at as "endedAt"`;
const seenBy = ({ isSystemAdmin }: Reader) => (isSystemAdmin ? sql`true` : sql`not coalesce(u.is_system_admin, false)`);

/** The messages of a portal that a search selects. */
export function mailOf(reader: Reader, { q, state, person, sort }: Asked): ListSql {
  const found = q
    .split(/\s+/)
    .filter(Boolean)
    .map(
      (word) =>
        sql`position(folded(${word}) in folded(concat_ws(' ', m.subject, m.address, u.email, m.recipient, u.given_name, u.family_name))) > 0`,
    );
  return {
    with: sql`hits as (
      select m.id, m.created_at as created from messages m left join users u on u.id = m.user_id
      where m.portal_id = ${reader.portalId} and ${seenBy(reader)}
        ${state === null ? sql`` : sql`and m.state = ${state}`} ${person === null ? sql`` : sql`and m.user_id = ${person}`}
        ${found.length > 0 ? sql`and ${sql.join(found, sql` and `)}` : sql``}
    )`,
    order: sort === "created" ? sql`created, id` : sql`created desc, id desc`,
    items: sql`select s.nth, ${columns} from shown s join messages m on m.portal_id = ${reader.portalId} and m.id = s.id left join users u on u.id = m.user_id`,
    all: sql`(select count(*) from messages m left join users u on u.id = m.user_id where m.portal_id = ${reader.portalId} and ${seenBy(reader)})`,
  };
}

const Whole = z.extend(StoredMessage, {
  createdAt: z.date(),
  dueAt: z.date(),
  endedAt: z.nullable(z.date()),
  headers: z.nullable(jsonOf<Record<string, string>>()),
  plain: z.nullable(z.string()),
  html: z.nullable(z.string()),
  language: z.nullable(z.string()),
  response: z.nullable(z.string()),
});

/** One message with its text; undefined for one that the reader does not see. */
export const findMessage = async (db: Db, reader: Reader, id: number) =>
  (
    await typed(Whole)`select ${columns}, m.headers, m.plain, m.html, m.language, m.response
      from messages m left join users u on u.id = m.user_id
      where m.portal_id = ${reader.portalId} and m.id = ${id} and ${seenBy(reader)}`.execute(db)
  ).rows[0];

/** Lets a message wait for sending anew, if its state is still the one that was read; gives whether it does. */
export const restartMessage = async (db: Db, portalId: number, id: number, state: StoredMessage["state"]): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable("messages")
    .set({ state: "waiting", reason: null, tries: 0, due_at: sql`now()`, ended_at: null })
    .where("portal_id", "=", portalId)
    .where("id", "=", id)
    .where("state", "=", state)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
};

const Status = z.object({
  isStopped: z.boolean(),
  waiting: z.int(),
  trouble: z.nullable(jsonOf<{ since: string; problem: string }>()),
  /** Of the portal's own mail server, where it sends through one; problem null: it works. */
  own: z.nullable(jsonOf<{ since: string | null; problem: string | null; said: string | null }>()),
});

/** The state of a portal's mail. */
export const findStatus = async (db: Db, portalId: number) =>
  oneRow(
    await typed(Status)`select
      not coalesce((select is_on from mail_settings where portal_id = ${portalId}), true) as "isStopped",
      (select count(*) from messages where portal_id = ${portalId} and state in ('waiting', 'sending'))::int as waiting,
      (select value from system_settings where key = 'mail_trouble') as trouble,
      (select json_build_object('since', failing_since, 'problem', problem, 'said', said) from mail_servers
        where portal_id = ${portalId} and is_on) as own`.execute(db),
  );
