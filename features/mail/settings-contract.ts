import * as z from "zod/mini";
import { endpoint } from "#platform/contract.ts";
import { listPage, listQuery } from "#platform/list/contract.ts";
import { bothWays, listOf, oneOf } from "#platform/list/list.ts";
import { words } from "#platform/words.ts";
import { MailStatus } from "./contract.ts";

/** One address and nothing else: what could begin a header of its own, or a second address, is none. */
const Address = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.maxLength(254, words("This email is too long.")),
    z.regex(/^[^\s@<>"',;:()[\]\\\p{Cc}]+@[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/u, words("Enter an email such as name@example.org.")),
  );
const orNone = z.union([z.literal(""), Address], words("Enter an email such as name@example.org."));
const hour = z.int(words("Choose an hour.")).check(z.gte(0, words("Choose an hour.")), z.lte(23, words("Choose an hour.")));

/** How a portal sends mail, as its admins set it. */
export const MailSettings = z
  .object({
    /** The kill switch: off, messages wait and nothing leaves. */
    isOn: z.boolean(),
    /** Empty: the name of the portal. */
    senderName: z
      .string()
      .check(
        z.trim(),
        z.maxLength(80, words("Use at most 80 characters.")),
        z.regex(/^[^\p{Cc}\p{Zl}\p{Zp}<>"\\]*$/u, words("A name has no quotation marks and no brackets.")),
      ),
    /** Empty: the address of the installation. */
    senderAddress: orNone,
    /** Empty: answers go to the sender. */
    replyTo: orNone,
    hourlyCap: z
      .int(words("Enter a whole number."))
      .check(z.gte(1, words("At least 1 an hour.")), z.lte(1_000_000, words("At most 1,000,000 an hour."))),
    /** The hours between which only what protects accounts is sent; null for none. */
    quiet: z.nullable(z.object({ from: hour, to: hour })),
    /** Events that mail does not tell of in this portal. */
    eventsOff: z.array(z.string().check(z.maxLength(41))).check(z.maxLength(100)),
  })
  .check(
    z.refine(({ quiet }) => quiet === null || quiet.from !== quiet.to, {
      ...words("Quiet hours begin and end at different hours."),
      path: ["quiet"],
    }),
  );
export type MailSettings = z.infer<typeof MailSettings>;

/** implicit: TLS from the start; starttls: TLS before anything else is said, and nothing without it. */
export const tlsModes = ["implicit", "starttls"] as const;

const serverTerms = {
  host: z
    .string()
    .check(
      z.trim(),
      z.toLowerCase(),
      z.minLength(1, words("Enter the name of the mail server.")),
      z.maxLength(253, words("This name is too long.")),
      z.regex(/^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[?[0-9a-f:.]+\]?)$/, words("Enter a name such as mail.example.org, without a port.")),
    ),
  port: z
    .int(words("Enter a port, such as 587."))
    .check(z.gte(1, words("Enter a port, such as 587.")), z.lte(65_535, words("Enter a port, such as 587."))),
  tls: z.enum(tlsModes),
  /** Empty: it wants no name and password. */
  user: z
    .string()
    .check(z.trim(), z.maxLength(254, words("This name is too long.")), z.regex(/^\P{Cc}*$/u, words("A name has no line breaks."))),
};
/** A portal's own mail server. Its password is never told. */
export const OwnServer = z.object({ ...serverTerms, /** Off: it is only kept. */ isOn: z.boolean() });
export type OwnServer = z.infer<typeof OwnServer>;

/** password: null for the one that is kept, which holds for the same host, port and user only. */
const password = z.nullable(
  z
    .string()
    .check(
      z.minLength(1, words("Enter the password.")),
      z.maxLength(1000, words("This password is too long.")),
      z.regex(/^\P{Cc}*$/u, words("A password has no line breaks.")),
    ),
);
export const ServerTerms = z.object({ ...serverTerms, password, isOn: z.boolean() });
export type ServerTerms = z.infer<typeof ServerTerms>;

const shown = z.object({
  settings: MailSettings,
  status: MailStatus,
  /** The mail server that the portal has of its own; null for none. */
  server: z.nullable(OwnServer),
  /** Where mail comes from if no address is set, and the domains that an address of its own may have. */
  usualAddress: z.string(),
  domains: z.array(z.string()),
  events: z.array(z.object({ event: z.string(), title: z.string(), isMandatory: z.boolean() })),
});
export type ShownSettings = z.infer<typeof shown>;

export const getMailSettings = endpoint({
  method: "GET",
  path: "/rest/mail/settings",
  summary: "How this portal sends mail, and whether that works now.",
  response: shown,
});

export const saveMailSettings = endpoint({
  method: "PUT",
  path: "/rest/mail/settings",
  summary: "Sets how this portal sends mail. An address of its own must belong to a domain of the portal.",
  body: MailSettings,
  response: shown,
});

export const sendTestMail = endpoint({
  method: "POST",
  path: "/rest/mail/test",
  summary: "Sends a message to whoever asks, on the way that all mail of the portal takes.",
  response: z.object({ address: z.string() }),
});

export const testMailServer = endpoint({
  method: "POST",
  path: "/rest/mail/server/test",
  summary: "Sends a message to whoever asks through a mail server, which need not be kept yet. 409 with what it said where it takes none.",
  body: z.omit(ServerTerms, { isOn: true }),
  response: z.object({ address: z.string() }),
});

export const saveMailServer = endpoint({
  method: "PUT",
  path: "/rest/mail/server",
  summary:
    "Keeps a mail server of the portal's own. One that is to be used (isOn) is tried out first with a message to whoever asks; 409 with what it said where it takes none.",
  body: ServerTerms,
  response: OwnServer,
});

export const removeMailServer = endpoint({
  method: "POST",
  path: "/rest/mail/server/remove",
  summary:
    "Removes the portal's own mail server with its password; mail goes the way of the installation again. Harmless where there is none.",
  response: z.object({ removed: z.boolean() }),
});

/** Why nothing is sent to an address: mail to it was refused, or an admin put it on the list. */
export const blockReasons = ["refused", "manual"] as const;

export const BlockedAddress = z.object({
  address: z.string(),
  reason: z.enum(blockReasons),
  /** What the mail server said, or the admin. */
  detail: z.string(),
  createdAt: z.string(),
  /** The person of this portal whose address it is; null for nobody, or for somebody who is not shown. */
  userId: z.nullable(z.int()),
});
export type BlockedAddress = z.infer<typeof BlockedAddress>;

/** q: words in the address or in what was said. */
export const blackList = listOf({
  sorts: bothWays("address", "created"),
  sort: "-created",
  filters: { reason: oneOf(blockReasons) },
  pageSize: 25,
});

export const listBlackList = endpoint({
  method: "GET",
  path: "/rest/mail/blackList",
  summary: "The addresses to which this portal sends nothing, each with the reason.",
  query: listQuery(blackList),
  response: listPage(BlockedAddress),
});

/** An address, or @ and a domain for all of its addresses. */
const AddressOrDomain = z.union(
  [Address, z.string().check(z.trim(), z.toLowerCase(), z.maxLength(254), z.regex(/^@[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/))],
  words("Enter an email such as name@example.org, or a domain such as @example.org."),
);
export const Blocking = z.object({
  address: AddressOrDomain,
  why: z.string().check(z.trim(), z.minLength(1, words("Say why.")), z.maxLength(200, words("Use at most 200 characters."))),
});

export const blockAddress = endpoint({
  method: "POST",
  path: "/rest/mail/blackList",
  summary: "Puts an address, or a domain as @example.org, on the list: nothing is sent to it any more. Harmless when it is there.",
  body: Blocking,
  response: z.object({ address: z.string() }),
});

export const unblockAddress = endpoint({
  method: "POST",
  path: "/rest/mail/blackList/remove",
  summary: "Takes an address off the list, so that it gets mail again. Harmless when it is not there.",
  body: z.object({ address: z.string().check(z.maxLength(254)) }),
  response: z.object({ address: z.string() }),
});
