import * as z from "zod/mini";
import { Due } from "#features/enrolment/contract.ts";
import { teamStates } from "#features/enrolment/team-states.ts";
import { endpoint } from "#platform/contract.ts";
import { listPage, listQuery } from "#platform/list/contract.ts";
import { bothWays, listOf, oneOf } from "#platform/list/list.ts";

/** The active people whom somebody looks after, and how they stand. state: in at least one course. */
export const teamList = listOf({ sorts: bothWays("name"), sort: "name", filters: { state: oneOf(teamStates) }, pageSize: 20 });

export const TeamMember = z.object({
  id: z.int(),
  /** Their name, or their e-mail address while they have none. */
  name: z.string(),
  email: z.string(),
  /** Their courses that are not complete, and of these: past their date, due within seven days, never opened. */
  open: z.int(),
  overdue: z.int(),
  soon: z.int(),
  notStarted: z.int(),
  /** In how many of their courses they wait for an assessor. */
  waiting: z.int(),
  /** The course that is due first. */
  next: z.nullable(z.object({ course: z.string(), due: Due })),
  /** When they were last reminded here; null for never. */
  nudgedAt: z.nullable(z.string()),
});
export type TeamMember = z.infer<typeof TeamMember>;

export const listTeam = endpoint({
  method: "GET",
  path: "/rest/team",
  summary:
    "The active people whom the person asking looks after: what is overdue, due soon and not started, and when they were last reminded.",
  query: listQuery(teamList),
  /** isNear: nobody has what was searched for, and these are one mistake away from it. */
  response: listPage(TeamMember, { isNear: z.boolean() }),
});
