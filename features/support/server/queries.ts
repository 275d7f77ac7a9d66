import { sql, type RawBuilder } from "kysely";
import * as z from "zod/mini";
import type { Asker } from "#platform/actor.ts";
import type { Db } from "#platform/db/connect.ts";
import { oneRow } from "#platform/db/one-row.ts";
import { jsonOf, typed } from "#platform/db/typed.ts";
import type { ListRequest } from "#platform/list/list.ts";
import { orderBy, type ListSql } from "#platform/list/server/page.ts";
import type { PermissionId } from "#features/portal/permissions.ts";
import { inScope, type PeopleScope } from "#features/roles/server/service.ts";
import { mostJobs, questionStates, type AskedQuestion, type QuestionState, type SentCalls } from "../contract.ts";
import type { questionList } from "../staff-contract.ts";
import { topics } from "../topics.ts";

/** Whose questions somebody sees, as a condition on help_questions k. */
export const ownOnly = ({ userId }: Pick<Asker, "userId">) => sql<boolean>`k.user_id = ${userId}`;
/** The same for whoever answers: those of people in their scope. */
export const ofPeople = (scope: PeopleScope) => inScope(scope, sql`k.user_id`);

const nameOf = (user: string) =>
  sql`coalesce(nullif(trim(${sql.ref(`${user}.given_name`)} || ' ' || ${sql.ref(`${user}.family_name`)}), ''), ${sql.ref(`${user}.email`)})`;
/** Who asked belongs to the portal: a question of somebody who does not is nobody's to read. */
const askers = sql`join memberships m on m.portal_id = k.portal_id and m.user_id = k.user_id join users u on u.id = k.user_id`;

/** The questions that a search selects, of those that somebody sees. */
export function questionsOf(
  portalId: number,
  { q, state, topic, sort }: Omit<ListRequest<typeof questionList>, "page">,
  whose: RawBuilder<boolean>,
): ListSql {
  const found = q
    .split(/\s+/)
    .filter(Boolean)
    .map(
      (word) => sql`(position(folded(${word}) in folded(concat_ws(' ', u.given_name, u.family_name, u.email))) > 0
        or exists (select from help_messages w where w.portal_id = k.portal_id and w.question_id = k.id and position(folded(${word}) in folded(w.words)) > 0))`,
    );
  const where = [
    sql`k.portal_id = ${portalId}`,
    whose,
    ...(state === null ? [] : [sql`k.state = ${state}`]),
    ...(topic === null ? [] : [sql`k.topic = ${topic}`]),
    ...found,
  ];
  return {
    with: sql`hits as (select k.id, k.changed_at, k.asked_at from help_questions k ${askers} where ${sql.join(where, sql` and `)})`,
    order: orderBy(sort, { changed: sql`changed_at`, asked: sql`asked_at` }, sql`id`),
    items: sql`select s.nth, k.id, k.topic, k.state, k.asked_at as "askedAt", k.changed_at as "changedAt", k.user_id as "userId", ${nameOf("u")} as name, u.email,
        (select left(f.words, 160) from help_messages f where f.portal_id = ${portalId} and f.question_id = k.id order by f.id limit 1) as begins
      from shown s join help_questions k on k.portal_id = ${portalId} and k.id = s.id join users u on u.id = k.user_id`,
    all: sql`(select count(*) from help_questions k ${askers} where k.portal_id = ${portalId} and ${whose})`,
  };
}

const Stored = z.object({
  id: z.int(),
  topic: z.enum(topics),
  state: z.enum(questionStates),
  askedAt: z.date(),
  changedAt: z.date(),
  page: z.nullable(z.string()),
  browser: z.nullable(z.string()),
  findings: z.nullable(z.string()),
  jobIds: jsonOf<number[]>(),
  calls: z.nullable(jsonOf<SentCalls>()),
  userId: z.int(),
  name: z.string(),
  email: z.string(),
});
export type StoredQuestion = z.infer<typeof Stored>;

/** One question that somebody sees. lock: nobody else changes it until the transaction ends. */
export const findQuestion = async (
  db: Db,
  portalId: number,
  id: number,
  whose: RawBuilder<boolean>,
  { lock = false } = {},
): Promise<StoredQuestion | undefined> =>
  (
    await typed(Stored)`
      select k.id, k.topic, k.state, k.asked_at as "askedAt", k.changed_at as "changedAt", k.page, k.browser, k.findings, to_jsonb(k.job_ids) as "jobIds", k.calls,
        k.user_id as "userId", ${nameOf("u")} as name, u.email
      from help_questions k ${askers} where k.portal_id = ${portalId} and k.id = ${id} and ${whose} ${lock ? sql`for update of k` : sql``}`.execute(
      db,
    )
  ).rows[0];

const Written = z.object({ id: z.int(), isAnswer: z.boolean(), by: z.nullable(z.string()), words: z.string(), writtenAt: z.date() });

/** What was written about a question, in its order. System admins and those who are gone have no name there. */
export const listMessages = async (db: Db, portalId: number, questionId: number) =>
  (
    await typed(Written)`
      select w.id, w.is_answer as "isAnswer", case when u.kind = 'person' and not u.is_system_admin then ${nameOf("u")} end as by, w.words, w.written_at as "writtenAt"
      from help_messages w join users u on u.id = w.author_id
      where w.portal_id = ${portalId} and w.question_id = ${questionId} order by w.id`.execute(db)
  ).rows;

const Id = z.object({ id: z.int() });

/** Keeps a question, of its jobs those that are the asker's own. calls: as they were read. Gives its number. */
export const insertQuestion = async (
  db: Db,
  { portalId, userId }: Asker,
  { topic, page, browser, findings, jobIds, calls }: Omit<AskedQuestion, "words" | "calls"> & { readonly calls: SentCalls | null },
): Promise<number> =>
  oneRow(
    await typed(Id)`insert into help_questions (portal_id, user_id, topic, page, browser, findings, calls, job_ids)
      select ${portalId}, ${userId}, ${topic}, ${page}, ${browser}, ${findings}, ${calls && JSON.stringify(calls)}::json, coalesce((select array_agg(j.id order by j.id desc) from (
        select id from jobs where portal_id = ${portalId} and owner_id = ${userId} and id = any (${[...jobIds]}::bigint[]) order by id desc limit ${mostJobs}) j), '{}')
      returning id`.execute(db),
  ).id;

interface NewMessage {
  readonly questionId: number;
  readonly words: string;
  readonly isAnswer: boolean;
}
/** Adds what somebody wrote. Gives its number. */
export const insertMessage = async (db: Db, { portalId, userId }: Asker, { questionId, words, isAnswer }: NewMessage): Promise<number> =>
  (
    await db
      .insertInto("help_messages")
      .values({ portal_id: portalId, question_id: questionId, author_id: userId, is_answer: isAnswer, words })
      .returning("id")
      .executeTakeFirstOrThrow()
  ).id;

export const updateState = (db: Db, portalId: number, id: number, state: QuestionState) =>
  db
    .updateTable("help_questions")
    .set({ state, changed_at: sql`now()` })
    .where("portal_id", "=", portalId)
    .where("id", "=", id)
    .execute();

const Count = z.object({ count: z.int(), isMember: z.boolean() });

/** How often somebody has asked and written in the last hour, and whether they belong to the portal. Nobody writes for them meanwhile until the transaction ends. */
export async function countWritten(db: Db, { portalId, userId }: Asker) {
  await sql`select pg_advisory_xact_lock(hashtextextended('questions of a person', ${userId}))`.execute(db);
  return oneRow(
    await typed(Count)`select exists (select from memberships where portal_id = ${portalId} and user_id = ${userId}) as "isMember",
      (select count(*)::int from help_messages where portal_id = ${portalId} and author_id = ${userId} and not is_answer
        and written_at > now() - interval '1 hour') as count`.execute(db),
  );
}

const Contact = z.object({ email: z.nullable(z.string()) });

/** The portal's contact address; null where it has none that could get mail. */
export const findContact = async (db: Db, portalId: number): Promise<string | null> =>
  oneRow(
    await typed(
      Contact,
    )`select lower(substring(contact ->> 'email' from '^\\s*([^\\s@<>,;]+@[^\\s@<>,;]+)\\s*$')) as email from portals where id = ${portalId}`.execute(
      db,
    ),
  ).email;

const Person = z.object({ userId: z.int() });
const permission: PermissionId = "answer-questions";

/** Who is told of a question: the admins of the portal who may answer it, but not the one who asks. Managers find those of their people in the list. */
export const listAnswerers = async (db: Db, { portalId, userId }: Asker): Promise<number[]> =>
  (
    await typed(Person)`select m.user_id as "userId" from memberships m
      where m.portal_id = ${portalId} and m.status = 'active' and m.user_id <> ${userId}
        and ((m.is_admin and not coalesce(m.role_limits ? 'Admin', false)) or coalesce(m.role_limits -> 'Admin' ? ${permission}, false))
      order by m.user_id`.execute(db)
  ).rows.map((row) => row.userId);
