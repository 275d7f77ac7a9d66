import { sql, type RawBuilder } from "kysely";
import * as z from "zod/mini";
import type { BulkContext } from "#features/bulk/server/service.ts";
import { findMembers, scopeOf } from "#features/roles/server/service.ts";
import type { Say } from "#platform/catalogue.ts";
import type { Parsed, Result } from "#platform/contract.ts";
import { instant } from "#platform/instant.ts";
import { LargeNumbers } from "#platform/list/server/large-numbers.ts";
import { readAll, readPage } from "#platform/list/server/page.ts";
import { readQuery } from "#platform/list/server/read-query.ts";
import { chosenColumns, type CsvColumn } from "#platform/list/server/serve-export.ts";
import type { Context } from "#platform/serve.ts";
import {
  GroupChange,
  GroupCourse,
  groupCourseList,
  groupHistoryList,
  groupList,
  GroupMember,
  GroupRow,
  listMembers,
  memberList,
} from "../contract.ts";
import type * as api from "../contract.ts";
import type { groupColumns } from "../contract.ts";
import { defines } from "../policy.ts";
import { coursesOf } from "./course-queries.ts";
import { changesOf, groupsOf, membersOf } from "./list-queries.ts";
import { definesGroups } from "./reach.ts";
import { listCandidates } from "./queries.ts";
import { reachGroup } from "./service.ts";

type Reading = Pick<Context, "db" | "actor">;

/** The members of groups, as whoever reaches the whole portal counts them. */
const members = new LargeNumbers<number>((count) => count >= 2_000);
const ShownRow = z.extend(GroupRow, { members: z.nullable(z.int()) });

/** A page of the groups that the person asking reaches. */
export async function showGroups(
  { db, actor }: Reading,
  query: Parsed<typeof api.listGroups>["query"],
): Promise<Result<typeof api.listGroups>> {
  const scope = await scopeOf(db, actor);
  const canDefine = definesGroups(scope) && defines.allows(actor);
  // A system admin counts others too.
  const reachesAll = scope.parts === null && !actor.isSystemAdmin;
  const known = reachesAll ? members.known(actor) : new Map<number, number>();
  const sizes = { page: query.page, pageSize: groupList.pageSize };
  const found = await readPage(db, ShownRow, sizes, groupsOf(scope, query, [...known.keys()]));
  if (reachesAll) for (const { id, members: count } of found.rows) if (count !== null) members.keep(scope.portalId, id, count);
  const rows = found.rows.map((row) => ({ ...row, members: row.members ?? known.get(row.id) ?? 0, createdAt: instant(row.createdAt) }));
  return { ...found, canDefine, rows };
}

/** All of them for the export, in batches. */
export async function* allGroups({ db, actor }: Reading, query: Parsed<typeof api.listGroups>["query"]) {
  yield* readAll(db, GroupRow, groupsOf(await scopeOf(db, actor), query));
}

/** The columns of the export: those that the list shows, or all of a group while none are chosen. */
export function groupCsv(say: Say, chosen: readonly string[]): readonly CsvColumn<GroupRow>[] {
  const kinds = {
    manual: say("By hand"),
    dynamic: say("By condition"),
    nested: say("With other groups"),
    synced: say("From another system"),
  };
  const statuses = { active: say("In use"), archived: say("Archived"), deleted: say("Deleted") };
  const name: CsvColumn<GroupRow> = [say("Name"), (row) => row.name];
  const by: Record<(typeof groupColumns)[number], CsvColumn<GroupRow>> = {
    kind: [say("Kind"), (row) => kinds[row.kind]],
    members: [say("Members"), (row) => row.members],
    created: [say("Created (UTC)"), (row) => instant(row.createdAt)],
    status: [say("Status"), (row) => statuses[row.status]],
  };
  const all = [name, [say("Description"), (row: GroupRow) => row.description] as const, by.kind, by.members, by.status, by.created];
  return chosenColumns(chosen, name, by, all);
}

const ofGroup = async ({ db, actor }: Reading, groupId: number) => {
  const scope = await scopeOf(db, actor);
  await reachGroup(db, scope, groupId);
  return scope;
};

/** A page of a group's members whom the person asking reaches. */
export async function showMembers(
  reading: Reading,
  { params: { groupId }, query }: Parsed<typeof api.listMembers>,
): Promise<Result<typeof api.listMembers>> {
  const scope = await ofGroup(reading, groupId);
  const found = await readPage(
    reading.db,
    GroupMember,
    { page: query.page, pageSize: memberList.pageSize },
    membersOf(scope, groupId, query),
  );
  return { ...found, rows: found.rows.map((row) => ({ ...row, joinedAt: instant(row.joinedAt) })) };
}

/** All of them for the export, in batches. */
export async function* allMembers(reading: Reading, { params: { groupId }, query }: Parsed<typeof api.listMembers>) {
  yield* readAll(reading.db, GroupMember, membersOf(await ofGroup(reading, groupId), groupId, query));
}

/** All members who match a query of the list, for a bulk action; its query names the group besides. */
export async function membersSelection(
  { scope, db }: BulkContext,
  { group = "", ...query }: Readonly<Record<string, string>>,
): Promise<RawBuilder<unknown>> {
  const asked = readQuery(listMembers.query, query);
  const { id } = await reachGroup(db, scope, /^\d{1,15}$/.test(group) ? Number(group) : 0);
  const list = membersOf(scope, id, asked);
  return sql`with ${list.with} select user_id from hits`;
}

/** People whom the person asking could put into a group, by the beginning of words. */
export async function showCandidates(reading: Reading, groupId: number, q: string): Promise<Result<typeof api.findCandidates>> {
  return { rows: await listCandidates(reading.db, await ofGroup(reading, groupId), groupId, q) };
}

/** People in reach, by part of a name or email address. */
export const showPeople = async ({ db, actor }: Context, q: string): Promise<Result<typeof api.findPeople>> => ({
  rows: await findMembers(db, await scopeOf(db, actor), q, 0),
});

const causeWords = (say: Say) => ({
  hand: say("By hand"),
  import: say("By import"),
  condition: say("By condition"),
  code: say("By a code"),
  nested: say("Through another group"),
  undo: say("Undone"),
  deleted: say("The group was deleted"),
  sync: say("From another system"),
});

export function memberColumns(say: Say): readonly CsvColumn<GroupMember>[] {
  const causes = causeWords(say);
  return [
    [say("Name"), (row) => row.name],
    [say("Email"), (row) => row.email],
    [say("Why"), (row) => causes[row.cause ?? "nested"]],
    [say("Through"), (row) => row.via.map(({ name }) => name).join(", ")],
    [say("Since (UTC)"), (row) => instant(row.joinedAt)],
    [say("Put in by"), (row) => row.addedBy],
  ];
}

/** A page of who joined and left a group, of those whom the person asking reaches. */
export async function showHistory(
  reading: Reading,
  { params: { groupId }, query }: Parsed<typeof api.listGroupHistory>,
): Promise<Result<typeof api.listGroupHistory>> {
  const scope = await ofGroup(reading, groupId);
  const found = await readPage(
    reading.db,
    GroupChange,
    { page: query.page, pageSize: groupHistoryList.pageSize },
    changesOf(scope, groupId, query),
  );
  return { ...found, rows: found.rows.map((row) => ({ ...row, at: instant(row.at) })) };
}

/** All of it for the export, in batches. */
export async function* allHistory(reading: Reading, { params: { groupId }, query }: Parsed<typeof api.listGroupHistory>) {
  yield* readAll(reading.db, GroupChange, changesOf(await ofGroup(reading, groupId), groupId, query));
}

export function historyColumns(say: Say): readonly CsvColumn<GroupChange>[] {
  const causes = causeWords(say);
  return [
    [say("Time (UTC)"), (row) => instant(row.at)],
    [say("Name"), (row) => row.name],
    [say("Email"), (row) => row.email],
    [say("What"), (row) => (row.change === "joined" ? say("Joined") : say("Left"))],
    [say("Why"), (row) => causes[row.cause]],
    [say("By"), (row) => row.by],
  ];
}

/** A page of the courses of a group's members. */
export async function showCourses(
  reading: Reading,
  { params: { groupId }, query }: Parsed<typeof api.listGroupCourses>,
): Promise<Result<typeof api.listGroupCourses>> {
  const scope = await ofGroup(reading, groupId);
  return readPage(reading.db, GroupCourse, { page: query.page, pageSize: groupCourseList.pageSize }, coursesOf(scope, groupId, query));
}

/** All of them for the export, in batches. */
export async function* allCourses(reading: Reading, { params: { groupId }, query }: Parsed<typeof api.listGroupCourses>) {
  yield* readAll(reading.db, GroupCourse, coursesOf(await ofGroup(reading, groupId), groupId, query));
}

export const courseColumns = (say: Say): readonly CsvColumn<GroupCourse>[] => [
  [say("Course"), (row) => row.title],
  [say("Enrolled now"), (row) => row.enrolled],
  [say("Completed"), (row) => row.completed],
  [say("Overdue"), (row) => row.overdue],
];
