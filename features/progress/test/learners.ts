import { sql } from "kysely";
import { expect } from "vitest";
import { startTestApp, type Client } from "#app/test/app.ts";
import type { CompletionRule, Content, Page } from "#features/courses/content.ts";
import type { Answers } from "#features/questions/kinds.ts";
import type { Fact } from "../contract.ts";

/** A video of 100 seconds. */
export const video: Page["blocks"][number] = {
  id: "v1",
  kind: "video",
  title: "Film",
  sources: [{ fileId: 1, mediaType: "video/mp4" }],
  posterFileId: null,
  seconds: 100,
  captions: [{ fileId: 2, language: "en", label: "English" }],
  transcript: [],
};
/** A quiz with three questions, worth one, two and one points. */
export const quiz = (id: string, submissions: number | null = 2): Page["blocks"][number] => ({
  id,
  kind: "quiz",
  title: `Quiz ${id}`,
  passPercent: 60,
  submissions,
  questions: [
    {
      id: "q1",
      kind: "single",
      stem: "One?",
      points: 1,
      options: ["a", "b"].map((o) => ({ id: o, text: o })),
      correct: "a",
      feedback: "Because.",
    },
    {
      id: "q2",
      kind: "multiple",
      stem: "Which?",
      points: 2,
      options: ["a", "b", "c"].map((o) => ({ id: o, text: o })),
      correct: ["a", "b"],
      feedback: "",
    },
    {
      id: "q3",
      kind: "trueFalse",
      stem: "True?",
      points: 1,
      correct: true,
      feedback: "",
    },
  ],
});
/** Answers that are right for every question; `wrong` has none right. */
export const right = {
  q1: { kind: "single", option: "a" },
  q2: { kind: "multiple", options: ["b", "a"] },
  q3: { kind: "trueFalse", value: true },
} satisfies Answers;
export const wrong = {
  q1: { kind: "single", option: "b" },
  q2: { kind: "multiple", options: ["a"] },
  q3: { kind: "trueFalse", value: false },
} satisfies Answers;

/** Sends facts as a page would. Returns the reply, whatever its status. */
export const send = (
  client: Client,
  attemptId: number,
  commits: { seq: number; fact: Fact }[],
  { clientId = "client-0001", epoch = 1 }: { clientId?: string; epoch?: number } = {},
) => client.post(`/rest/progress/attempts/${attemptId}/commits`, { clientId, epoch, commits });

export type Learners = Awaited<ReturnType<typeof startLearners>>;

/** A server with learners, each enrolled in a course of their own. */
export async function startLearners() {
  const app = await startTestApp();

  /** A person enrolled in a course of their own, which they have opened. */
  async function aLearner(fields: { content?: Content; rule?: CompletionRule } = {}) {
    const course = await app.aCourse("a", fields);
    const person = await app.aPerson("a");
    const enrolment = await app.anEnrolment("a", { courseId: course.id, userId: person.id });
    const client = await app.signInAs(person, "a");
    const opened = (await client.post("/rest/progress/launch", { courseId: course.id })).json();
    return {
      course,
      person,
      enrolment,
      client,
      opened,
      attemptId: opened.state.attemptId as number,
      clientId: crypto.randomUUID(),
      seq: 0,
    };
  }
  type Learner = Awaited<ReturnType<typeof aLearner>>;

  /** Sends facts that must be accepted. Returns the reply's body. */
  async function commit(learner: Learner, ...facts: Fact[]) {
    const reply = await send(
      learner.client,
      learner.attemptId,
      facts.map((fact) => ({ seq: ++learner.seq, fact })),
      learner,
    );
    expect(reply.statusCode).toBe(200);
    return reply.json();
  }
  /** Moves the start of an attempt back by some hours. */
  const began = (learner: Learner, hoursAgo: number) =>
    app.databases.inSystem("move the clock of a test", async (db) => {
      await sql`update attempts set started_at = now() - make_interval(hours => ${hoursAgo}) where id = ${learner.attemptId}`.execute(db);
      await sql`update attempt_openings set opened_at = now() - make_interval(hours => ${hoursAgo}) where attempt_id = ${learner.attemptId}`.execute(
        db,
      );
    });
  /** The rows of a query that bypasses the application. */
  const rows = async <T>(query: ReturnType<typeof sql<T>>) =>
    app.databases.inSystem("look under the application", async (db) => (await query.execute(db)).rows);

  return { app, aLearner, commit, began, rows };
}
