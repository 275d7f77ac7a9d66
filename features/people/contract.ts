import * as z from "zod/mini";
import { endpoint } from "#platform/contract.ts";
import { listPage, listQuery } from "#platform/list/contract.ts";
import { KindName } from "#features/fields/definition.ts";
import { readCondition } from "#features/conditions/condition.ts";
import { listViews } from "#features/views/contract.ts";
import { bothWays, ids, listOf, oneOf, texts, type Filter } from "#platform/list/list.ts";

/** What a person is in a portal besides a student, which everybody is. */
export const staffRoles = ["author", "manager", "admin"] as const;
export const memberStatuses = ["active", "suspended"] as const;

/** The most characters of a message to many people, and of its subject. */
export const mostMessage = 5000;
export const mostSubject = 150;

/** A condition as its JSON, in the address and in the request. */
const conditionText: Filter<string | null> = { none: null, read: (text) => (readCondition(text) ? text : undefined), longest: 4000 };

/** What a row can show besides the name; custom fields come beside them as `field:12`. */
export const personColumns = ["email", "externalId", "roles", "groups", "status", "joined", "lastSignIn"] as const;
/** The columns while none are chosen. */
export const columnsAtRest: readonly string[] = ["email", "roles", "status", "lastSignIn"];
/** The number of the field of a column; null for another column. */
export const fieldOfColumn = (column: string): number | null => (column.startsWith("field:") ? Number(column.slice(6)) : null);

/** The list of the portal's people. columns: what the rows show, in order. shape: exports as the table that an import takes (IMP-4). */
export const peopleList = listOf({
  sorts: bothWays("name", "email", "lastSignIn", "joined"),
  sort: "name",
  filters: {
    role: oneOf(["student", ...staffRoles]),
    status: oneOf(memberStatuses),
    condition: conditionText,
    columns: texts(new RegExp(`^(?:${personColumns.join("|")}|field:\\d{1,15})$`)),
    shape: oneOf(["import"]),
  },
  pageSize: 30,
});

/** How many people an export can name; their numbers go into an address. */
export const mostNamed = 300;
/** What the list can be asked for besides what stands in the screen's address. ids: only these of them, such as those chosen in the list. */
export const namedPeopleList = listOf({ ...peopleList, filters: { ...peopleList.filters, ids: ids(mostNamed) } });

export const PersonRow = z.object({
  id: z.int(),
  /** Their name, or their e-mail address while they have none. */
  name: z.string(),
  email: z.string(),
  roles: z.array(z.enum(staffRoles)),
  status: z.enum(memberStatuses),
  joinedAt: z.string(),
  /** Null for somebody who has never signed in here. */
  lastSignInAt: z.nullable(z.string()),
  externalId: z.nullable(z.string()),
  /** The names of their groups; null where that column is not asked for. */
  groups: z.nullable(z.array(z.string())),
  /** The custom fields asked for, by number, as cells of a table; who has no value in a field lacks it. Sensitive ones are masked. */
  cells: z.record(z.string(), z.string()),
});
export type PersonRow = z.infer<typeof PersonRow>;

/** The custom fields that can be columns. isUploaded: its value is a file, set person by person. */
const PeopleColumns = z.object({
  fields: z.array(z.object({ id: z.int(), name: z.string(), kind: KindName, isUploaded: z.boolean() })),
});

export const listPeople = endpoint({
  method: "GET",
  path: "/rest/people",
  summary: "The people of the portal that the person asking manages, with roles, status and last sign-in.",
  /** with: the screen asks for what it shows beside the list too, so that it opens with one call. */
  query: z.extend(listQuery(namedPeopleList), { with: z.optional(z.enum(["screen"])) }),
  /** isNear: nobody has what was searched for, and these are one mistake away from it. */
  response: listPage(PersonRow, {
    isNear: z.boolean(),
    screen: z.optional(z.extend(PeopleColumns, { views: listViews.response })),
  }),
});

export const listPeopleColumns = endpoint({
  method: "GET",
  path: "/rest/people/columns",
  summary: "The custom fields that the person asking can show as columns of the list of people.",
  response: PeopleColumns,
});

/** The specification's full-page link (§2) and its screen. */
export const usersLink = { path: "/PremiumServices/Portal/admin/Users.aspx", screen: "/v/users/find" } as const;
