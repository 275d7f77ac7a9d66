import { serveExport } from "#platform/list/server/serve-export.ts";
import type { Serve } from "#platform/serve.ts";
import { author } from "#features/courses/policy.ts";
import * as api from "../contract.ts";
import * as lists from "./list-service.ts";
import * as service from "./service.ts";

/** Mounts the authors' endpoints: create, list and edit SCORM courses, publish them, and follow their learners. */
export function authoringRoutes(serve: Serve) {
  serve(api.createCourse, author, ({ body }, context) => service.makeCourse(context, body));
  serve(api.listCourses, author, ({ query }, context) => lists.showCourses(context, query));
  serveExport(serve, api.listCourses, author, {
    file: "courses",
    columns: lists.courseColumns,
    rows: ({ query }, context) => lists.allCourses(context, query),
  });
  serve(api.openEditor, author, ({ params }, context) => service.showEditor(context, params.courseId));
  serve(api.saveCourse, author, ({ params, body }, context) => service.keepCourse(context, params.courseId, body));
  serve(api.publishCourse, author, ({ params, body }, context) => service.publish(context, params.courseId, body));
  serve(api.unpublishCourse, author, ({ params, body }, context) => service.unpublish(context, params.courseId, body.revision));
  serve(api.discardCourse, author, ({ params }, context) => service.discard(context, params.courseId));
  serve(api.listAttempts, author, ({ params, query }, context) => lists.showAttempts(context, params.courseId, query));
  serveExport(serve, api.listAttempts, author, {
    file: "attempts",
    columns: lists.attemptColumns,
    rows: ({ params, query }, context) => lists.allAttempts(context, params.courseId, query),
  });
}
