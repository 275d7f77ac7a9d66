/** What a token can be made for. Which calls each of them opens is written in server/calls.ts. */
export const scopes = ["learning:read", "people:read", "people:write", "enrolments:write", "courses:read", "audit:read"] as const;
export type Scope = (typeof scopes)[number];
