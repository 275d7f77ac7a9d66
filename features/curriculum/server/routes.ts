import { may } from "#features/portal/permissions.ts";
import { anonymous } from "#platform/actor.ts";
import { serveExport } from "#platform/list/server/serve-export.ts";
import type { Serve } from "#platform/serve.ts";
import * as api from "../contract.ts";
import { approvesCourses, changesCourses } from "../policy.ts";
import * as service from "./service.ts";

/** Mounts the portal's courses. They are changed by bulk actions (features/curriculum/bulk), one or many. */
export function curriculumRoutes(serve: Serve) {
  const sees = may("see-portal-courses");
  serve(api.listCurriculum, sees, ({ query }, context) => service.showCurriculum(context, query));
  serveExport(serve, api.listCurriculum, may("export-portal-courses"), {
    file: "courses",
    columns: (say, { query }, context) => service.curriculumCsv(say, query, context),
    rows: ({ query }, context) => service.allCurriculum(context, query),
  });
  serve(api.listWaiting, approvesCourses, ({ query }, context) => service.showWaiting(context, query));
  serve(api.listChoices, sees, (_, context) => service.showChoices(context));
  serve(api.findOwners, changesCourses, ({ query }, context) => service.showOwners(context, query.q ?? ""));
  serve(api.copyCourse, changesCourses, ({ params }, context) => service.copyCourse(context, params.courseId));
  serve.raw({
    method: ["GET", "HEAD"],
    path: api.coursesLink.path,
    rule: anonymous,
    summary: "Full-page link of the specification.",
    handler: async (_, reply) => reply.redirect(api.coursesLink.screen, 302),
  });
}
