import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#platform/call.ts";
import type { Input } from "#platform/contract.ts";
import { refetchWhatShows, shows } from "#platform/web/query-subjects.ts";
import type { RoleScope } from "../scope.ts";
import * as api from "../contract.ts";
import { rolesSubject } from "./roles-subject.ts";

/** One page of who holds which role; the previous page stays on screen while the next one loads. */
export const assignmentsQuery = (query: Input<typeof api.listAssignments>["query"]) =>
  queryOptions({
    queryKey: ["roles", "list", query],
    queryFn: ({ signal }) => call(api.listAssignments, { query }, { signal }),
    meta: shows(rolesSubject),
    placeholderData: keepPreviousData,
  });

/** Members to choose from, by part of a name or e-mail address. */
export const candidatesQuery = (q: string) =>
  queryOptions({
    queryKey: ["roles", "candidates", q],
    queryFn: ({ signal }) => call(api.findCandidates, { query: { q } }, { signal }),
    placeholderData: keepPreviousData,
  });

/** The groups that a scope can name, and the fields that can say who reports to whom. */
export const scopeGroupsQuery = queryOptions({
  queryKey: ["roles", "groups"],
  queryFn: ({ signal }) => call(api.listScopeGroups, undefined, { signal }),
});

/** Courses that a scope can name, by words of their texts. */
export const scopeCoursesQuery = (q: string) =>
  queryOptions({
    queryKey: ["roles", "courses", q],
    queryFn: ({ signal }) => call(api.findScopeCourses, { query: { q } }, { signal }),
    placeholderData: keepPreviousData,
  });

/** The roles that can be given, with what each lets people do. */
export const rolesQuery = queryOptions({
  queryKey: ["roles", "all"],
  queryFn: ({ signal }) => call(api.listRoles, undefined, { signal }),
  meta: shows(rolesSubject),
});

/** Whom a scope reaches now if somebody holds the role; null: nobody yet. */
export const reachQuery = (scope: RoleScope, holderId: number | null) =>
  queryOptions({
    queryKey: ["roles", "reach", scope, holderId],
    queryFn: ({ signal }) => call(api.previewScope, { body: { scope, ...(holderId !== null && { userId: holderId }) } }, { signal }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });

/** What a member may do and why. */
export const rightsQuery = (userId: number) =>
  queryOptions({
    queryKey: ["roles", "rights", userId],
    queryFn: ({ signal }) => call(api.showRights, { params: { userId } }, { signal }),
    meta: shows(rolesSubject),
  });

/** Who stands in for the person asking, and for whom they stand in. */
export const deputiesQuery = queryOptions({
  queryKey: ["roles", "deputies"],
  queryFn: ({ signal }) => call(api.listDeputies, undefined, { signal }),
  meta: shows(rolesSubject),
});

/** Who looked at the portal as the person asking. */
export const looksQuery = queryOptions({
  queryKey: ["roles", "looks"],
  queryFn: ({ signal }) => call(api.listLooks, undefined, { signal }),
});

function useRoleChange<Asked, Reply>(mutationFn: (asked: Asked) => Promise<Reply>) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSettled: () => refetchWhatShows(client, rolesSubject) });
}

export const useGrantRole = () => useRoleChange((body: Input<typeof api.grantRole>["body"]) => call(api.grantRole, { body }));
export const useChangeAssignment = () =>
  useRoleChange(({ id, ...body }: Input<typeof api.changeAssignment>["body"] & { id: number }) =>
    call(api.changeAssignment, { params: { assignmentId: id }, body }),
  );
export const useRemoveAssignment = () => useRoleChange((id: number) => call(api.removeAssignment, { params: { assignmentId: id } }));
export const useNameDeputy = () => useRoleChange((body: Input<typeof api.nameDeputy>["body"]) => call(api.nameDeputy, { body }));
export const useEndDeputy = () => useRoleChange((id: number) => call(api.endDeputy, { params: { assignmentId: id } }));
export const useMakeCopy = () => useRoleChange((body: Input<typeof api.makeCopy>["body"]) => call(api.makeCopy, { body }));
export const useChangeCopy = () =>
  useRoleChange(({ copyId, ...body }: Input<typeof api.changeCopy>["body"] & { copyId: number }) =>
    call(api.changeCopy, { params: { copyId }, body }),
  );
export const useRemoveCopy = () => useRoleChange((copyId: number) => call(api.removeCopy, { params: { copyId } }));
