import type { Scope } from "../scopes.ts";

/**
 * The calls that programs can make with a token, by the scope that each needs. All others are never made with one: signing in, passwords and second factors, tokens,
 * sessions, rights and what gives them (groups, fields, codes, invitations), looking as somebody else, other portals, records as a whole, settings, and files.
 * tokens.test.ts holds that every route is in this table or in its list of the others.
 */
export const callsOf: Readonly<Record<Scope, readonly string[]>> = {
  "learning:read": [
    "GET /rest/course/catalog",
    "GET /rest/course/details/:courseId",
    "GET /rest/course/details/:courseId/start",
    "GET /rest/enrolment/myCourses",
    "GET /rest/history",
    "GET /rest/history/export.csv",
  ],
  "people:read": [
    "GET /rest/people",
    "GET /rest/people/:userId",
    "GET /rest/people/:userId/attempts",
    "GET /rest/people/:userId/enrolments",
    "GET /rest/people/:userId/fields",
    "GET /rest/people/:userId/groups",
    "GET /rest/people/:userId/signOffs",
    "GET /rest/people/:userId/transcript",
    "GET /rest/people/:userId/transcript/export.csv",
    "GET /rest/people/columns",
    "GET /rest/people/export.csv",
    "GET /rest/groups",
    "GET /rest/groups/:groupId",
    "GET /rest/groups/:groupId/members",
    "GET /rest/groups/:groupId/members/export.csv",
    "GET /rest/groups/export.csv",
    "GET /rest/participants",
    "GET /rest/participants/export.csv",
    "GET /rest/team",
    "GET /rest/team/export.csv",
    "GET /rest/overview",
  ],
  "people:write": ["POST /rest/people", "PUT /rest/people/:userId/profile", "POST /rest/people/:userId/status"],
  "enrolments:write": ["POST /rest/people/:userId/enrolments", "POST /rest/people/:userId/enrolments/:enrolmentId/end"],
  "courses:read": [
    "GET /rest/curriculum",
    "GET /rest/curriculum/choices",
    "GET /rest/curriculum/export.csv",
    "GET /rest/editor/courses",
    "GET /rest/editor/courses/export.csv",
    "GET /rest/editor/courses/:courseId/package",
    "GET /rest/editor/courses/:courseId/attempts",
    "GET /rest/editor/courses/:courseId/attempts/export.csv",
    "GET /rest/courses/:courseId/fields",
  ],
  "audit:read": ["GET /rest/audit", "GET /rest/audit/check", "GET /rest/audit/export.csv"],
};

const scopes = new Map(Object.entries(callsOf).flatMap(([scope, calls]) => calls.map((call) => [call, scope as Scope] as const)));

/** The scope that a call needs, by its method and its path as it is mounted; undefined for one that is never made with a token. A HEAD is the GET without its body. */
export const scopeOfCall = (method: string, path: string): Scope | undefined => scopes.get(`${method === "HEAD" ? "GET" : method} ${path}`);
