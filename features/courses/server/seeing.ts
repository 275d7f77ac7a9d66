import * as z from "zod/mini";
import { may } from "#features/portal/permissions.ts";
import type { Actor } from "#platform/actor.ts";
import type { Db } from "#platform/db/connect.ts";
import { typed } from "#platform/db/typed.ts";
import { maySeeCourse } from "../policy.ts";
import { isOwnOf } from "./course-sql.ts";

const Own = z.object({ id: z.int() });

/** Whether somebody sees a published course that they are not offered (CAT-1): who sees the courses of the portal does, and authors see their own. */
async function seesUnoffered(db: Db, actor: Actor, courseId: number): Promise<boolean> {
  if (may("see-portal-courses").allows(actor)) return true;
  if (!may("see-courses").allows(actor)) return false;
  const { rows } = await typed(Own)`select c.id from courses c
    where c.portal_id = ${actor.portalId} and c.id = ${courseId} and c.status = 'published' and ${isOwnOf(actor.portalId, actor.userId)}`.execute(
    db,
  );
  return rows.length > 0;
}

/** Whether somebody may see a course's page: as maySeeCourse says, and staff published ones that they are not offered. */
export const seesCourse = async (
  db: Db,
  actor: Actor,
  { id, status, wasEnrolled, isOffered }: { id: number; status: string; wasEnrolled: boolean; isOffered: boolean },
): Promise<boolean> =>
  maySeeCourse(status, wasEnrolled, isOffered) || (status === "published" && !isOffered && (await seesUnoffered(db, actor, id)));
