import { helpAnswered } from "#features/notifications/events/help_answered/help-answered.ts";
import { notify } from "#features/notifications/server/service.ts";
import { scopeOf } from "#features/roles/server/service.ts";
import { note } from "#platform/audit.ts";
import type { Parsed, Result } from "#platform/contract.ts";
import { instant } from "#platform/instant.ts";
import { readPage } from "#platform/list/server/page.ts";
import type { Context } from "#platform/serve.ts";
import { AskedRow, questionList, type Asked, type SettableState } from "../staff-contract.ts";
import type * as api from "../staff-contract.ts";
import * as queries from "./queries.ts";
import { seenQuestion, withThread } from "./service.ts";

const reached = async ({ db, actor }: Pick<Context, "db" | "actor">) => queries.ofPeople(await scopeOf(db, actor));

/** One page of the questions of people whom the person asking reaches. */
export async function showQuestions(
  context: Context,
  query: Parsed<typeof api.listQuestions>["query"],
): Promise<Result<typeof api.listQuestions>> {
  const { db, actor } = context;
  const list = queries.questionsOf(actor.portalId, query, await reached(context));
  const found = await readPage(db, AskedRow, { page: query.page, pageSize: questionList.pageSize }, list);
  return { ...found, rows: found.rows.map((row) => ({ ...row, askedAt: instant(row.askedAt), changedAt: instant(row.changedAt) })) };
}

/** One question of somebody within reach. */
export async function showQuestion(context: Context, id: number): Promise<Asked> {
  const { db, actor } = context;
  const found = await seenQuestion(db, actor.portalId, id, await reached(context));
  const { userId, name, email } = found;
  return { ...(await withThread(db, actor.portalId, found)), userId, name, email };
}

/** Answers a question, also a closed one, and tells whoever asked. */
export async function answer(context: Context, id: number, words: string): Promise<Asked> {
  const { db, actor } = context;
  const { portalId } = actor;
  const before = await seenQuestion(db, portalId, id, await reached(context), { lock: true });
  const messageId = await queries.insertMessage(db, actor, { questionId: id, words, isAnswer: true });
  await queries.updateState(db, portalId, id, "answered");
  await notify(db, portalId, helpAnswered, [
    {
      subject: `question:${id}`,
      userId: before.userId,
      occurrence: String(messageId),
      variables: { questionId: id, askedAt: instant(before.askedAt) },
    },
  ]);
  await note(context, {
    action: "help_answered",
    object: { kind: "help_question", id },
    before: { state: before.state },
    after: { state: "answered" },
  });
  return showQuestion(context, id);
}

/** What the audit log calls each state that is set. */
const actions = { open: "help_reopened", closed: "help_closed" } as const satisfies Record<SettableState, string>;

/** Closes a question, or opens a closed one again. What is so already stays; only a closed one is opened. */
export async function setState(context: Context, id: number, state: SettableState): Promise<Asked> {
  const { db, actor } = context;
  const before = await seenQuestion(db, actor.portalId, id, await reached(context), { lock: true });
  if ((before.state === "closed") !== (state === "closed")) {
    await queries.updateState(db, actor.portalId, id, state);
    await note(context, {
      action: actions[state],
      object: { kind: "help_question", id },
      before: { state: before.state },
      after: { state },
    });
  }
  return showQuestion(context, id);
}
