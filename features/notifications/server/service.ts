import type { Actor } from "#platform/actor.ts";
import type { Parsed, Result } from "#platform/contract.ts";
import { invalid } from "#platform/errors.ts";
import { instant } from "#platform/instant.ts";
import type { Context } from "#platform/serve.ts";
import type * as api from "../contract.ts";
import type { AnyEvent, Audience, MailChoice, Teller, Told } from "../event.ts";
import { eventNamed, events } from "../events.ts";
import * as queries from "./queries.ts";
import { tellerIn } from "./teller.ts";

export { adminsOf, choicesOf, upsertChoices } from "./queries.ts";
export { letterSecret, sendsMail, withdrawLetters, writeLetter, writeLetters } from "./letters.ts";
export { notify } from "./notify.ts";
export { tellingCompleted } from "./tell-completed.ts";
export { tellerIn } from "./teller.ts";
export { queueForWebhooks } from "./webhook-outbox.ts";

const most = 50;

/** The words of a stored notification; null for an event or variables that this version does not know. */
export function wordsOf(name: string, variables: unknown, teller: Teller): Told | null {
  const event = eventNamed(name);
  const known = event?.variables.safeParse(variables);
  return event && known?.success ? event.words(teller, known.data) : null;
}

/** What the person was told, newest first. */
export async function showNotifications(context: Context): Promise<Result<typeof api.listNotifications>> {
  const { db, actor, language, portal } = context;
  const teller = tellerIn(language, actor.timeZone ?? portal.timeZone);
  const found = await queries.listNewest(db, actor, most);
  const rows = found.flatMap(({ id, event, variables, createdAt, readAt }) => {
    const told = wordsOf(event, variables, teller);
    if (!told) return [];
    const { subject, lines, action } = told;
    return [{ id, event, subject, lines: [...lines], to: action.to, createdAt: instant(createdAt), isRead: readAt !== null }];
  });
  return { rows, unread: await queries.countUnread(db, actor) };
}

/** How many notifications the person has not read. */
export const showUnread = async ({ db, actor }: Context): Promise<Result<typeof api.countUnread>> => ({
  unread: await queries.countUnread(db, actor),
});

/** Marks the person's own notifications as read. */
export async function markRead(
  context: Context,
  which: Parsed<typeof api.readNotifications>["body"],
): Promise<Result<typeof api.readNotifications>> {
  await queries.markRead(context.db, context.actor, which);
  return showUnread(context);
}

const reaches: Record<Audience, (actor: Actor) => boolean> = {
  everyone: () => true,
  learners: () => true,
  authors: ({ isAuthor, isAdmin }) => isAuthor || isAdmin,
  staff: ({ isAuthor, isManager, isAdmin, isSystemAdmin }) => isAuthor || isManager || isAdmin || isSystemAdmin,
};

/** How somebody is told of an event by mail: what protects the account at once, else as they chose, else as the event says. */
export const choiceFor = ({ mandatory, mail, name }: AnyEvent, chosen: ReadonlyMap<string, MailChoice>): MailChoice =>
  mandatory ? "instant" : (chosen.get(name) ?? mail);

/** How the person is told of each event that can reach them. */
export async function showPreferences({ db, actor, say }: Context): Promise<Result<typeof api.listPreferences>> {
  const chosen = await queries.choicesOf(db, actor);
  return {
    rows: events
      .filter(({ audience }) => reaches[audience](actor))
      .map((event) => ({ event: event.name, title: event.title(say), mail: choiceFor(event, chosen), isMandatory: event.mandatory })),
  };
}

/** Stores the person's own choices, all or none. Throws 400 for an unknown event, and for one that nobody can switch off. */
export async function savePreferences(
  context: Context,
  { choices }: Parsed<typeof api.savePreferences>["body"],
): Promise<Result<typeof api.savePreferences>> {
  for (const [name, mail] of Object.entries(choices)) {
    const event = eventNamed(name);
    if (!event) throw invalid("choices", "no_such_event", "There is no such notification.");
    if (event.mandatory && mail !== "instant")
      throw invalid("choices", "is_mandatory", "This protects your account, so it cannot be switched off.");
  }
  if (Object.keys(choices).length > 0) await queries.upsertChoices(context.db, context.actor, choices);
  return showPreferences(context);
}
