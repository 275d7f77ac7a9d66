import { eventNamed, events } from "#features/notifications/events.ts";
import { choiceFor, choicesOf, upsertChoices } from "#features/notifications/server/service.ts";
import type { Say } from "#platform/catalogue.ts";
import type { Parsed, Result } from "#platform/contract.ts";
import type { Db } from "#platform/db/connect.ts";
import { conflict, notFound } from "#platform/errors.ts";
import { note } from "#platform/audit.ts";
import { instant, instantOrNull } from "#platform/instant.ts";
import { readAll, readPage, type ListSql } from "#platform/list/server/page.ts";
import { readQuery } from "#platform/list/server/read-query.ts";
import type { CsvColumn } from "#platform/list/server/serve-export.ts";
import type { Context } from "#platform/serve.ts";
import { canGoAgain, listMail, mailList, type getMail, type MailStatus, type sendMailAgain } from "../contract.ts";
import type { PortalColors } from "#ui/portal-theme.ts";
import { letterHtml } from "./letters/letter.ts";
import { mailLook } from "./letters/mail-look.ts";
import { troubleWords } from "./own-server.ts";
import * as queries from "./queries.ts";
import { StoredMessage } from "./queries.ts";
import type { Way } from "./claim.ts";
import type { Unsubscribing } from "./unsubscribe.ts";

export { overridesOfGroup } from "./overrides/queries.ts";
export { suppressedBy } from "./suppressed.ts";

type Query = Parsed<typeof listMail>["query"];

const titleOf = (say: Say, event: string) => (event === "digest" ? say("Collection") : (eventNamed(event)?.title(say) ?? event));

/** How the portal's mail leaves, and whether it does. way: that of the installation. */
export async function statusOf({ db, portal, say }: Pick<Context, "db" | "portal" | "say">, way: Way): Promise<MailStatus> {
  const { trouble, own, ...status } = await queries.findStatus(db, portal.id);
  if (!own) return { ...status, way, isOwn: false, trouble: way === "smtp" ? trouble : null };
  const { since, problem, said } = own;
  const ownTrouble = since === null ? null : { since: instant(new Date(since)), problem: troubleWords(say, problem, said ?? "") };
  return { ...status, way: "smtp", isOwn: true, trouble: ownTrouble };
}

/** What the portal sends to people. */
export async function showMail(context: Context, query: Query, way: Way): Promise<Result<typeof listMail>> {
  const { db, actor, say } = context;
  const found = await readPage(db, StoredMessage, { page: query.page, pageSize: mailList.pageSize }, queries.mailOf(actor, query));
  return {
    ...found,
    rows: found.rows.map((row) => ({
      ...row,
      eventTitle: titleOf(say, row.event),
      createdAt: instant(row.createdAt),
      dueAt: instant(row.dueAt),
      endedAt: instantOrNull(row.endedAt),
    })),
    status: await statusOf(context, way),
  };
}

/** The same in batches. */
export const allMail = (db: Db, reader: queries.Reader, query: Query) => readAll(db, StoredMessage, queries.mailOf(reader, query));

/** The messages of a query of the list's address, for counting. Throws 400 for a query that the list would refuse. */
export const mailListOf = ({ actor }: Pick<Context, "actor">, query: Readonly<Record<string, string>>): ListSql =>
  queries.mailOf(actor, readQuery(listMail.query, query));

/** The columns of the export; states, reasons and events as programs call them, times in UTC. */
export const mailColumns = (say: Say): readonly CsvColumn<StoredMessage>[] => [
  [say("Message"), (row) => row.id],
  [say("Time (UTC)"), (row) => instant(row.createdAt)],
  [say("Person"), (row) => row.person],
  [say("Address"), (row) => row.address],
  [say("Subject"), (row) => row.subject],
  [say("Event"), (row) => row.event],
  [say("Status"), (row) => row.state],
  [say("Reason"), (row) => row.reason],
  [say("Tries"), (row) => row.tries],
  [say("Ended (UTC)"), (row) => instantOrNull(row.endedAt)],
];

const noMessage = () => notFound("message", "This message could not be found.");

/** One message as it was sent. Throws 404 for one of another portal, and for what was sent to a system admin. */
export async function showMessage({ db, actor, say }: Context, id: number): Promise<Result<typeof getMail>> {
  const found = await queries.findMessage(db, actor, id);
  if (!found) throw noMessage();
  const { html, headers, ...row } = found;
  return {
    ...row,
    eventTitle: titleOf(say, row.event),
    createdAt: instant(row.createdAt),
    dueAt: instant(row.dueAt),
    endedAt: instantOrNull(row.endedAt),
    hasHtml: html !== null,
    headers: Object.entries({ ...headers, ...(row.subject !== null && { Subject: row.subject }) }).map(([name, value]) => ({
      name,
      value,
    })),
  };
}

/** Ends mails of an event for a person; of a collection, those of every event that comes in one. What protects the account stays. */
export async function unsubscribe(db: Db, { portalId, userId, event }: Unsubscribing): Promise<void> {
  const chosen = await choicesOf(db, { portalId, userId });
  const ending = events.filter(
    (one) => !one.mandatory && (event === "digest" ? ["daily", "weekly"].includes(choiceFor(one, chosen)) : one.name === event),
  );
  if (ending.length > 0) await upsertChoices(db, { portalId, userId }, Object.fromEntries(ending.map(({ name }) => [name, "off"])));
}

/** Sends a message once more, with all its tries. Throws 404 as showMessage does, and 409 for one that is under way, arrived or was decided against. */
export async function sendAgain(context: Context, id: number): Promise<Result<typeof sendMailAgain>> {
  const { db, actor } = context;
  const found = await queries.findMessage(db, actor, id);
  if (!found) throw noMessage();
  if (!canGoAgain(found) || !(await queries.restartMessage(db, actor.portalId, id, found.state)))
    throw conflict("not_sent_again", "This message cannot be sent again: it is under way, it was sent, or somebody decided against it.");
  await note(context, { action: "mail_sent_again", object: { kind: "message", id }, before: { state: found.state, reason: found.reason } });
  return { state: "waiting" };
}

/** The HTML of a message. Throws 404 as showMessage does, and for one that was not written yet. */
export async function bodyOf({ db, actor }: Pick<Context, "db" | "actor">, id: number): Promise<string> {
  const html = (await queries.findMessage(db, actor, id))?.html;
  if (html == null) throw noMessage();
  return html;
}

/** A mail as this look shows it, for whoever is choosing the look: in light, or as programs show it that show mail in the dark. */
export function sampleMail(
  say: Say,
  look: { portalName: string; colors: PortalColors; logo: string | null; language: string; isDark: boolean },
): string {
  const html = letterHtml(
    {
      language: look.language,
      portalName: look.portalName,
      logo: look.logo,
      subject: say("A course waits for you"),
      parts: [
        {
          heading: say("A course waits for you"),
          lines: [say("This is how mail of the portal looks."), say("People read it in their own language.")],
          action: { label: say("Open the course"), href: "#" },
        },
      ],
      footer: { why: say("You get this because you belong to {portal}.", { portal: look.portalName }) },
    },
    mailLook(look.colors),
  );
  return look.isDark ? html.replace("@media (prefers-color-scheme:dark)", "@media all") : html;
}
