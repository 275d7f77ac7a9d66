import type { Db } from "#platform/db/connect.ts";

/** Who asks for a file: anyone of the portal, or someone who makes or runs courses there. */
export interface FileReader {
  readonly portalId: number;
  readonly userId: number;
  readonly readsEveryFile: boolean;
}

/**
 * A file of the portal that this person may have: the cover of a published course, or a file of a course they are or were enrolled in
 * (a look back is allowed). Undefined otherwise, so that a stranger does not learn that it exists.
 */
export function findReadableFile(db: Db, reader: FileReader, fileId: number) {
  return db
    .selectFrom("files as f")
    .select(["f.storage_key as key", "f.name", "f.media_type as mediaType", "f.bytes", "f.sha256"])
    .where("f.portal_id", "=", reader.portalId)
    .where("f.id", "=", fileId)
    .$if(!reader.readsEveryFile, (query) =>
      query.where(({ or, exists, selectFrom }) =>
        or([
          exists(
            selectFrom("courses as c")
              .select("c.id")
              .whereRef("c.portal_id", "=", "f.portal_id")
              .whereRef("c.cover_file_id", "=", "f.id")
              .where("c.status", "=", "published"),
          ),
          exists(
            selectFrom("course_files as cf")
              .innerJoin("enrolments as e", (join) =>
                join.onRef("e.portal_id", "=", "cf.portal_id").onRef("e.course_id", "=", "cf.course_id"),
              )
              .select("e.id")
              .whereRef("cf.portal_id", "=", "f.portal_id")
              .whereRef("cf.file_id", "=", "f.id")
              .where("e.user_id", "=", reader.userId),
          ),
        ]),
      ),
    )
    .executeTakeFirst();
}
