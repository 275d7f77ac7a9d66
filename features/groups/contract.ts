import * as z from "zod/mini";
import { Condition } from "#features/conditions/condition.ts";
import { Why } from "#features/conditions/why-contract.ts";
import { endpoint } from "#platform/contract.ts";
import { listPage, listQuery } from "#platform/list/contract.ts";
import { bothWays, listOf, oneOf, texts } from "#platform/list/list.ts";
import { words } from "#platform/words.ts";

/** manual: people are put in; nested: that, and other groups are in it; dynamic: whoever fits a condition; synced: another system says who, and it is only read here. */
export const groupKinds = ["manual", "dynamic", "nested", "synced"] as const;
export const GroupKind = z.enum(groupKinds);
export type GroupKind = z.infer<typeof GroupKind>;
export const groupStatuses = ["active", "archived", "deleted"] as const;
export const GroupStatus = z.enum(groupStatuses);
export type GroupStatus = z.infer<typeof GroupStatus>;

/** Days for which a deleted group can be brought back. */
export const restoreDays = 7;
/** How many groups may be in one. */
const mostChildren = 100;

/** The columns besides the name. */
export const groupColumns = ["kind", "members", "created", "status"] as const;

/** The groups of the portal. `status`: those in use, unless asked otherwise; deleted ones are listed while they can be brought back. columns: what the rows show, in order. */
export const groupList = listOf({
  sorts: bothWays("name", "members", "created"),
  sort: "name",
  filters: {
    kind: oneOf(groupKinds),
    status: oneOf(["archived", "deleted"]),
    columns: texts(new RegExp(`^(?:${groupColumns.join("|")})$`)),
  },
  pageSize: 25,
});

export const GroupRow = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  kind: GroupKind,
  status: GroupStatus,
  /** How many people of those whom the person asking reaches. */
  members: z.int(),
  createdAt: z.string(),
});
export type GroupRow = z.infer<typeof GroupRow>;

export const listGroups = endpoint({
  method: "GET",
  path: "/rest/groups",
  summary: "The groups of the portal that the person asking reaches, with their kinds and numbers of members.",
  query: listQuery(groupList),
  /** canDefine: whether the person asking may create and change groups. */
  response: listPage(GroupRow, { canDefine: z.boolean() }),
});

const Named = z.object({ id: z.int(), name: z.string() });
export const Group = z.extend(GroupRow, {
  /** Null for a group without one. */
  condition: z.nullable(Condition),
  /** The groups in it. */
  children: z.array(z.extend(Named, { members: z.int(), status: GroupStatus })),
  /** When the members of a dynamic group were last computed; null while that is under way. */
  computedAt: z.nullable(z.string()),
  createdBy: z.nullable(z.string()),
  revision: z.int(),
  /** Whether the person asking may rename, nest, archive and delete it, and put people in and take them out. */
  canDefine: z.boolean(),
  canFill: z.boolean(),
  /** Whether there is a condition, and the person asking sees all that it is about: they may ask why somebody fits it. */
  canExplain: z.boolean(),
});
export type Group = z.infer<typeof Group>;

const oneGroup = z.object({
  groupId: z.coerce.number(words("A group is named by its number.")).check(z.int(words("A group is named by its number."))),
});
export const GroupText = z.object({
  name: z
    .string(words("Enter a name."))
    .check(z.trim(), z.minLength(1, words("Enter a name.")), z.maxLength(120, words("Use at most {maximum} characters."))),
  description: z.string().check(z.trim(), z.maxLength(1000, words("Use at most {maximum} characters."))),
});

export const createGroup = endpoint({
  method: "POST",
  path: "/rest/groups",
  summary: "Creates a group: with a condition a dynamic one, without one that people are put into.",
  body: z.extend(GroupText, { condition: z.nullable(Condition) }),
  response: Group,
});

export const getGroup = endpoint({
  method: "GET",
  path: "/rest/groups/:groupId",
  summary: "One group.",
  params: oneGroup,
  response: Group,
});

export const saveGroup = endpoint({
  method: "PUT",
  path: "/rest/groups/:groupId",
  summary: "Changes a group's name and description, and the condition of a dynamic one.",
  params: oneGroup,
  body: z.extend(GroupText, { condition: z.nullable(Condition), revision: z.int().check(z.gte(0), z.lte(2 ** 30)) }),
  response: Group,
});

const childIds = z.array(z.int()).check(z.maxLength(mostChildren, words("Choose {maximum} groups or fewer.")));

export const nestGroups = endpoint({
  method: "PUT",
  path: "/rest/groups/:groupId/children",
  summary: "Says which groups are in a group: their members are its members too. Groups never contain one another in a circle.",
  params: oneGroup,
  body: z.object({ ids: childIds }),
  response: Group,
});

export const setGroupStatus = endpoint({
  method: "POST",
  path: "/rest/groups/:groupId/status",
  summary: "Archives a group, deletes one on which nothing depends, or brings it back.",
  params: oneGroup,
  body: z.object({ status: GroupStatus }),
  response: Group,
});

/** Why somebody is in a group itself: by hand, by import, by its condition, by a code or an invitation, from another system. */
export const ownCauses = ["hand", "import", "condition", "code", "sync"] as const;
/** The same, and nested: through other groups only. */
export const memberCauses = [...ownCauses, "nested"] as const;
export const memberList = listOf({
  sorts: bothWays("name", "email", "joined"),
  sort: "name",
  filters: { cause: oneOf(memberCauses) },
  pageSize: 25,
});
export const GroupMember = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  /** Null for somebody who is in it through other groups only. */
  cause: z.nullable(z.enum(ownCauses)),
  /** The groups in it through which they are in it. */
  via: z.array(Named),
  joinedAt: z.string(),
  /** Who put them in. */
  addedBy: z.nullable(z.string()),
});
export type GroupMember = z.infer<typeof GroupMember>;

export const listMembers = endpoint({
  method: "GET",
  path: "/rest/groups/:groupId/members",
  summary: "Who is in a group and why, as far as the person asking reaches them.",
  params: oneGroup,
  query: listQuery(memberList),
  response: listPage(GroupMember),
});

export const explainMember = endpoint({
  method: "GET",
  path: "/rest/groups/:groupId/members/:userId/why",
  summary: "Why somebody is in a group by its condition: each part of it with the value used. Only for members by condition.",
  params: z.extend(oneGroup, {
    userId: z.coerce.number(words("A person is named by their number.")).check(z.int(words("A person is named by their number."))),
  }),
  response: Why,
});

/** Why somebody came into a group or left it. */
export const historyCauses = [...memberCauses, "undo", "deleted"] as const;
export const groupHistoryList = listOf({
  sorts: bothWays("at"),
  sort: "-at",
  filters: { change: oneOf(["joined", "left"]) },
  pageSize: 50,
});
export const GroupChange = z.object({
  id: z.int(),
  userId: z.int(),
  name: z.string(),
  email: z.string(),
  at: z.string(),
  change: z.enum(["joined", "left"]),
  cause: z.enum(historyCauses),
  by: z.nullable(z.string()),
});
export type GroupChange = z.infer<typeof GroupChange>;

export const listGroupHistory = endpoint({
  method: "GET",
  path: "/rest/groups/:groupId/history",
  summary: "Who joined and left a group, when and why, as far as the person asking reaches them.",
  params: oneGroup,
  query: listQuery(groupHistoryList),
  response: listPage(GroupChange),
});

/** The courses in which members of a group are, or were. */
export const groupCourseList = listOf({ sorts: bothWays("title"), sort: "title", filters: {}, pageSize: 10 });
export const GroupCourse = z.object({
  id: z.int(),
  title: z.string(),
  isArchived: z.boolean(),
  /** How many members, of those whom the person asking reaches, are enrolled now, have completed it, and are overdue. */
  enrolled: z.int(),
  completed: z.int(),
  overdue: z.int(),
});
export type GroupCourse = z.infer<typeof GroupCourse>;

export const listGroupCourses = endpoint({
  method: "GET",
  path: "/rest/groups/:groupId/courses",
  summary:
    "The courses in which members of a group are, or were: how many are enrolled, have completed it and are overdue, as far as the person asking reaches them.",
  params: oneGroup,
  query: listQuery(groupCourseList),
  response: listPage(GroupCourse),
});

/** What can depend on a group; a new kind is entered in app/group-dependents.ts. */
export const dependentKinds = [
  "group",
  "condition",
  "scope",
  "announcement",
  "quick-link",
  "catalogue",
  "course",
  "code",
  "invitation",
  "widgets",
  "letter",
  "view",
  "own-view",
  "brand",
] as const;
/**
 * Whether such a thing keeps a group from being deleted. A view that somebody keeps for themselves does not: nobody else can change it. Nor do its letters and its brand, which
 * go and come back with it.
 */
export const keepsGroup = (kind: (typeof dependentKinds)[number]): boolean => kind !== "own-view" && kind !== "letter" && kind !== "brand";
export const GroupDependent = z.object({
  kind: z.enum(dependentKinds),
  id: z.int(),
  /** Of the group, the person, the shared view, the letter; of a view that is not shared, of whoever keeps it. */
  name: z.string(),
  /** The screen of it, below /v. */
  to: z.string(),
});
export type GroupDependent = z.infer<typeof GroupDependent>;

export const listDependents = endpoint({
  method: "GET",
  path: "/rest/groups/:groupId/dependents",
  summary:
    "All that depends on a group: groups that it is in, conditions that name it, people whose rights reach it, views of lists. For those who define groups.",
  params: oneGroup,
  response: z.object({ rows: z.array(GroupDependent) }),
});

export const tryCondition = endpoint({
  method: "POST",
  path: "/rest/groups/try",
  summary: "Whom a condition would put into a group: how many, and the first of them by name. Nothing is changed.",
  body: z.object({ condition: Condition }),
  response: z.object({ total: z.int(), sample: z.array(z.object({ id: z.int(), name: z.string(), email: z.string() })) }),
});

/** A change of a group whose members follow from it. */
export const GroupChangeAsked = z.discriminatedUnion("by", [
  z.object({ by: z.literal("condition"), condition: Condition }),
  z.object({ by: z.literal("groups"), ids: childIds }),
]);
export type GroupChangeAsked = z.infer<typeof GroupChangeAsked>;

export const foreseeChange = endpoint({
  method: "POST",
  path: "/rest/groups/:groupId/foresee",
  summary:
    "How many people would come into a group and go out by another condition, or with other groups in it, and which courses nobody new could begin any more by that. Nothing is changed.",
  params: oneGroup,
  body: GroupChangeAsked,
  /** circles: the titles of courses that would ask for their own completion by way of the group. */
  response: z.object({ come: z.int(), gone: z.int(), circles: z.array(z.string()) }),
});

export const findPeople = endpoint({
  method: "GET",
  path: "/rest/groups/people",
  summary: "Active people whom the person asking reaches, by part of a name or email address, to check a condition with; 20 at most.",
  query: z.object({ q: z.prefault(z.string().check(z.trim(), z.maxLength(100, words("Search for {maximum} characters or fewer."))), "") }),
  response: z.object({ rows: z.array(z.object({ id: z.int(), name: z.string(), email: z.string() })) }),
});

export const findCandidates = endpoint({
  method: "GET",
  path: "/rest/groups/:groupId/candidates",
  summary: "People by the beginning of words of their name or address, with whether they were put into the group; 20 at most.",
  params: oneGroup,
  query: z.object({ q: z.prefault(z.string().check(z.trim(), z.maxLength(100, words("Search for {maximum} characters or fewer."))), "") }),
  response: z.object({ rows: z.array(z.object({ id: z.int(), name: z.string(), email: z.string(), isIn: z.boolean() })) }),
});
