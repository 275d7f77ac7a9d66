import * as z from "zod/mini";
import { Due } from "#features/enrolment/contract.ts";
import { endpoint } from "#platform/contract.ts";
import { listPage, listQuery } from "#platform/list/contract.ts";
import { bothWays, listOf, oneOf, texts, wholeNumber } from "#platform/list/list.ts";
import { words } from "#platform/words.ts";

/** How somebody stands in the course. Without a choice: whoever is enrolled now. */
export const participantStates = ["notStarted", "inProgress", "completed", "overdue", "ended"] as const;

/** The columns besides the name. */
export const participantColumns = ["email", "roles", "groups", "state", "due", "lastAccess", "enrolled"] as const;

/** Who is in a course. course: its number, without which there is no list. group: only members of this group. columns: what the rows show, in order. */
export const participantsList = listOf({
  sorts: bothWays("name", "enrolled"),
  sort: "name",
  filters: {
    course: wholeNumber(1, 2 ** 52),
    group: wholeNumber(1, 2 ** 52),
    state: oneOf(participantStates),
    columns: texts(new RegExp(`^(?:${participantColumns.join("|")})$`)),
  },
  pageSize: 20,
});

export const Participant = z.object({
  /** The person's number. */
  id: z.int(),
  name: z.string(),
  email: z.string(),
  roles: z.array(z.enum(["author", "manager", "admin"])),
  groups: z.array(z.string()),
  state: z.enum(["notStarted", "inProgress", "completed", "ended"]),
  percent: z.int(),
  due: Due,
  enrolledAt: z.string(),
  /** When they were last in the course; null for never. */
  lastAccessAt: z.nullable(z.string()),
  completedAt: z.nullable(z.string()),
});
export type Participant = z.infer<typeof Participant>;

export const listParticipants = endpoint({
  method: "GET",
  path: "/rest/participants",
  summary: "Who is enrolled in a course, as far as the person asking reaches them: roles, groups, standing, due date and last access.",
  query: listQuery(participantsList),
  /** isNear: nobody has what was searched for, and these are one mistake away from it. */
  response: listPage(Participant, {
    course: z.object({ id: z.int(), title: z.string() }),
    group: z.nullable(z.object({ id: z.int(), name: z.string() })),
    isNear: z.boolean(),
  }),
});

/** The most people whom one paste names. */
export const mostPasted = 5000;

export const readPasted = endpoint({
  method: "POST",
  path: "/rest/participants/pasted",
  summary: "The people whom pasted e-mail addresses and external ids name, among those that the person asking reaches. Nothing is changed.",
  body: z.object({
    text: z
      .string(words("Paste e-mail addresses or external ids."))
      .check(
        z.trim(),
        z.minLength(1, words("Paste e-mail addresses or external ids.")),
        z.maxLength(500_000, words("Use at most {maximum} characters.")),
      ),
  }),
  /** unknown: what names nobody in reach, the first 100. */
  response: z.object({ ids: z.array(z.int()), unknown: z.array(z.string()), unknownCount: z.int() }),
});
