import * as z from "zod/mini";
import { newEmail } from "#features/auth/contract.ts";
import { GrantedRole } from "#features/roles/contract.ts";
import { endpoint } from "#platform/contract.ts";
import { listPage, listQuery } from "#platform/list/contract.ts";
import { bothWays, listOf, oneOf } from "#platform/list/list.ts";
import { words } from "#platform/words.ts";

/** The most addresses that are invited in the request itself; more are previewed as a list and invited by a job (capabilities.md INV-8). */
export const mostAtATime = 50;
/** The most entries of such a list, and the most characters. */
export const mostListed = 5000;
const mostText = 1024 ** 2;
/** Days for which the link of an invitation works. */
export const lives = [3, 7, 14, 30] as const;

/** waiting: the letter is not sent yet. bounced: it could not be delivered. opened: the link was followed, and nothing was sent off yet. */
export const invitationStates = ["waiting", "sent", "opened", "accepted", "bounced", "expired", "withdrawn"] as const;
export const InvitationRow = z.object({
  id: z.int(),
  email: z.string(),
  state: z.enum(invitationStates),
  /** What they get besides belonging to the portal. */
  role: z.nullable(GrantedRole),
  groups: z.array(z.string()),
  sentAt: z.string(),
  expiresAt: z.string(),
  acceptedAt: z.nullable(z.string()),
  /** Who invited them; null for a system admin. */
  invitedBy: z.nullable(z.string()),
  userId: z.nullable(z.int()),
});
export type InvitationRow = z.infer<typeof InvitationRow>;

export const invitationList = listOf({
  sorts: bothWays("sent", "email"),
  sort: "-sent",
  filters: { state: oneOf(invitationStates) },
  pageSize: 25,
});

export const listInvitations = endpoint({
  method: "GET",
  path: "/rest/invitations",
  summary: "Who was invited, with what became of it.",
  query: listQuery(invitationList),
  response: listPage(InvitationRow),
});

export const invitationChoices = endpoint({
  method: "GET",
  path: "/rest/invitations/choices",
  summary: "What the person asking can give with an invitation: whether roles, and which groups.",
  response: z.object({ roles: z.boolean(), groups: z.array(z.object({ id: z.int(), name: z.string() })) }),
});

/** What an invitation gives besides belonging to the portal, and for how long its link works. */
const given = {
  role: z.nullable(GrantedRole),
  groupIds: z.array(z.int().check(z.positive())).check(z.maxLength(20, words("Choose {maximum} groups or fewer."))),
  days: z.literal(lives),
};

export const invite = endpoint({
  method: "POST",
  path: "/rest/invitations",
  summary:
    "Invites addresses. One that is invited already gets a new email, and its older link ends. Who belongs to the portal already is left alone.",
  body: z.object({
    emails: z
      .array(newEmail)
      .check(z.minLength(1, words("Enter at least one email.")), z.maxLength(mostAtATime, words("Invite {maximum} or fewer at a time."))),
    ...given,
  }),
  /** members: addresses that belong to the portal already. */
  response: z.object({ invited: z.int(), members: z.array(z.string()) }),
});

/** new and again (invited already: a new letter, and the older link ends) are invited; member (belongs to the portal), suppressed (on the email blacklist), malformed and twice are left out. */
const leftFates = ["member", "suppressed", "malformed", "twice"] as const;
export const LeftFate = z.enum(leftFates);
export const entryFates = ["new", "again", ...leftFates] as const;

export const previewInvitations = endpoint({
  method: "POST",
  path: "/rest/invitations/lists",
  summary: "Keeps a pasted list of addresses for a day and says what inviting them would do to each. Nobody is invited.",
  body: z.object({
    text: z.string(words("Enter at least one email.")).check(z.maxLength(mostText, words("This is too much to paste."))),
    ...given,
  }),
  response: z.object({
    id: z.int(),
    counts: z.record(z.enum(entryFates), z.int()),
    /** The first entries that nobody is invited by, with the reason. */
    left: z.array(z.object({ nth: z.int(), line: z.int(), words: z.string(), fate: LeftFate })),
  }),
});
export type PreviewedList = z.infer<typeof previewInvitations.response>;

export const inviteList = endpoint({
  method: "POST",
  path: "/rest/invitations/lists/:listId/run",
  summary:
    "Invites whom a previewed list said, by a job that can be undone for seven days. Repeated, it answers the job of the first time.",
  params: z.object({
    listId: z.coerce.number(words("A list is named by its number.")).check(z.int(words("A list is named by its number."))),
  }),
  response: z.object({ jobId: z.int() }),
});

const filtered = listQuery(invitationList).shape;
/** Which invitations: by id, or the newest of all that match, as many as are done at a time. */
const chosen = {
  ids: z.optional(
    z
      .array(z.int())
      .check(z.minLength(1, words("Choose somebody.")), z.maxLength(mostAtATime, words("Choose {maximum} or fewer at a time."))),
  ),
  all: z.optional(z.object({ q: filtered.q, state: filtered.state })),
};

export const resendInvitations = endpoint({
  method: "POST",
  path: "/rest/invitations/resend",
  summary: "Sends invitations again, with a new link in place of the older one. Those that were accepted or withdrawn are left alone.",
  body: z.object({ ...chosen, days: z.literal(lives) }),
  response: z.object({ sent: z.int(), left: z.int() }),
});

export const withdrawInvitations = endpoint({
  method: "POST",
  path: "/rest/invitations/withdraw",
  summary: "Withdraws invitations: their links end. Those that were accepted are left alone.",
  body: z.object(chosen).check(z.refine(({ ids, all }) => ids !== undefined || all !== undefined, words("Choose somebody."))),
  response: z.object({ withdrawn: z.int(), left: z.int() }),
});
