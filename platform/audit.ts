import { noteOwnChange } from "./own-changes.ts";
import { sql, type RawBuilder } from "kysely";
import type { Db } from "./db/connect.ts";

/** Who did something and where from. The context of a request fits this type. */
export interface Doer {
  readonly db: Db;
  readonly portal: { readonly id: number };
  /** Null for somebody not signed in. by: who acts in the name of userId; null or missing when they act as themselves. */
  readonly actor: {
    readonly userId: number;
    readonly by?: { readonly userId: number } | null;
    /** The API token with which a program does it for them; the entry says so. */
    readonly token?: { readonly name: string };
  } | null;
  readonly http: { readonly ip: string; readonly requestId: string };
}

/** What happened. `before` and `after` hold the changed fields, never a secret or a long text. */
export interface Happening {
  /** A verb in the past, such as course_published. */
  readonly action: string;
  readonly object?: { readonly kind: string; readonly id: number };
  readonly before?: Readonly<Record<string, unknown>>;
  readonly after?: Readonly<Record<string, unknown>>;
}

/** Writes one entry of the audit log, inside the transaction that makes the change. All entries are written here. */
export const note = (doer: Doer, happening: Happening): Promise<void> => noteAll(doer, [happening]);

/** Writes an entry for each of what may be hundreds of changes, in one statement. */
export async function noteAll({ db, ...doer }: Doer, happenings: readonly Happening[]): Promise<void> {
  if (happenings.length === 0) return;
  await noting(doer, happenings).execute(db);
  if (doer.actor) noteOwnChange(doer.actor.userId);
}

/** The statement that writes these entries, for a statement that makes the change and notes it at once: it can stand in its `with`. */
export function noting({ portal, actor, http }: Omit<Doer, "db">, happenings: readonly Happening[]): RawBuilder<unknown> {
  const entries = happenings.map(({ action, object, before, after }) => ({
    action,
    kind: object?.kind ?? null,
    id: object?.id ?? null,
    before: before ?? null,
    after: actor?.token ? { ...after, by_token: actor.token.name } : (after ?? null),
  }));
  // One parameter, however many entries: the statement stays the same.
  return sql`insert into audit_events (portal_id, actor_id, as_id, action, object_kind, object_id, before, after, ip, request_id)
    select ${portal.id}, ${actor?.by?.userId ?? actor?.userId ?? null}::bigint, ${actor?.by ? actor.userId : null}::bigint, e.action, e.kind, e.id, e.before, e.after,
      ${http.ip}, ${http.requestId}
    from rows from (json_to_recordset(${JSON.stringify(entries)}::json) as (action text, kind text, id bigint, before jsonb, after jsonb))
      with ordinality as e(action, kind, id, before, after, nth)
    order by e.nth`;
}

/**
 * Empties what the entries of a portal say about somebody who is erased: what was changed of them, what they did where it tells of them, and their address. What they
 * did to others stays, without theirs. The salt goes too, so that nobody can try out what stood there; the chain still holds (check_audit). As stoa_system.
 */
export async function eraseEntries(
  db: Db,
  portalId: number,
  { userId, email }: { readonly userId: number; readonly email: string },
): Promise<void> {
  const tells = sql`(position(${email}::text in lower(coalesce(before::text, ''))) > 0 or position(${email}::text in lower(coalesce(after::text, ''))) > 0)`;
  const isTheirs = sql`((object_kind = 'user' and object_id = ${userId}) or (actor_id = ${userId} and object_kind is null))`;
  const stays = sql`not ${isTheirs} and not ${tells}`;
  await sql`update audit_events set salt = gen_random_uuid(), erased_at = now(), ip = case when actor_id = ${userId} then '' else ip end,
      before = case when ${stays} then before end, after = case when ${stays} then after end
    where portal_id = ${portalId} and (actor_id = ${userId} or as_id = ${userId} or ${isTheirs} or ${tells})`.execute(db);
}
