import type { Db } from "./db/connect.ts";

/** Who did something and where from. The context of a request fits this type. */
export interface Doer {
  readonly db: Db;
  readonly portal: { readonly id: number };
  /** Null for somebody not signed in. by: who acts in the name of userId; null or missing when they act as themselves. */
  readonly actor: { readonly userId: number; readonly by?: { readonly userId: number } | null } | null;
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
export async function noteAll({ db, portal, actor, http }: Doer, happenings: readonly Happening[]): Promise<void> {
  if (happenings.length === 0) return;
  await db
    .insertInto("audit_events")
    .values(
      happenings.map(({ action, object, before, after }) => ({
        portal_id: portal.id,
        actor_id: actor?.by?.userId ?? actor?.userId ?? null,
        as_id: actor?.by ? actor.userId : null,
        action,
        object_kind: object?.kind ?? null,
        object_id: object?.id ?? null,
        before: before ? JSON.stringify(before) : null,
        after: after ? JSON.stringify(after) : null,
        ip: http.ip,
        request_id: http.requestId,
      })),
    )
    .execute();
}
