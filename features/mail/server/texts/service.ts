import { deflateRawSync, inflateRawSync } from "node:zlib";
import * as z from "zod/mini";
import type { AnyEvent, Teller, TextValues, Told } from "#features/notifications/event.ts";
import { events, eventNamed, isLetter, letters } from "#features/notifications/events.ts";
import { textTest } from "#features/notifications/events/text_test/text-test.ts";
import { tellerIn, writeLetter } from "#features/notifications/server/service.ts";
import type { Actor } from "#platform/actor.ts";
import { note } from "#platform/audit.ts";
import type { Say } from "#platform/catalogue.ts";
import type { Parsed, Result } from "#platform/contract.ts";
import type { Databases, Db } from "#platform/db/connect.ts";
import { conflict, invalid, notFound } from "#platform/errors.ts";
import { instant } from "#platform/instant.ts";
import type { CsvColumn } from "#platform/list/server/serve-export.ts";
import type { Context } from "#platform/serve.ts";
import { completeColors } from "#ui/portal-theme.ts";
import type * as api from "../../texts-contract.ts";
import { MailText, previewPath, textLanguages, type TextLanguage } from "../../texts-contract.ts";
import { compose, type Composed, type MailAddresses } from "../compose.ts";
import { findPortal } from "../mail-portal.ts";
import { checkText, fillText, namesOf } from "./fill-text.ts";
import * as queries from "./queries.ts";

/** An event that portals may write in their own words. */
type Writable = AnyEvent & { readonly own: NonNullable<AnyEvent["own"]> };
const writable = [...events, ...letters].filter((event): event is Writable => event.own !== null);

/** What mail tells of, and in which languages the portal says it in its own words. */
export async function showTexts({ db, actor, say }: Pick<Context, "db" | "actor" | "say">): Promise<Result<typeof api.listMailTexts>> {
  const off = await queries.findEventsOff(db, actor.portalId);
  const own = Map.groupBy(await queries.currentTexts(db, actor.portalId), ({ event }) => event);
  const overrides = await queries.countOverrides(db, actor.portalId);
  return {
    rows: writable.map(({ name, mandatory, title }) => ({
      event: name,
      title: title(say),
      isMandatory: mandatory,
      isOff: !mandatory && off.has(name),
      own: (own.get(name) ?? []).map(({ language, savedAt }) => ({ language, savedAt: instant(savedAt) })),
      overrides: overrides.get(name) ?? 0,
    })),
  };
}

type Exported = queries.Current & Partial<Pick<queries.OfOne, "kind" | "name">>;

/** The own texts of the portal and of its courses and groups, for the export. */
export async function* allTexts(db: Db, portalId: number): AsyncGenerator<Exported[]> {
  yield await queries.currentTexts(db, portalId);
  yield await queries.textsOfSome(db, portalId);
}

/** Its columns; events as programs call them, times in UTC. */
export const textColumns = (say: Say): readonly CsvColumn<Exported>[] => [
  [say("Event"), (row) => row.event],
  [say("Email"), (row) => eventNamed(row.event)?.title(say) ?? row.event],
  [say("Language"), (row) => row.language],
  [say("Subject"), (row) => row.subject],
  [say("Text"), (row) => row.body],
  [say("Button"), (row) => row.button],
  [say("Saved (UTC)"), (row) => instant(row.savedAt)],
  [say("For"), (row) => row.kind ?? "portal"],
  [say("Course or group"), (row) => row.name ?? ""],
];

/** An event that portals may write. Throws 404 for any other name. */
export function eventOf(name: string): Writable {
  const event = writable.find((one) => one.name === name);
  if (!event) throw notFound("letter", "This email could not be found.");
  return event;
}

/** A teller that leaves variables as they are. */
const slotTeller = (teller: Teller): Teller => ({ ...teller, moment: (slot) => slot });

/** The text of the product, as it is offered to begin with. */
function offeredOf({ own, words }: Writable, teller: Teller): MailText {
  const { subject, lines } = "slots" in own ? words(slotTeller(teller), own.slots) : own.offered(teller.say);
  return { subject, body: [...lines, "{link}"].join("\n\n"), button: "" };
}

/** What a letter tells with examples in place of what happened. */
const exampleOf = (event: Writable, teller: Teller): Told => event.words(teller, event.sample(""));

type Params = Parsed<typeof api.getMailText>["params"];

/** One letter in one language. Throws 404 for one that portals do not write. */
export const showText = (context: Context, { event, language }: Params): Promise<Result<typeof api.getMailText>> =>
  shownText(context, { portalId: context.actor.portalId, event, language });

/** The text of a letter, of the portal or of a course or group. Throws 404 as showText does. */
export async function shownText({ db, actor, say, portal }: Context, which: queries.Which): Promise<Result<typeof api.getMailText>> {
  const { event: name, language } = which;
  const event = eventOf(name);
  const versions = await queries.listVersions(db, which);
  const teller = tellerIn(language, actor.timeZone ?? portal.timeZone);
  const examples = examplesOf(event, teller, { person: null, portal: (await findPortal(db, portal.id)).name });
  const { overrideId: _, ...ofPortal } = which;
  const inherited = which.overrideId === undefined ? null : (await queries.listVersions(db, ofPortal))[0]?.text;
  return {
    event: name,
    title: event.title(say),
    isMandatory: event.mandatory,
    isOff: !event.mandatory && (await queries.findEventsOff(db, actor.portalId)).has(name),
    language,
    revision: versions[0]?.revision ?? 0,
    text: versions[0]?.text ?? null,
    offered: inherited ?? offeredOf(event, teller),
    usualButton: exampleOf(event, teller).action.label,
    variables: Object.entries(namesOf(event.own, event.mandatory)).map(([variable, { what, isLines, isNeeded }]) => ({
      name: variable,
      what: what(say),
      example: [examples[variable] ?? exampleOf(event, teller).action.label].flat().join(" / "),
      isLines: isLines ?? false,
      isNeeded: isNeeded ?? false,
    })),
    versions: versions.map((version) => ({ ...version, savedAt: instant(version.savedAt) })),
  };
}

/** What stands for the variables of an event in a preview. person: null for a made-up one. */
function examplesOf(event: Writable, teller: Teller, { person, portal }: { person: string | null; portal: string }): TextValues {
  const { link: _, ...names } = namesOf(event.own, event.mandatory);
  const examples = Object.fromEntries(Object.entries(names).map(([name, { example }]) => [name, example(teller)]));
  return { ...examples, portal, ...(person !== null && { person }) };
}

type Saved = Parsed<typeof api.saveMailText>["body"];

/**
 * Stores the portal's own text of a letter, or goes back to that of the product. Throws 400 for a text that the letter cannot fill, and 409 when somebody saved it
 * since.
 */
export async function saveText(context: Context, { event, language }: Params, saved: Saved): Promise<Result<typeof api.saveMailText>> {
  await storeText(context, { portalId: context.actor.portalId, event, language }, saved);
  return showText(context, { event, language });
}

/** Stores the text of a letter, of the portal or of a course or group; of: which one, for the audit log. Throws as saveText does. */
export async function storeText(
  context: Context,
  which: queries.Which,
  { revision, text }: Saved,
  of?: { readonly kind: string; readonly id: number },
): Promise<void> {
  const { db, actor } = context;
  const { event: name, language } = which;
  const event = eventOf(name);
  if (text) checkText(text, namesOf(event.own, event.mandatory));
  const [before] = await queries.listVersions(db, which);
  if (!(await queries.insertVersion(db, which, { after: revision, text, userId: actor.userId })))
    throw conflict("text_changed", "Somebody else saved this email meanwhile. Load the page again to see it; your text was not kept.");
  await note(context, {
    action: text ? "mail_text_saved" : "mail_text_reset",
    ...(of && { object: of }),
    before: { event: name, language, text: before?.text ?? null },
    after: { event: name, language, text },
  });
}

interface Example {
  readonly event: Writable;
  readonly language: TextLanguage;
  readonly text: MailText;
  readonly timeZone: string;
  readonly person: string | null;
  readonly portal: string;
}

/** A letter with a text and examples. Throws 400 for a text that it cannot fill. */
function exampleLetter({ event, language, text, timeZone, person, portal }: Example): Told {
  const names = namesOf(event.own, event.mandatory);
  checkText(text, names);
  const teller = tellerIn(language, timeZone);
  const told = exampleOf(event, teller);
  return fillText(text, { told, names, values: examplesOf(event, teller, { person, portal }) }) ?? told;
}

/** What a preview shows, as its address holds it. */
const Shown = z.object({ event: z.string(), language: z.enum(textLanguages), text: MailText, person: z.string() });
type Previewed = z.infer<typeof Shown>;

const previewToken = (what: Previewed) => deflateRawSync(JSON.stringify(what)).toString("base64url");

/** The person of a portal with an email, whom the actor sees; null where none is named. Throws 400 for nobody. */
async function personBy(db: Db, actor: Actor, email: string) {
  const person = email === "" ? null : await queries.findPerson(db, actor, email);
  if (person === undefined) throw invalid("person", "nobody_here", "Nobody in this portal whom you may see has this email.");
  return person;
}

/** What the address of a preview shows. Throws 404 for what is none. */
function previewedBy(token: string): Previewed {
  try {
    return Shown.parse(JSON.parse(inflateRawSync(Buffer.from(token, "base64url"), { maxOutputLength: 64 * 1024 }).toString()));
  } catch {
    throw notFound("preview", "There is no preview at this address.");
  }
}

async function previewed(
  { db, actor, portal }: { db: Db; actor: Actor; portal: Context["portal"] },
  { event: name, language, text, person: email }: Previewed,
  addresses: Omit<MailAddresses, "unsubscribePath">,
): Promise<Composed> {
  const event = eventOf(name);
  const person = await personBy(db, actor, email);
  const sender = await findPortal(db, portal.id);
  const timeZone = person?.timeZone ?? portal.timeZone;
  const told = exampleLetter({ event, language, text, timeZone, person: person?.name || null, portal: sender.name });
  return compose(
    {
      id: 0,
      event: name,
      mandatory: event.mandatory,
      portal: { ...sender, colors: completeColors(sender.colors) },
      // Letters mostly go to somebody without an account, all else to somebody who has one.
      person: {
        userId: person?.userId ?? (isLetter(name) ? null : 0),
        email: person?.email ?? "ana.ruiz@example.org",
        name: person?.name ?? "",
        language,
      },
      told: [told],
      now: new Date(),
    },
    { ...addresses, unsubscribePath: () => "" },
  );
}

/** A letter with a text as it would arrive, with the address of its HTML. Throws 400 for a text that it cannot fill, and for a person who is not seen. */
export async function previewText(
  context: Context,
  params: Params,
  { text, person }: Parsed<typeof api.previewMailText>["body"],
  addresses: Omit<MailAddresses, "unsubscribePath">,
): Promise<Result<typeof api.previewMailText>> {
  const what = { event: params.event, language: params.language, text, person };
  const { address: to, subject, plain } = await previewed(context, what, addresses);
  return { to, subject, plain, address: `${previewPath}?of=${previewToken(what)}` };
}

/** The HTML of a preview, for whoever may see it. */
export const previewBody = async (
  context: { db: Db; actor: Actor; portal: Context["portal"] },
  token: string,
  addresses: Omit<MailAddresses, "unsubscribePath">,
): Promise<string> => (await previewed(context, previewedBy(token), addresses)).html;

/** A letter with a text and examples, for whoever asks: as they would get it, or a person whom they see. Throws 400 for a text that it cannot fill, and for nobody. */
export async function testLetter(
  { db, actor, portal }: Pick<Context, "db" | "actor" | "portal">,
  { event: name, language }: Params,
  { text, person: email }: Parsed<typeof api.testMailText>["body"],
): Promise<Told> {
  const event = eventOf(name);
  const person = await personBy(db, actor, email);
  const timeZone = (person ? person.timeZone : actor.timeZone) ?? portal.timeZone;
  return exampleLetter({ event, language, text, timeZone, person: person?.name || null, portal: (await findPortal(db, portal.id)).name });
}

/** Writes such a letter; it takes the way of all mail. */
export const writeTextTest = (
  databases: Databases,
  doer: Omit<Parameters<typeof note>[0], "db"> & Pick<Context, "actor">,
  { event, language }: Params,
  { subject, lines, action, after = [], hasNoLink }: Told,
): Promise<void> =>
  databases.inPeople(doer.portal.id, "send a test of an email", async (db) => {
    // To the address and not to the account: so it has the language of the text, whatever the admin's is.
    const to = { address: doer.actor.email, locale: language };
    const said = { subject, lines: [...lines], ...action, after: [...after], hasLink: !hasNoLink };
    await writeLetter(db, doer.portal.id, textTest, to, said);
    await note({ ...doer, db }, { action: "mail_text_tested", after: { event, language } });
  });
