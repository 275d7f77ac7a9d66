import { approvalListOf } from "#features/curriculum/server/service.ts";
import { jobListOf } from "#features/jobs/server/service.ts";
import { ownJobs } from "#features/jobs/policy.ts";
import { mailListOf } from "#features/mail/server/service.ts";
import { readsMail } from "#features/mail/policy.ts";
import { peopleListOf } from "#features/people/server/service.ts";
import { may } from "#features/portal/permissions.ts";
import { letsIn } from "#features/registration/policy.ts";
import { queueListOf } from "#features/registration/server/queue.ts";
import { seesLimit } from "#features/seats/server/service.ts";
import { teamListOf } from "#features/team/server/service.ts";
import type { Rule } from "#platform/actor.ts";
import type { Countable } from "#platform/list/server/large-page.ts";
import type { Context } from "#platform/serve.ts";
import type { Board, FigureKey } from "../contract.ts";

/** What a figure counts: the rows of a list, by the query of its address, which is also where the figure leads. */
interface Counted {
  /** The list's own rule: whoever may not read it is not shown the figure. */
  readonly rule: Rule;
  /** The address of the list on each dashboard that has the figure, without /v and query. */
  readonly at: Partial<Record<Board, string>>;
  readonly query: Readonly<Record<string, string>>;
  /** The list of that query, as its own screen reads it; null for somebody who does not see it. */
  readonly list: (
    asking: Pick<Context, "db" | "actor">,
    query: Readonly<Record<string, string>>,
  ) => Countable | null | Promise<Countable | null>;
}

const team = { rule: may("see-people"), list: teamListOf };
const ofTeam = { manager: "/manager/dashboard", admin: "/users/learning" };
const people = { rule: may("see-people"), list: peopleListOf, at: { manager: "/users/find", admin: "/users/find" } };
const mail = { rule: readsMail, list: mailListOf, at: { admin: "/admin/mail" } };
const never = JSON.stringify({ kind: "date", of: "lastSignIn", when: null });

/** Every figure of the dashboards: one row, one list. A figure has no SQL of its own, so it cannot count anything else than its list shows. */
export const figures: Readonly<Record<FigureKey, Counted>> = {
  overdue: { ...team, at: ofTeam, query: { state: "overdue" } },
  soon: { ...team, at: ofTeam, query: { state: "soon" } },
  notStarted: { ...team, at: ofTeam, query: { state: "notStarted" } },
  active: { ...people, query: { status: "active" } },
  // Whoever is active takes a seat; a figure only where seats are limited.
  seats: {
    ...people,
    at: { admin: people.at.admin },
    query: { status: "active" },
    list: async (asking, query) => ((await seesLimit(asking)) ? peopleListOf(asking, query) : null),
  },
  enrolled: { ...team, at: { admin: ofTeam.admin }, query: { state: "enrolled" } },
  completed: { ...team, at: ofTeam, query: { state: "completed" } },
  neverSignedIn: { ...people, at: { admin: people.at.admin }, query: { status: "active", condition: never } },
  registrations: {
    rule: letsIn,
    list: queueListOf,
    at: { manager: "/users/registrations", admin: "/users/registrations" },
    query: { state: "waiting" },
  },
  approvals: { rule: may("see-portal-courses"), list: approvalListOf, at: { admin: "/portal/courses" }, query: { review: "asked" } },
  ownJobsFailed: { rule: ownJobs, list: jobListOf, at: { manager: "/jobs", admin: "/jobs" }, query: { state: "failed" } },
  mailWaiting: { ...mail, query: { state: "waiting" } },
  mailFailed: { ...mail, query: { state: "failed" } },
  mailWithheld: { ...mail, query: { state: "withheld" } },
};
