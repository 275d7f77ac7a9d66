import type { Db } from "./db/connect.ts";

/** Who did something and where it came from. The context of a request is one. */
export interface Doer {
  readonly db: Db;
  readonly portal: { readonly id: number };
  /** Null for a stranger. asUserId: whom the person acts as, null or missing when they act for themselves. */
  readonly actor: { readonly userId: number; readonly asUserId?: number | null } | null;
  readonly http: { readonly ip: string; readonly requestId: string };
}

/** What happened. before and after hold the fields that say what changed, never a secret or a whole text. */
export interface Happening {
  /** A word in the past: course_published. */
  readonly action: string;
  readonly object?: { readonly kind: string; readonly id: number };
  readonly before?: Readonly<Record<string, unknown>>;
  readonly after?: Readonly<Record<string, unknown>>;
}

/** Writes one line of the audit log, in the transaction that does what it notes. Every entry is written here. */
export async function note({ db, portal, actor, http }: Doer, { action, object, before, after }: Happening): Promise<void> {
  await db
    .insertInto("audit_events")
    .values({
      portal_id: portal.id,
      actor_id: actor?.userId ?? null,
      as_id: actor?.asUserId ?? null,
      action,
      object_kind: object?.kind ?? null,
      object_id: object?.id ?? null,
      before: before ? JSON.stringify(before) : null,
      after: after ? JSON.stringify(after) : null,
      ip: http.ip,
      request_id: http.requestId,
    })
    .execute();
}
