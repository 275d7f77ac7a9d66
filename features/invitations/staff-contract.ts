import * as z from "zod/mini";
import { GrantedRole } from "#features/roles/contract.ts";
import { endpoint } from "#platform/contract.ts";
import { listPage, listQuery } from "#platform/list/contract.ts";
import { bothWays, listOf, oneOf } from "#platform/list/list.ts";
import { words } from "#platform/words.ts";

/** The most addresses that are invited at a time. */
export const mostAtATime = 50;
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

const anEmail = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.maxLength(254, words("This email is too long.")),
    z.regex(/^[^\s@"<>(),;:\\]+@[^\s@"<>(),;:\\]+\.[^\s@"<>(),;:\\]+$/, words("Enter an email such as name@example.org.")),
  );

export const invite = endpoint({
  method: "POST",
  path: "/rest/invitations",
  summary:
    "Invites addresses. One that is invited already gets a new letter, and its older link ends. Who belongs to the portal already is left alone.",
  body: z.object({
    emails: z
      .array(anEmail)
      .check(z.minLength(1, words("Enter at least one email.")), z.maxLength(mostAtATime, words("Invite {maximum} or fewer at a time."))),
    role: z.nullable(GrantedRole),
    groupIds: z.array(z.int().check(z.positive())).check(z.maxLength(20, words("Choose {maximum} groups or fewer."))),
    days: z.literal(lives),
  }),
  /** members: addresses that belong to the portal already. */
  response: z.object({ invited: z.int(), members: z.array(z.string()) }),
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
