import * as z from "zod/mini";
import { may } from "#features/portal/permissions.ts";
import type { Actor } from "#platform/actor.ts";
import type { Db } from "#platform/db/connect.ts";
import { typed } from "#platform/db/typed.ts";
import { isOwnOf } from "./course-sql.ts";

const Own = z.object({ id: z.int() });

/** Whether somebody sees a published course that they are not offered (CAT-1): who sees the courses of the portal does, and authors see their own. */
export async function seesUnoffered(db: Db, actor: Actor, courseId: number): Promise<boolean> {
  if (may("see-portal-courses").allows(actor)) return true;
  if (!may("see-courses").allows(actor)) return false;
  const { rows } = await typed(Own)`select c.id from courses c
    where c.portal_id = ${actor.portalId} and c.id = ${courseId} and c.status = 'published' and ${isOwnOf(actor.portalId, actor.userId)}`.execute(
    db,
  );
  return rows.length > 0;
}
