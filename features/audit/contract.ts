import * as z from "zod/mini";
import { endpoint } from "#platform/contract.ts";
import { listPage, listQuery } from "#platform/list/contract.ts";
import { listOf, oneOf, wholeNumber } from "#platform/list/list.ts";

/** How far back the list goes; the last 30 days unless asked otherwise. */
export const spans = ["day", "week", "year", "all"] as const;

/** One entry: who did what to whom, from where, and what it was before and after. */
export const AuditRow = z.object({
  id: z.int(),
  at: z.string(),
  actorId: z.nullable(z.int()),
  actor: z.nullable(z.string()),
  /** In whose name the actor worked; null in their own. */
  asName: z.nullable(z.string()),
  action: z.string(),
  objectKind: z.nullable(z.string()),
  objectId: z.nullable(z.int()),
  /** The name of a person or a course; null for anything else. */
  object: z.nullable(z.string()),
  before: z.nullable(z.record(z.string(), z.unknown())),
  after: z.nullable(z.record(z.string(), z.unknown())),
  ip: z.string(),
  requestId: z.string(),
  /** Its place in the chain; null until it is sealed. */
  link: z.nullable(z.int()),
});
export type AuditRow = z.infer<typeof AuditRow>;

/** q: words in a person's name or email, or in the action. person: who did it, or to whom it was done. */
export const auditList = listOf({
  sorts: ["-at", "at"],
  sort: "-at",
  filters: { span: oneOf(spans), person: wholeNumber(1, Number.MAX_SAFE_INTEGER) },
  pageSize: 50,
});

export const listAudit = endpoint({
  method: "GET",
  path: "/rest/audit",
  summary: "What was done in this portal, by whom and to whom, newest first: the last 30 days unless asked for more.",
  query: listQuery(auditList),
  response: listPage(AuditRow),
});

export const auditProblems = ["link_gone", "entry_gone", "entry_changed", "not_sealed"] as const;

export const checkAudit = endpoint({
  method: "GET",
  path: "/rest/audit/check",
  summary: "Checks the chain into which the audit log of this portal is sealed, from its first entry to its last.",
  response: z.object({
    /** How many entries are sealed. */
    sealed: z.int(),
    /** The hash of the last link, in hex: whoever keeps it elsewhere can tell later that nothing before it was written anew. */
    head: z.nullable(z.string()),
    sealedAt: z.nullable(z.string()),
    problems: z.array(z.object({ link: z.nullable(z.int()), eventId: z.int(), problem: z.enum(auditProblems) })),
  }),
});
