import * as z from "zod/mini";
import { endpoint } from "#platform/contract.ts";
import { listPage, listQuery } from "#platform/list/contract.ts";
import { readCondition } from "#features/conditions/condition.ts";
import { bothWays, listOf, oneOf, type Filter } from "#platform/list/list.ts";

/** What a person is in a portal besides a student, which everybody is. */
export const staffRoles = ["author", "manager", "admin"] as const;
export const memberStatuses = ["active", "suspended"] as const;

/** A condition as its JSON, in the address and in the request. */
const conditionText: Filter<string | null> = { none: null, read: (text) => (readCondition(text) ? text : undefined), longest: 4000 };

/** The list of the portal's people. */
export const peopleList = listOf({
  sorts: bothWays("name", "email", "lastSignIn", "joined"),
  sort: "name",
  filters: { role: oneOf(["student", ...staffRoles]), status: oneOf(memberStatuses), condition: conditionText },
  pageSize: 30,
});

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
});
export type PersonRow = z.infer<typeof PersonRow>;

export const listPeople = endpoint({
  method: "GET",
  path: "/rest/people",
  summary: "The people of the portal that the person asking manages, with roles, status and last sign-in.",
  query: listQuery(peopleList),
  /** isNear: nobody has what was searched for, and these are one mistake away from it. */
  response: listPage(PersonRow, { isNear: z.boolean() }),
});

/** The specification's full-page link (§2) and its screen. */
export const usersLink = { path: "/PremiumServices/Portal/admin/Users.aspx", screen: "/v/users/find" } as const;
