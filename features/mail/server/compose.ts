import type { Told } from "#features/notifications/event.ts";
import { sayIn, type Say } from "#platform/catalogue.ts";
import { hostUrl } from "#platform/host.ts";
import type { Language } from "#platform/languages.ts";
import type { PortalColors } from "#ui/portal-theme.ts";
import { letterHtml, letterText, type Letter } from "./letters/letter.ts";
import { mailLook } from "./letters/mail-look.ts";

/** A portal as its mails show it. */
export interface MailPortal {
  readonly id: number;
  readonly name: string;
  readonly host: string;
  readonly colors: PortalColors;
  /** Path of its picture for mails; null for none. */
  readonly mailLogo: string | null;
  readonly senderName: string;
  /** Empty where the portal has set none. */
  readonly senderAddress: string;
  readonly replyTo: string;
}

/** Where mail comes from and leads to. */
export interface MailAddresses {
  /** The installation's scheme and port; the host is the portal's own stored one, never that of a request (security.md 31). */
  readonly publicUrl: string;
  /** The address that mail is sent from; the portal's host gives one where there is none. */
  readonly mailFrom: string | undefined;
  /** The address at which one click ends mails of this kind for that person. */
  readonly unsubscribePath: (portalId: number, userId: number, event: string) => string;
}

export interface ToCompose {
  readonly id: number;
  readonly event: string;
  readonly mandatory: boolean;
  readonly portal: MailPortal;
  readonly person: { readonly userId: number | null; readonly email: string; readonly name: string; readonly language: Language };
  readonly told: readonly Told[];
  readonly now: Date;
}

/** A mail as it is sent and kept. */
export interface Composed {
  readonly address: string;
  readonly language: string;
  readonly subject: string;
  readonly html: string;
  readonly plain: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** One line without control characters: what people wrote can begin no header of its own. */
export const headerText = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim();

/** The domain of mail from a portal's host. */
export const domainOf = (host: string): string => host.replace(/:\d+$/, "").replace(/[^a-z0-9.-]/g, "");

/** Why somebody gets a mail. Of whom no account is known, none is spoken of. */
function whyOf(say: Say, portal: string, { mandatory, hasAccount }: { mandatory: boolean; hasAccount: boolean }): string {
  if (!hasAccount) return say("You get this because this email was entered at {portal}.", { portal });
  return mandatory
    ? say("You get this because it is about the security of your account at {portal}. It cannot be switched off.", { portal })
    : say("You get this because you belong to {portal}.", { portal });
}

/** Makes the mail of a message: HTML, its plain twin and the headers. Everything that people wrote stays text. */
export function compose(
  { id, event, mandatory, portal, person, told, now }: ToCompose,
  { publicUrl, mailFrom, unsubscribePath }: MailAddresses,
): Composed {
  const say = sayIn(person.language);
  const origin = hostUrl(portal.host, publicUrl);
  const portalName = headerText(portal.name);
  const first = told[0]?.subject ?? "";
  const subject = headerText(
    told.length === 1
      ? first
      : say("{count, plural, one {# thing} other {# things}} from {portal}", { count: told.length, portal: portalName }),
  );
  const letter: Letter = {
    language: person.language === "pseudo" ? "en" : person.language,
    portalName,
    logo: portal.mailLogo === null ? null : origin + portal.mailLogo,
    subject,
    parts: told.map((one) => ({
      heading: headerText(one.subject),
      lines: one.lines,
      action: one.hasNoLink ? null : { label: one.action.label, href: `${origin}/v${one.action.to}` },
      after: one.after ?? [],
    })),
    footer: {
      why: whyOf(say, portalName, { mandatory, hasAccount: person.userId !== null }),
      ...(!mandatory && { settings: { label: say("Choose what you get by email"), href: `${origin}/v/student/myAccount` } }),
    },
  };
  const domain = domainOf(portal.host);
  const from = portal.senderAddress || (mailFrom ?? `no-reply@${domain}`);
  return {
    address: person.email,
    language: letter.language,
    subject,
    html: letterHtml(letter, mailLook(portal.colors)),
    plain: letterText(letter),
    headers: {
      From: `"${headerText(portal.senderName || portal.name).replace(/["\\]/g, "")}" <${from}>`,
      To: person.email,
      ...(portal.replyTo && { "Reply-To": portal.replyTo }),
      Date: now.toUTCString().replace("GMT", "+0000"),
      // The same for each try, so that a mail program shows a message once although it came twice.
      "Message-ID": `<stoa.${portal.id}.${id}@${domain}>`,
      "Auto-Submitted": "auto-generated",
      ...(!mandatory &&
        person.userId !== null && {
          "List-Unsubscribe": `<${origin}${unsubscribePath(portal.id, person.userId, event)}>`,
          "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        }),
    },
  };
}
