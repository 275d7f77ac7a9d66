import type { PortalKey, TestApp } from "#app/test/app.ts";
import type { AskedQuestion } from "../contract.ts";

/** What is sent to ask a question, with nothing beside it. */
export const aQuestionBody = (given: Partial<AskedQuestion> = {}): AskedQuestion => ({
  topic: "course",
  words: "Where do I find my certificate?",
  page: null,
  browser: null,
  findings: null,
  jobIds: [],
  calls: null,
  ...given,
});

/** A question of somebody's in the tables of a portal. */
export const aQuestion = (app: TestApp, key: PortalKey, userId: number, words = aQuestionBody().words): Promise<{ id: number }> =>
  app.databases.inPeople(app.portal(key).id, "prepare a test", async (db) => {
    const portal_id = app.portal(key).id;
    const made = await db
      .insertInto("help_questions")
      .values({ portal_id, user_id: userId, topic: "course" })
      .returning("id")
      .executeTakeFirstOrThrow();
    await db
      .insertInto("help_messages")
      // Long enough ago to count for nothing in the limit of an hour.
      .values({
        portal_id,
        question_id: made.id,
        author_id: userId,
        is_answer: false,
        words,
        written_at: new Date(Date.now() - 2 * 3_600_000),
      })
      .execute();
    return made;
  });
