import * as z from "zod/mini";
import { endpoint } from "#platform/contract.ts";
import { listPage, listQuery } from "#platform/list/contract.ts";
import { listOf, oneOf, wholeNumber } from "#platform/list/list.ts";
import { words } from "#platform/words.ts";

/** The states of a message. kept: in the mailbox of the product, because there is no mail server. unclear: handed over, and no answer came. */
export const mailStates = ["waiting", "sending", "sent", "kept", "failed", "unclear", "withheld"] as const;
export type MailState = (typeof mailStates)[number];

/** One message in the log. */
export const MessageRow = z.object({
  id: z.int(),
  /** Null for a letter to somebody who had no account here. */
  userId: z.nullable(z.int()),
  /** The person's name, else their address. */
  person: z.string(),
  /** Where it went, or goes. */
  address: z.string(),
  /** Its subject; null before it was written. */
  subject: z.nullable(z.string()),
  event: z.string(),
  /** What the event is called, in the language of the person asking. */
  eventTitle: z.string(),
  state: z.enum(mailStates),
  /** Why it waits, was not sent, or is unclear; a code. */
  reason: z.nullable(z.string()),
  tries: z.int(),
  createdAt: z.string(),
  /** When it is sent next; for those that wait. */
  dueAt: z.string(),
  endedAt: z.nullable(z.string()),
});
export type MessageRow = z.infer<typeof MessageRow>;

/** q: words in the subject, the address or the person's name. */
export const mailList = listOf({
  sorts: ["-created", "created"],
  sort: "-created",
  filters: { state: oneOf(mailStates), person: wholeNumber(1, Number.MAX_SAFE_INTEGER) },
  pageSize: 25,
});

/** How the portal's mail leaves, and whether that works now. */
export const MailStatus = z.object({
  /** A mail server, or the mailbox of the product. */
  way: z.enum(["smtp", "mailbox"]),
  /** Whether the mail server is the portal's own. */
  isOwn: z.boolean(),
  /** The kill switch of the portal is off: messages wait. */
  isStopped: z.boolean(),
  waiting: z.int(),
  /** Since when the mail server cannot be used, and what was wrong last. */
  trouble: z.nullable(z.object({ since: z.string(), problem: z.string() })),
});
export type MailStatus = z.infer<typeof MailStatus>;

export const listMail = endpoint({
  method: "GET",
  path: "/rest/mail/messages",
  summary: "Every message of this portal to people, newest first: sent, waiting and withheld, each with the reason.",
  query: listQuery(mailList),
  response: listPage(MessageRow, { status: MailStatus }),
});

const params = z.object({
  messageId: z.coerce.number(words("A message is named by its number.")).check(z.int(words("A message is named by its number."))),
});

export const Message = z.extend(MessageRow, {
  headers: z.array(z.object({ name: z.string(), value: z.string() })),
  /** Its plain text; null before it was written. */
  plain: z.nullable(z.string()),
  hasHtml: z.boolean(),
  language: z.nullable(z.string()),
  /** What the mail server said last. */
  response: z.nullable(z.string()),
});
export type Message = z.infer<typeof Message>;

export const getMail = endpoint({
  method: "GET",
  path: "/rest/mail/messages/:messageId",
  summary: "One message as it was sent, with what became of it.",
  params,
  response: Message,
});

/** Whether a message that ended may be sent once more: nobody decided against it. */
export const canGoAgain = ({ state, reason }: Pick<MessageRow, "state" | "reason">): boolean =>
  state === "failed" || state === "unclear" || (state === "withheld" && reason === "suppressed");

export const sendMailAgain = endpoint({
  method: "POST",
  path: "/rest/mail/messages/:messageId/again",
  // MAIL-5
  summary:
    "Sends a message once more that failed, of which nobody knows whether it arrived, or whose address was on the blacklist. 409 for others.",
  params,
  response: z.object({ state: z.enum(mailStates) }),
});

/** The address of a message's HTML, for a frame without scripts. */
export const mailBodyPath = (messageId: number | string) => `/rest/mail/messages/${messageId}/body`;

/** Where List-Unsubscribe leads; the token says whose mails of which event end. */
export const unsubscribePath = (token: string) => `/rest/mail/unsubscribe/${token}`;
