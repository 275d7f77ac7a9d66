import * as z from "zod/mini";
import { endpoint } from "#platform/contract.ts";
import { listPage, listQuery } from "#platform/list/contract.ts";
import { bothWays, listOf, oneOf, texts, wholeNumber } from "#platform/list/list.ts";
import { words } from "#platform/words.ts";
import { RoleScope } from "./scope.ts";
import { permissionIds } from "#features/portal/permissions.ts";

/** The roles that are granted in a portal. Everybody is a student, and system admins belong to no portal. */
export const grantedRoles = ["Author", "Manager", "Admin"] as const;
export const GrantedRole = z.enum(grantedRoles);
export type GrantedRole = z.infer<typeof GrantedRole>;

/** What a person may do: what everybody may, and the permissions. */
export const abilities = ["learn", ...permissionIds] as const;
export const Ability = z.enum(abilities);
export type Ability = z.infer<typeof Ability>;

/** When an assignment holds: now, from a later date on, or no more. */
export const assignmentStates = ["now", "later", "ended"] as const;

/** The columns besides the name. */
export const assignmentColumns = ["email", "role", "scope", "since", "until", "grantedBy", "state"] as const;

/** Who holds which role. `state`: what holds now or later unless asked otherwise. `may`: assignments that give a permission. columns: what the rows show, in order. */
export const assignmentList = listOf({
  sorts: bothWays("name", "since", "until"),
  sort: "name",
  filters: {
    role: oneOf(grantedRoles),
    state: oneOf(assignmentStates),
    may: oneOf(abilities),
    person: wholeNumber(1, Number.MAX_SAFE_INTEGER),
    columns: texts(new RegExp(`^(?:${assignmentColumns.join("|")})$`)),
  },
  pageSize: 25,
});

export const Assignment = z.object({
  id: z.int(),
  userId: z.int(),
  name: z.string(),
  email: z.string(),
  isActive: z.boolean(),
  role: GrantedRole,
  /** The copy of the role, where it is not the role itself. */
  copy: z.nullable(z.object({ id: z.int(), name: z.string() })),
  scope: RoleScope,
  /** The groups that the scope names, without those deleted since. */
  groups: z.array(z.object({ id: z.int(), name: z.string() })),
  /** The field by which people report to whoever holds it; isOpen: managers or authors may edit it, so nobody is reached. Null for other scopes, and where it is gone. */
  field: z.nullable(z.object({ id: z.int(), name: z.string(), isOpen: z.boolean() })),
  /** The courses that the scope names, without those deleted since. */
  courses: z.array(z.object({ id: z.int(), title: z.string() })),
  startsAt: z.string(),
  endsAt: z.nullable(z.string()),
  state: z.enum(assignmentStates),
  /** Whose deputy they are by it: it follows an assignment of that manager. */
  deputyFor: z.nullable(z.object({ id: z.int(), name: z.string() })),
  /** Null where nobody granted it: the first admin. */
  grantedBy: z.nullable(z.string()),
  /** Whether the person asking may change or remove it. */
  mayChange: z.boolean(),
});
export type Assignment = z.infer<typeof Assignment>;

export const listAssignments = endpoint({
  method: "GET",
  path: "/rest/roles",
  summary: "Who holds which role in the portal: since when, until when, for whom, and who granted it.",
  query: listQuery(assignmentList),
  response: listPage(Assignment),
});

const aDate = z.nullable(z.iso.datetime({ offset: true, ...words("This is no date.") }));
/** From when until when and for whom. A start of null is now; an end of null is never. */
const terms = {
  scope: RoleScope,
  startsAt: aDate,
  endsAt: aDate,
  /** The copy of the role; null is the role itself. Left out, a change keeps what is there, and a grant gives the role itself. */
  copyId: z.optional(z.nullable(z.int())),
};
export const Terms = z.object(terms);
export type Terms = z.infer<typeof Terms>;

export const grantRole = endpoint({
  method: "POST",
  path: "/rest/roles",
  summary: "Gives a member of the portal a role. Nobody gives one to themselves, and only admins give any.",
  body: z.object({ userId: z.int(), role: GrantedRole, ...terms }),
  response: z.object({ id: z.int() }),
});

const oneAssignment = z.object({ assignmentId: z.coerce.number().check(z.int()) });

export const changeAssignment = endpoint({
  method: "PUT",
  path: "/rest/roles/:assignmentId",
  summary: "Changes for whom, from when and until when somebody holds a role. Undoes a removal too.",
  params: oneAssignment,
  body: Terms,
  response: z.object({ id: z.int() }),
});

export const removeAssignment = endpoint({
  method: "POST",
  path: "/rest/roles/:assignmentId/remove",
  summary: "Ends a role now, or takes back one that has not begun. The last admin of a portal stays.",
  params: oneAssignment,
  response: z.object({ id: z.int() }),
});

/** Days for which a manager can name a deputy at most, and how many deputies they can have at a time. */
export const deputyDays = 366;
export const mostDeputies = 5;

/** Somebody who stands in for a manager for some days. id: its number for ending it. */
export const Deputy = z.object({
  id: z.int(),
  userId: z.int(),
  name: z.string(),
  startsAt: z.string(),
  endsAt: z.string(),
  hasBegun: z.boolean(),
  /** Whether nothing comes of it as it is now: the manager's own role does not hold in these days, for instance because it begins later. */
  isIdle: z.boolean(),
});
export type Deputy = z.infer<typeof Deputy>;

export const listDeputies = endpoint({
  method: "GET",
  path: "/rest/roles/deputies",
  summary: "Who stands in for the person asking as a manager, now or later, and for whom they stand in.",
  response: z.object({
    /** Whether they may name one: they manage somebody in their own right. */
    canName: z.boolean(),
    deputies: z.array(Deputy),
    standsInFor: z.array(Deputy),
  }),
});

export const nameDeputy = endpoint({
  method: "POST",
  path: "/rest/roles/deputies",
  summary:
    "Names a member of the portal, by their e-mail address, who stands in for the person asking for some days: with the same people and permissions, never more. It ends with the manager's own role.",
  body: z.object({
    email: z
      .string()
      .check(z.trim(), z.minLength(1, words("Write an email address.")), z.maxLength(254, words("Write {maximum} characters or fewer."))),
    startsAt: aDate,
    endsAt: z.iso.datetime({ offset: true, ...words("Say until when.") }),
  }),
  response: z.object({ id: z.int(), name: z.string() }),
});

export const endDeputy = endpoint({
  method: "POST",
  path: "/rest/roles/deputies/:assignmentId/end",
  summary: "Ends standing in for a manager now, or takes it back before it begins: for the manager, their deputy, and admins.",
  params: oneAssignment,
  response: z.object({ id: z.int() }),
});

/** A role of the portal: built-in, or a copy of one with fewer permissions (ROLE-1). */
export const Role = z.object({
  /** Null for a built-in one. */
  copyId: z.nullable(z.int()),
  of: GrantedRole,
  /** Empty for a built-in one, which has words of its own. */
  name: z.string(),
  permissions: z.array(z.enum(permissionIds)),
  /** How many assignments hold now or later. */
  held: z.int(),
  revision: z.int(),
});
export type Role = z.infer<typeof Role>;

export const listRoles = endpoint({
  method: "GET",
  path: "/rest/roles/all",
  summary: "The roles that can be given in the portal with what each lets people do: the built-in ones and the portal's copies of them.",
  response: z.object({ rows: z.array(Role) }),
});

const oneCopy = z.object({ copyId: z.coerce.number().check(z.int()) });
const copyFields = {
  name: z.string().check(z.trim(), z.minLength(1, words("Give it a name.")), z.maxLength(80, words("Use at most {maximum} characters."))),
  permissions: z.array(z.enum(permissionIds)).check(z.maxLength(permissionIds.length)),
};

export const makeCopy = endpoint({
  method: "POST",
  path: "/rest/roles/copies",
  summary: "Makes a copy of a built-in role with some of its permissions. It never has more than the role that it copies.",
  body: z.object({ of: GrantedRole, ...copyFields }),
  response: z.object({ copyId: z.int() }),
});

export const changeCopy = endpoint({
  method: "PUT",
  path: "/rest/roles/copies/:copyId",
  summary: "Changes the name and the permissions of a copy. It takes effect with the next request of everybody who has it.",
  params: oneCopy,
  body: z.object({ ...copyFields, revision: z.int().check(z.gte(0), z.lte(2 ** 30)) }),
  response: z.object({ copyId: z.int() }),
});

export const removeCopy = endpoint({
  method: "POST",
  path: "/rest/roles/copies/:copyId/remove",
  summary: "Removes a copy that nobody holds now or later.",
  params: oneCopy,
  response: z.object({ copyId: z.int() }),
});

export const previewScope = endpoint({
  method: "POST",
  path: "/rest/roles/reach",
  summary: "How many active members of the portal a scope reaches at this moment, with some of their names.",
  /** userId: who would hold the role; without, nobody reports to them. */
  body: z.object({ scope: RoleScope, userId: z.optional(z.int()) }),
  response: z.object({ count: z.int(), all: z.int(), names: z.array(z.string()) }),
});

/** A member, for choosing. */
const Candidate = z.object({ id: z.int(), name: z.string(), email: z.string() });
export const findCandidates = endpoint({
  method: "GET",
  path: "/rest/roles/candidates",
  summary: "Members of the portal to whom the person asking may give a role, by part of a name or e-mail address; 20 at most.",
  query: z.object({ q: z.prefault(z.string().check(z.trim(), z.maxLength(100)), "") }),
  response: z.object({ rows: z.array(Candidate) }),
});

export const listScopeGroups = endpoint({
  method: "GET",
  path: "/rest/roles/groups",
  summary: "The groups of the portal that a manager's scope can name, and the fields that can say who reports to whom.",
  response: z.object({
    rows: z.array(z.object({ id: z.int(), name: z.string() })),
    fields: z.array(z.object({ id: z.int(), name: z.string() })),
  }),
});

/** The most courses that a search for a scope shows at once. */
export const mostScopeCourses = 30;

export const findScopeCourses = endpoint({
  method: "GET",
  path: "/rest/roles/courses",
  summary: "Courses of the portal that a manager's scope can name, by part of a title; 30 at most.",
  query: z.object({ q: z.prefault(z.string().check(z.trim(), z.maxLength(200, words("Search for {maximum} characters or fewer."))), "") }),
  response: z.object({ rows: z.array(z.object({ id: z.int(), title: z.string() })) }),
});

export const showRights = endpoint({
  method: "GET",
  path: "/rest/roles/rights/:userId",
  summary: "What a member of the portal may do, and which of their roles gives it.",
  params: z.object({ userId: z.coerce.number().check(z.int()) }),
  response: z.object({
    id: z.int(),
    name: z.string(),
    email: z.string(),
    isActive: z.boolean(),
    isSystemAdmin: z.boolean(),
    permissions: z.array(
      z.object({
        id: Ability,
        isAllowed: z.boolean(),
        /** Everybody may; a system admin may; or these assignments. */
        why: z.enum(["everybody", "system", "roles"]),
        assignments: z.array(z.int()),
      }),
    ),
    assignments: z.array(Assignment),
  }),
});

/** The longest reason for a look. */
const longestReason = 500;
export const startLook = endpoint({
  method: "POST",
  path: "/rest/roles/looks",
  summary:
    "Looks at the portal as a member of it, for an hour at most. Nothing can be changed then, unless that was asked for with a reason.",
  body: z
    .object({
      userId: z.int(),
      writes: z.boolean(),
      reason: z.string().check(z.trim(), z.maxLength(longestReason, words("Use at most {maximum} characters."))),
    })
    .check(z.refine(({ writes, reason }) => !writes || reason !== "", { ...words("Say why, in a few words."), path: ["reason"] })),
  response: z.object({ redirect: z.string() }),
});

export const startRoleLook = endpoint({
  method: "POST",
  path: "/rest/roles/looks/role",
  summary:
    "Looks at the portal as somebody does who has one role alone, or a copy of it, for an hour at most. Nothing can be changed then.",
  body: z.object({ role: GrantedRole, copyId: z.optional(z.int()) }),
  response: z.object({ redirect: z.string() }),
});

/** Where the banner's link leads; a page, not a call. */
export const endLookPath = "/rest/roles/looks/end";

/** Somebody who looked at the portal as the person asking. */
const Look = z.object({
  id: z.int(),
  by: z.string(),
  writes: z.boolean(),
  reason: z.string(),
  beganAt: z.string(),
  endedAt: z.string(),
});
export type Look = z.infer<typeof Look>;

export const listLooks = endpoint({
  method: "GET",
  path: "/rest/roles/looks",
  summary: "Who looked at the portal as the person asking, when, why, and whether they could change things; the last 100.",
  response: z.object({ rows: z.array(Look) }),
});
