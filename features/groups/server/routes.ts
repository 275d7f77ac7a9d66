import { may } from "#features/portal/permissions.ts";
import { serveExport } from "#platform/list/server/serve-export.ts";
import type { Serve } from "#platform/serve.ts";
import * as api from "../contract.ts";
import type { Dependents } from "./dependents.ts";
import * as lists from "./list-service.ts";
import { defines, fills } from "../policy.ts";
import * as service from "./service.ts";
import type { OnStatus } from "./service.ts";

export interface GroupDeps {
  /** What can depend on a group. */
  readonly dependents: Dependents;
  /** Which courses would ask for themselves by another condition of a group. */
  readonly circlesBy: service.CirclesBy;
  /** What hangs on whether a group is in use is written anew, in the transaction that changes it. */
  readonly onStatus: OnStatus;
  /** Called when a portal may show something else than before. */
  readonly portalChanged: () => void;
}

/** Mounts groups and the page of one. People are put in and taken out by bulk actions (features/groups/bulk). */
export function groupRoutes(serve: Serve, { dependents, circlesBy, onStatus, portalChanged }: GroupDeps) {
  const sees = may("see-people");
  const exports = may("export-people");
  serve(api.listGroups, sees, ({ query }, context) => lists.showGroups(context, query));
  serveExport(serve, api.listGroups, exports, {
    file: "groups",
    columns: (say, { query }) => lists.groupCsv(say, query.columns),
    rows: ({ query }, context) => lists.allGroups(context, query),
  });
  serve(api.findPeople, sees, ({ query }, context) => lists.showPeople(context, query.q));
  serve(api.getGroup, sees, ({ params }, context) => service.showGroup(context, params.groupId));
  serve(api.listMembers, sees, (asked, context) => lists.showMembers(context, asked));
  serve(api.explainMember, sees, ({ params }, context) => service.explainMember(context, params));
  serveExport(serve, api.listMembers, exports, {
    file: "members",
    columns: lists.memberColumns,
    rows: (asked, context) => lists.allMembers(context, asked),
  });
  serve(api.listGroupHistory, sees, (asked, context) => lists.showHistory(context, asked));
  serveExport(serve, api.listGroupHistory, exports, {
    file: "group-history",
    columns: lists.historyColumns,
    rows: (asked, context) => lists.allHistory(context, asked),
  });
  serve(api.listGroupCourses, sees, (asked, context) => lists.showCourses(context, asked));
  serveExport(serve, api.listGroupCourses, exports, {
    file: "group-courses",
    columns: lists.courseColumns,
    rows: (asked, context) => lists.allCourses(context, asked),
  });
  serve(api.findCandidates, fills, ({ params, query }, context) => lists.showCandidates(context, params.groupId, query.q));
  serve(api.listDependents, sees, ({ params }, context) => service.showDependents(context, dependents, params.groupId));
  serve(api.tryCondition, defines, ({ body }, context) => service.tryCondition(context, body.condition));
  serve(api.foreseeChange, defines, ({ params, body }, context) => service.foreseeChange(context, circlesBy, params.groupId, body));
  serve.open(api.createGroup, ({ body }, context) => service.createGroup(context, body), { rule: defines });
  serve.open(api.saveGroup, ({ params, body }, context) => service.saveGroup(context, params.groupId, body), { rule: defines });
  serve.open(api.nestGroups, ({ params, body }, context) => service.nestGroups(context, params.groupId, body.ids), { rule: defines });
  serve.open(
    api.setGroupStatus,
    async ({ params, body }, context) => {
      const group = await service.setStatus(context, { dependents, onStatus }, params.groupId, body.status);
      portalChanged();
      return group;
    },
    { rule: defines },
  );
}
