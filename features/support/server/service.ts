import type { RawBuilder } from "kysely";
import { helpAsked } from "#features/notifications/events/help_asked/help-asked.ts";
import { helpContact } from "#features/notifications/events/help_contact/help-contact.ts";
import { notify, writeLetter } from "#features/notifications/server/service.ts";
import { lastCalls, type WhichCalls } from "#features/scorm/server/service.ts";
import type { Actor, Asker } from "#platform/actor.ts";
import { note } from "#platform/audit.ts";
import type { Parsed, Result } from "#platform/contract.ts";
import type { Db } from "#platform/db/connect.ts";
import { forbidden, notFound, tooMany } from "#platform/errors.ts";
import { instant } from "#platform/instant.ts";
import { readPage } from "#platform/list/server/page.ts";
import { requireActor, type Context, type Http, type OpenContext, type PortalRef } from "#platform/serve.ts";
import { mostAnHour, mostCalls, myQuestionList, ownAddress, QuestionRow, type AskedQuestion, type Question } from "../contract.ts";
import type * as api from "../contract.ts";
import { ownQuestions } from "../policy.ts";
import * as queries from "./queries.ts";

/** A question that somebody sees. Throws the same 404 for one that is not theirs to see as for none. */
export async function seenQuestion(
  db: Db,
  portalId: number,
  id: number,
  whose: RawBuilder<boolean>,
  options?: { readonly lock: boolean },
): Promise<queries.StoredQuestion> {
  const found = await queries.findQuestion(db, portalId, id, whose, options);
  if (!found) throw notFound("help_question", "This question could not be found.");
  return found;
}

/** A question with all that was written about it, as replies have it. */
export async function withThread(db: Db, portalId: number, found: queries.StoredQuestion): Promise<Result<typeof api.getMyQuestion>> {
  const { askedAt, changedAt, userId: _userId, name: _name, email: _email, ...question } = found;
  const messages = await queries.listMessages(db, portalId, found.id);
  return {
    ...question,
    askedAt: instant(askedAt),
    changedAt: instant(changedAt),
    messages: messages.map(({ writtenAt, ...message }) => ({ ...message, writtenAt: instant(writtenAt) })),
  };
}

/** One page of the questions of the person asking. */
export async function showMine(
  { db, actor }: Context,
  query: Parsed<typeof api.listMyQuestions>["query"],
): Promise<Result<typeof api.listMyQuestions>> {
  const list = queries.questionsOf(actor.portalId, { ...query, topic: null }, queries.ownOnly(actor));
  const found = await readPage(db, QuestionRow, { page: query.page, pageSize: myQuestionList.pageSize }, list);
  return { ...found, rows: found.rows.map((row) => ({ ...row, askedAt: instant(row.askedAt), changedAt: instant(row.changedAt) })) };
}

/** One question of the person asking. */
export const showMyQuestion = async ({ db, actor }: Context, id: number): Promise<Question> =>
  withThread(db, actor.portalId, await seenQuestion(db, actor.portalId, id, queries.ownOnly(actor)));

/** The calls that may go with a question of somebody, their own; null where there are none. */
async function ownCalls(db: Db, asker: Asker, which: WhichCalls): Promise<Result<typeof api.lastCallsIn>["log"]> {
  const found = await lastCalls(db, asker, which, mostCalls);
  return found && found.upTo !== null ? { ...found, upTo: found.upTo } : null;
}

/** The last calls of the person asking in a course, which may go with a question. */
export const showCalls = async (
  { db, actor }: Context,
  { courseId }: Parsed<typeof api.lastCallsIn>["query"],
): Promise<Result<typeof api.lastCallsIn>> => ({ log: await ownCalls(db, actor, { courseId }) });

/** Who asks, in a transaction of stoa_people, which may write letters. */
interface Asking {
  readonly db: Db;
  readonly actor: Actor;
  readonly portal: PortalRef;
  readonly http: Http;
}

/** Runs what writes for somebody who asks. Throws 403 for a visitor without a membership, and 429 for whoever wrote too often. */
async function asking({ open, databases, http }: OpenContext, work: (asker: Asking) => Promise<number>): Promise<Question> {
  const { actor, portal } = await open(async (scope) => ({ actor: requireActor(scope.actor, ownQuestions), portal: scope.portal }));
  return databases.inPeople(portal.id, "a question to the portal", async (db) => {
    const { count, isMember } = await queries.countWritten(db, actor);
    if (!isMember) throw forbidden("members_ask", "Only members of this portal can ask for help here.");
    if (count >= mostAnHour)
      throw tooMany(
        3600,
        "too_many_questions",
        "You have written {count} times within an hour. Wait a while, then send it again; your text is kept here.",
        {
          count,
        },
      );
    const id = await work({ db, actor, portal, http });
    return withThread(db, portal.id, await seenQuestion(db, portal.id, id, queries.ownOnly(actor)));
  });
}

/** Adds what somebody wrote, and tells those who answer: by the bell, and by mail either them or the portal's contact address. */
async function write({ db, actor, portal }: Asking, questionId: number, words: string) {
  const messageId = await queries.insertMessage(db, actor, { questionId, words, isAnswer: false });
  const contact = await queries.findContact(db, portal.id);
  const answerers = await queries.listAnswerers(db, actor);
  const variables = { questionId, by: `${actor.givenName} ${actor.familyName}`.trim() || actor.email, byId: actor.userId };
  await notify(
    db,
    portal.id,
    helpAsked,
    answerers.map((userId) => ({ subject: `question:${questionId}`, userId, occurrence: String(messageId), variables })),
    { isBellOnly: contact !== null },
  );
  if (contact !== null) await writeLetter(db, portal.id, helpContact, { address: contact, locale: portal.locale }, { questionId });
}

/** Asks for help: keeps what was written and what goes with it by consent, and nothing else. */
export const ask = (context: OpenContext, { words, ...asked }: AskedQuestion): Promise<Question> =>
  asking(context, async (asker) => {
    const { db, actor } = asker;
    const page = asked.page && ownAddress(asked.page);
    const found = asked.calls && (await ownCalls(db, actor, asked.calls));
    const calls = found && { courseTitle: found.courseTitle, batches: found.batches };
    const id = await queries.insertQuestion(db, actor, { ...asked, page, calls });
    await write(asker, id, words);
    const { topic, browser, findings, jobIds } = asked;
    await note(asker, {
      action: "help_asked",
      object: { kind: "help_question", id },
      after: {
        topic,
        withPage: page !== null,
        withBrowser: browser !== null,
        withFindings: findings !== null,
        withJobs: jobIds.length > 0,
        withCalls: calls !== null,
      },
    });
    return id;
  });

/** Writes again about a question of one's own, which is open by it, also where it was closed. */
export const writeAgain = (context: OpenContext, id: number, words: string): Promise<Question> =>
  asking(context, async (asker) => {
    const { db, actor, portal } = asker;
    const before = await seenQuestion(db, portal.id, id, queries.ownOnly(actor), { lock: true });
    await write(asker, id, words);
    await queries.updateState(db, portal.id, id, "open");
    await note(asker, {
      action: "help_written_again",
      object: { kind: "help_question", id },
      before: { state: before.state },
      after: { state: "open" },
    });
    return id;
  });

/** Closes a question of one's own. What is closed stays so. */
export async function closeMine(context: Context, id: number): Promise<Question> {
  const { db, actor } = context;
  const before = await seenQuestion(db, actor.portalId, id, queries.ownOnly(actor), { lock: true });
  if (before.state !== "closed") {
    await queries.updateState(db, actor.portalId, id, "closed");
    await note(context, {
      action: "help_closed",
      object: { kind: "help_question", id },
      before: { state: before.state },
      after: { state: "closed" },
    });
  }
  return showMyQuestion(context, id);
}
