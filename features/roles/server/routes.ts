import { serveExport } from "#platform/list/server/serve-export.ts";
import type { Serve } from "#platform/serve.ts";
import * as api from "../contract.ts";
import { anonymous, signedIn } from "#platform/actor.ts";
import { grantsRoles, looksAs, namesDeputies } from "../policy.ts";
import * as assign from "./assign.ts";
import * as copies from "./copies.ts";
import { endDeputy, nameDeputy, showDeputies } from "./deputies.ts";
import { findCourses } from "./course-scope.ts";
import * as list from "./list-service.ts";
import { listGroups } from "./queries.ts";
import * as looks from "./looks.ts";
import { listReportsFields } from "./reports-field.ts";
import { showRights } from "./rights.ts";

/** Mounts roles: who holds which, granting, changing and removing them, and what that lets people do. */
export function rolesRoutes(serve: Serve) {
  serve(api.listAssignments, grantsRoles, ({ query }, context) => list.showAssignments(context, query));
  serveExport(serve, api.listAssignments, grantsRoles, {
    file: "roles",
    columns: (say, { query }) => list.assignmentCsv(say, query.columns),
    rows: ({ query }, context) => list.allAssignments(context, query),
  });
  serve(api.findCandidates, grantsRoles, ({ query }, context) => list.showCandidates(context, query.q));
  serve(api.listScopeGroups, grantsRoles, async (_, { db, actor }) => ({
    rows: await listGroups(db, actor.portalId),
    fields: await listReportsFields(db, actor.portalId),
  }));
  serve(api.findScopeCourses, grantsRoles, async ({ query }, { db, actor }) => ({ rows: await findCourses(db, actor.portalId, query.q) }));
  serve(api.showRights, grantsRoles, ({ params }, context) => showRights(context, params.userId));
  serve(api.listRoles, grantsRoles, (_, context) => copies.showRoles(context));
  serve.open(api.makeCopy, ({ body }, context) => copies.makeCopy(context, body), { rule: grantsRoles });
  serve.open(api.changeCopy, ({ params, body }, context) => copies.changeCopy(context, params.copyId, body), { rule: grantsRoles });
  serve.open(api.removeCopy, ({ params }, context) => copies.removeCopy(context, params.copyId), { rule: grantsRoles });
  serve(api.previewScope, grantsRoles, ({ body }, context) => list.previewScope(context, body));
  serve.open(api.grantRole, ({ body }, context) => assign.grant(context, body), { rule: grantsRoles });
  serve.open(api.changeAssignment, ({ params, body }, context) => assign.changeTerms(context, params.assignmentId, body), {
    rule: grantsRoles,
  });
  serve.open(api.removeAssignment, ({ params }, context) => assign.remove(context, params.assignmentId), { rule: grantsRoles });
  serve(api.listDeputies, signedIn, (_, context) => showDeputies(context));
  serve.open(api.nameDeputy, ({ body }, context) => nameDeputy(context, body), { rule: namesDeputies });
  serve.open(api.endDeputy, ({ params }, context) => endDeputy(context, params.assignmentId), { rule: signedIn });
  serve.open(api.startLook, ({ body }, context) => looks.start(context, body), { rule: looksAs });
  serve.open(api.startRoleLook, ({ body }, context) => looks.startRole(context, body), { rule: looksAs });
  serve(api.listLooks, signedIn, (_, { db, actor }) => looks.listOwn(db, actor));
  // A page's link, because the banner is a part of the page and has no code.
  serve.raw({
    method: "GET",
    path: api.endLookPath,
    rule: anonymous,
    summary: "Ends looking as somebody else, and leads back to them.",
    handler: async (request, reply, context) => reply.redirect(await looks.end(context, request.headers["sec-fetch-site"]), 302),
  });
}
