import type { Topic } from "#features/support/topics.ts";
import type { Db } from "#platform/db/connect.ts";
import { insertRows } from "./insert-rows.ts";
import { momentsBefore } from "./moments.ts";

/** What somebody of the demo asks for help with. Days before now for each time. */
export interface DemoQuestion {
  readonly email: string;
  readonly topic: Topic;
  readonly words: string;
  readonly asked: number;
  readonly page?: string;
  readonly browser?: string;
  readonly answer?: { readonly words: string; readonly given: number };
}

interface Of {
  readonly portalId: number;
  readonly userIds: ReadonlyMap<string, number>;
  /** Who answers. */
  readonly adminId: number;
  readonly now: Date;
}

/** Inserts what people of a portal ask, and the answers. */
export async function insertQuestions(db: Db, { portalId, userIds, adminId, now }: Of, questions: readonly DemoQuestion[]) {
  const at = momentsBefore(now);
  const made = await insertRows<{ id: number }>(
    db,
    "help_questions",
    {
      portal_id: "bigint",
      user_id: "bigint",
      topic: "text",
      state: "text",
      page: "text",
      browser: "text",
      asked_at: "timestamptz",
      changed_at: "timestamptz",
    },
    questions.map(({ email, topic, asked, page, browser, answer }) => ({
      portal_id: portalId,
      user_id: userIds.get(email),
      topic,
      state: answer ? "answered" : "open",
      page: page ?? null,
      browser: browser ?? null,
      asked_at: at(asked),
      changed_at: at(answer?.given ?? asked),
    })),
    ["id"],
  );
  await insertRows(
    db,
    "help_messages",
    { portal_id: "bigint", question_id: "bigint", author_id: "bigint", is_answer: "boolean", words: "text", written_at: "timestamptz" },
    questions.flatMap(({ email, words, asked, answer }, nth) => {
      const of = { portal_id: portalId, question_id: made[nth]?.id };
      return [
        { ...of, author_id: userIds.get(email), is_answer: false, words, written_at: at(asked) },
        ...(answer ? [{ ...of, author_id: adminId, is_answer: true, words: answer.words, written_at: at(answer.given) }] : []),
      ];
    }),
  );
}
