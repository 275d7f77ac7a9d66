import { sql } from "kysely";
import type { Db } from "./connect.ts";

/**
 * Does work in another portal within the transaction of `db`, which goes on in its own portal afterwards: for what must happen in both or in neither. The caller has
 * checked what the person asking may do there. A work that throws undoes all of it.
 */
export async function inOtherPortal<T>(db: Db, { from, to }: { readonly from: number; readonly to: number }, work: () => Promise<T>) {
  const goTo = (portalId: number) => sql`select set_config('app.portal_id', ${String(portalId)}, true)`.execute(db);
  await goTo(to);
  const value = await work();
  await goTo(from);
  return value;
}
