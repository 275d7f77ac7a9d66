import { serveExport } from "#platform/list/server/serve-export.ts";
import type { FileStore } from "#platform/files/store.ts";
import type { Serve } from "#platform/serve.ts";
import { may } from "#features/portal/permissions.ts";
import * as api from "../contract.ts";
import { courseColumns } from "./course-columns.ts";
import * as keeping from "./keeping.ts";
import * as lists from "./list-service.ts";
import * as making from "./making.ts";
import { documentCourseRoutes } from "./document-course.ts";
import * as team from "../team-contract.ts";
import * as service from "./service.ts";
import * as teams from "./team.ts";

/** Mounts the authors' endpoints: make, list, copy and remove courses, keep the packages of SCORM courses, and follow their learners. */
export function authoringRoutes(serve: Serve, { files }: { files: FileStore }) {
  serve(api.createCourse, may("make-courses"), ({ body }, context) => making.makeCourse(context, body));
  serve(api.listTemplates, may("make-courses"), (_, context) => making.showTemplates(context));
  documentCourseRoutes(serve, { files });
  serve(api.listCourses, may("see-courses"), ({ query }, context) => lists.showCourses(context, query));
  serveExport(serve, api.listCourses, may("export-courses"), {
    file: "courses",
    columns: (say) => Object.values(courseColumns(say, say("Author"))),
    rows: ({ query }, context) => lists.allCourses(context, query),
  });
  serve(api.openPackage, may("see-courses"), ({ params }, context) => service.showPackage(context, params.courseId));
  serve(api.savePackageRules, may("make-courses"), ({ params, body }, context) => service.keepRules(context, params.courseId, body));
  serve(api.discardCourse, may("make-courses"), ({ params }, context) => service.discard(context, params.courseId));
  serve(api.duplicateCourse, may("make-courses"), ({ params }, context) => keeping.duplicate(context, params.courseId));
  serve(api.archiveCourse, may("publish-courses"), ({ params }, context) => keeping.archive(context, params.courseId));
  serve(api.deleteCourse, may("make-courses"), ({ params }, context) => keeping.remove(context, params.courseId));
  serve(team.readTeam, may("see-courses"), ({ params }, context) => teams.showTeam(context, params.courseId));
  serve(team.handOver, may("make-courses"), ({ params, body }, context) => teams.handOver(context, params.courseId, body));
  serve(team.saveCoAuthors, may("make-courses"), ({ params, body }, context) => teams.saveCoAuthors(context, params.courseId, body));
  serve(team.readReview, may("approve-courses"), ({ params }, context) => teams.showReview(context, params.courseId));
  serve(team.answerReview, may("approve-courses"), ({ params, body }, context) => teams.answerReview(context, params.courseId, body));
  serve(team.takeReviewStep, may("make-courses"), ({ params, body }, context) => teams.takeStep(context, params.courseId, body));
  serve(team.findCoAuthors, may("make-courses"), ({ params, query }, context) =>
    teams.showAuthors(context, params.courseId, query.q ?? ""),
  );
  serve(team.findRequirable, may("make-courses"), ({ params, query }, context) =>
    teams.showRequirable(context, params.courseId, query.q ?? ""),
  );
  serve(team.listStartChoices, may("see-courses"), ({ params }, context) => teams.showStartChoices(context, params.courseId));
  serve(api.listAttempts, may("see-courses"), ({ params, query }, context) => lists.showAttempts(context, params.courseId, query));
  serveExport(serve, api.listAttempts, may("export-courses"), {
    file: "attempts",
    columns: lists.attemptColumns,
    rows: ({ params, query }, context) => lists.allAttempts(context, params.courseId, query),
  });
}
