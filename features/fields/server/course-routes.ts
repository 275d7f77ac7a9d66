import * as z from "zod/mini";
import { mayEdit } from "#features/courses/policy.ts";
import { coAuthors, isOneOfferedTo, seesCourse } from "#features/courses/server/service.ts";
import { may } from "#features/portal/permissions.ts";
import { signedIn, type Actor } from "#platform/actor.ts";
import type { Db } from "#platform/db/connect.ts";
import { typed } from "#platform/db/typed.ts";
import { notFound } from "#platform/errors.ts";
import type { FileStore } from "#platform/files/store.ts";
import { requireActor, type OpenContext, type Serve } from "#platform/serve.ts";
import * as api from "../course-contract.ts";
import { fieldFileRoutes } from "./file-routes.ts";
import { numberOf, type FileDoer } from "./files.ts";
import { keepSheet, readSheet } from "./sheet.ts";

const Course = z.object({
  status: z.string(),
  createdBy: z.nullable(z.int()),
  coAuthors: z.array(z.int()),
  wasEnrolled: z.boolean(),
  isOffered: z.boolean(),
});

/** Throws 404 for a course of another portal, and one that the person may neither edit nor, where that is enough, see. */
async function courseFor(db: Db, actor: Actor, courseId: number, { isRead = false } = {}): Promise<{ mayEdit: boolean }> {
  const { rows } = await typed(Course)`
    select c.status, c.created_by as "createdBy", ${coAuthors} as "coAuthors", ${isOneOfferedTo(actor)} as "isOffered",
      exists (select from enrolments e where e.portal_id = c.portal_id and e.course_id = c.id and e.user_id = ${actor.userId}) as "wasEnrolled"
    from courses c where c.portal_id = ${actor.portalId} and c.id = ${courseId}`.execute(db);
  const [course] = rows;
  const edits = course !== undefined && (actor.isAuthor || actor.isAdmin) && mayEdit(actor, course);
  if (!course || !(edits || (isRead && (await seesCourse(db, actor, { ...course, id: courseId })))))
    throw notFound("course", "This course could not be found.");
  return { mayEdit: edits };
}

/** Mounts the custom fields of a course: for its author and admins, and its files for whoever sees the course. */
export function courseFieldRoutes(serve: Serve, files: FileStore) {
  const [sees, makes] = [may("see-courses"), may("make-courses")];
  const changing = async <T>(
    { open, databases, http }: OpenContext,
    courseId: number,
    work: (doer: FileDoer, courseId: number) => Promise<T>,
  ) => {
    const { actor, portal } = await open(async ({ db, actor: asker, portal: here }) => {
      const asking = requireActor(asker, makes);
      await courseFor(db, asking, courseId);
      return { actor: asking, portal: here };
    });
    return databases.inPeople(portal.id, "custom fields of a course", (db) => work({ db, portal, actor, http }, courseId));
  };

  serve(api.getCourseFields, sees, async ({ params }, { db, actor }) => {
    await courseFor(db, actor, params.courseId);
    return readSheet(db, actor, params.courseId, () => true, "course");
  });
  serve.open(
    api.saveCourseFields,
    ({ params, body }, context) => changing(context, params.courseId, (doer, courseId) => keepSheet(doer, courseId, body.values, "course")),
    { rule: makes },
  );
  fieldFileRoutes(serve, files, {
    path: api.courseFieldsPath(":courseId"),
    subject: "course",
    reads: signedIn,
    changes: makes,
    reading: ({ open }, params, work) =>
      open(async ({ db, actor: asker }) => {
        const actor = requireActor(asker, signedIn);
        const courseId = numberOf(params["courseId"]);
        const { mayEdit: edits } = await courseFor(db, actor, courseId, { isRead: true });
        // Authors of other courses see what learners see.
        return work({ db, actor: edits ? actor : asLearner(actor), userId: courseId });
      }),
    changing: (context, params, work) => changing(context, numberOf(params["courseId"]), work),
  });
}

/** Somebody without the roles that show more of a course. */
const asLearner = <Who extends Actor>(actor: Who): Who => ({
  ...actor,
  isAuthor: false,
  isManager: false,
  isAdmin: false,
  isSystemAdmin: false,
});
