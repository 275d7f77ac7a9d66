import { mayEdit } from "#features/courses/policy.ts";
import { may } from "#features/portal/permissions.ts";
import type { Actor } from "#platform/actor.ts";
import type { Databases, Db } from "#platform/db/connect.ts";
import { invalid, notFound } from "#platform/errors.ts";
import type { FileStore } from "#platform/files/store.ts";
import { requireActor, type OpenContext } from "#platform/serve.ts";
import { deleteLoose, findMediaCourse } from "./queries.ts";

/** Who makes courses sends files for them. */
export const makes = may("make-courses");

interface Changing {
  readonly db: Db;
  readonly actor: Actor;
  readonly portal: { readonly id: number };
  readonly courseId: number;
}

type Asker = Pick<Changing, "db" | "actor" | "portal">;

/** The key of a course that this person may change. Throws 404, and 400 for a course that takes no such files. */
export async function inCourse(
  { db, actor, portal }: Asker,
  courseId: number,
  { isCover = false } = {},
): Promise<{ portalId: number; courseId: number }> {
  const key = { portalId: portal.id, courseId };
  const course = await findMediaCourse(db, key);
  // Another author's course is treated as missing (security.md #26).
  if (!course || !mayEdit(actor, course)) throw notFound("course", "This course could not be found.");
  if (course.type !== "online" && !isCover) throw invalid("courseId", "other_type", "Only an online course takes files here.");
  return key;
}

/** Opens the request for somebody who may change the course. Throws 401, 403, 404, and 400 for a course that takes no such files. */
export const changing = <T>(
  { open }: OpenContext,
  asked: unknown,
  work: (found: Changing) => Promise<T>,
  { isCover = false } = {},
): Promise<T> =>
  open(async ({ db, actor: asker, portal }) => {
    const actor = requireActor(asker, makes);
    const courseId = /^[1-9]\d{0,14}$/.test(String(asked)) ? Number(asked) : 0;
    await inCourse({ db, actor, portal }, courseId, { isCover });
    return work({ db, actor, portal, courseId });
  });
/** Removes what lies under these keys. With `unsure`, a key that was recorded in spite of an error stays: a commit without an answer may have happened. What cannot be removed now is found by its row later. */
export async function forget(
  { databases }: { readonly databases: Pick<Databases, "inPortal"> },
  files: FileStore,
  portalId: number,
  keys: readonly string[],
  unsure = false,
) {
  try {
    const known = unsure
      ? await databases.inPortal(portalId, (db) =>
          db
            .selectFrom("files")
            .select("storage_key")
            .where("portal_id", "=", portalId)
            .where("storage_key", "in", keys)
            .unionAll(
              db.selectFrom("picture_sizes").select("storage_key").where("portal_id", "=", portalId).where("storage_key", "in", keys),
            )
            .execute(),
        )
      : [];
    for (const key of keys) if (!known.some(({ storage_key }) => storage_key === key)) await files.remove(key);
    await databases.inPortal(portalId, (db) => deleteLoose(db, portalId, keys));
  } catch {
    // The sweep goes on with it.
  }
}
