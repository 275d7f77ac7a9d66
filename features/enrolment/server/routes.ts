import type { Serve } from "#platform/serve.ts";
import { may } from "#features/portal/permissions.ts";
import * as api from "../contract.ts";
import { listOpenCourses } from "../enrolling-contract.ts";
import { enrolOneself, seeOwnCourses } from "../policy.ts";
import * as service from "./service.ts";

/** Mounts My Courses, enrolling and leaving, and the courses in which others can be enrolled. */
export function enrolmentRoutes(serve: Serve) {
  serve(api.myCourses, seeOwnCourses, ({ query }, context) => service.listMyCourses(context, query), {
    ahead: ({ query }, asker) => [service.myCoursesStatement(asker, query)],
  });
  serve(api.enrol, enrolOneself, ({ body }, context) => service.enrol(context, body.courseId));
  serve(listOpenCourses, may("see-people"), ({ query }, context) => service.showOpenCourses(context, query.q));
  serve(api.leave, enrolOneself, ({ body }, context) => service.leave(context, body.courseId));
}
