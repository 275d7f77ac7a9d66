import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { keepList } from "#features/bulk/contract.ts";
import { choicesQuery } from "#features/conditions/web/hooks.ts";
import type { Why } from "#features/conditions/why-contract.ts";
import { jobsSubject } from "#features/jobs/web/job-subject.ts";
import { call } from "#platform/call.ts";
import type { Input } from "#platform/contract.ts";
import { refetchWhatShows, shows } from "#platform/web/query-subjects.ts";
import * as api from "../contract.ts";

/** What is shown of groups; a change of one, and an action on people, asks for all of it again. */
const groupsSubject = "groups";
const meta = shows(groupsSubject, jobsSubject);

/** A page of the groups; the previous page stays on screen while the next one loads. */
export const groupsQuery = (query: Input<typeof api.listGroups>["query"]) =>
  queryOptions({
    queryKey: ["groups", "list", query],
    queryFn: ({ signal }) => call(api.listGroups, { query }, { signal }),
    placeholderData: keepPreviousData,
    meta,
  });

/** How often a page whose members are being computed asks whether that is done, in milliseconds. */
const askAgainMs = 1500;
export const groupQuery = (groupId: number) =>
  queryOptions({
    queryKey: ["groups", "one", groupId],
    queryFn: ({ signal }) => call(api.getGroup, { params: { groupId } }, { signal }),
    refetchInterval: ({ state: { data } }) =>
      data?.kind === "dynamic" && data.status === "active" && data.computedAt === null ? askAgainMs : false,
    meta,
  });

/** computedAt: when they were last computed; what was loaded before is old. */
export const membersQuery = (groupId: number, computedAt: string | null, query: Input<typeof api.listMembers>["query"]) =>
  queryOptions({
    queryKey: ["groups", "members", groupId, computedAt, query],
    queryFn: ({ signal }) => call(api.listMembers, { params: { groupId }, query }, { signal }),
    placeholderData: keepPreviousData,
    meta,
  });

/** Why somebody is in a group by its condition. */
export const whyMemberQuery = (groupId: number, userId: number) =>
  queryOptions<Why>({
    queryKey: ["groups", "why", groupId, userId],
    queryFn: ({ signal }) => call(api.explainMember, { params: { groupId, userId } }, { signal }),
  });

export const historyQuery = (groupId: number, query: Input<typeof api.listGroupHistory>["query"]) =>
  queryOptions({
    queryKey: ["groups", "history", groupId, query],
    queryFn: ({ signal }) => call(api.listGroupHistory, { params: { groupId }, query }, { signal }),
    placeholderData: keepPreviousData,
    meta,
  });

export const groupCoursesQuery = (groupId: number, query: Input<typeof api.listGroupCourses>["query"]) =>
  queryOptions({
    queryKey: ["groups", "courses", groupId, query],
    queryFn: ({ signal }) => call(api.listGroupCourses, { params: { groupId }, query }, { signal }),
    placeholderData: keepPreviousData,
    meta,
  });

export const dependentsQuery = (groupId: number) =>
  queryOptions({
    queryKey: ["groups", "dependents", groupId],
    queryFn: ({ signal }) => call(api.listDependents, { params: { groupId } }, { signal }),
    meta,
  });

/** Whom a condition would put into a group. */
export const tryQuery = (condition: Input<typeof api.tryCondition>["body"]["condition"]) =>
  queryOptions({
    queryKey: ["groups", "try", condition],
    queryFn: ({ signal }) => call(api.tryCondition, { body: { condition } }, { signal }),
    placeholderData: keepPreviousData,
  });

/** Who would come into a group and go out by a change. */
export const foreseenQuery = (groupId: number, change: api.GroupChangeAsked) =>
  queryOptions({
    queryKey: ["groups", "foreseen", groupId, change],
    queryFn: ({ signal }) => call(api.foreseeChange, { params: { groupId }, body: change }, { signal }),
    placeholderData: keepPreviousData,
    meta,
  });

function useGroupChange<Asked>(mutationFn: (asked: Asked) => Promise<api.Group>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: (group) => client.setQueryData(groupQuery(group.id).queryKey, group),
    onSettled: () => Promise.all([refetchWhatShows(client, groupsSubject), client.invalidateQueries({ queryKey: choicesQuery.queryKey })]),
  });
}

export const useCreateGroup = () => useGroupChange((body: Input<typeof api.createGroup>["body"]) => call(api.createGroup, { body }));
export const useSaveGroup = (groupId: number) =>
  useGroupChange((body: Input<typeof api.saveGroup>["body"]) => call(api.saveGroup, { params: { groupId }, body }));
export const useNestGroups = (groupId: number) =>
  useGroupChange((ids: number[]) => call(api.nestGroups, { params: { groupId }, body: { ids } }));
export const useSetGroupStatus = (groupId: number) =>
  useGroupChange((status: api.GroupStatus) => call(api.setGroupStatus, { params: { groupId }, body: { status } }));

/** People to check a condition with, by part of a name or email address. */
export const peopleQuery = (q: string) =>
  queryOptions({
    queryKey: ["groups", "people", q],
    queryFn: ({ signal }) => call(api.findPeople, { query: { q } }, { signal }),
    placeholderData: keepPreviousData,
  });

/** People to put into a group, by the beginning of words. */
export const candidatesQuery = (groupId: number, q: string) =>
  queryOptions({
    queryKey: ["groups", "candidates", groupId, q],
    queryFn: ({ signal }) => call(api.findCandidates, { params: { groupId }, query: { q } }, { signal }),
    placeholderData: keepPreviousData,
    meta,
  });

/** Keeps a pasted list of people on the server. */
export const useKeepList = () => useMutation({ mutationFn: (text: string) => call(keepList, { body: { text } }) });
