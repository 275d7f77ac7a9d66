import * as z from "zod/mini";
import { problemsIn, type Problem } from "#features/questions/problem.ts";
import { Id, type BlockKind, type BlockLearning } from "../block-kind.ts";

/** Something that an assessor watches the learner do and signs (EDT-2, observation checklist). criteria: what they look for. */
export const SignOffBlock = z.object({
  id: Id,
  kind: z.literal("signOff"),
  task: z.string().check(z.maxLength(2_000)),
  criteria: z.array(z.object({ id: Id, text: z.string().check(z.maxLength(500)) })).check(z.maxLength(50)),
});
export type SignOffBlock = z.infer<typeof SignOffBlock>;
export type SignOffProblem = "task_missing" | "criterion_empty";

/** Where criteria stand in a course's document, as a path of PostgreSQL: only this kind has some. */
export const criteriaPath = "$.chapters[*].pages[*].blocks[*].criteria";
/** Whether a block is signed by an assessor. */
export const isSigned = <B extends object>(block: B): block is Extract<B, { criteria: unknown }> => "criteria" in block;

/** The condition of a page's rule: everything on it that an assessor signs is signed (EDT-14). */
export const signOffRule = { signedOff: z.optional(z.boolean()) };
export interface SignOffRule {
  readonly signedOff?: boolean | undefined;
}

/** The learner is ready to be watched. What an assessor decides is no fact of the learner's. */
export const ReadyFact = z.object({ kind: z.literal("ready"), blockId: Id });
export type ReadyFact = z.infer<typeof ReadyFact>;

/** What an assessor decided. at: the server's time as ISO text. met: the ids of the criteria that were met. note: for the learner. by: the assessor's user id. */
export interface SignOffDecision {
  readonly at: string;
  readonly isMet: boolean;
  readonly met: readonly string[];
  readonly note: string;
  readonly by: number;
}
interface Kept {
  readonly kind: "signOff";
  /** Since when the learner waits for an assessor, as ISO text; null while they do not. */
  readonly readyAt: string | null;
  /** The last decision. */
  readonly decision: SignOffDecision | null;
}

/** isReady: they wait for an assessor; readyAt: null before the server has it. */
export const SignOffState = z.object({
  kind: z.literal("signOff"),
  isReady: z.boolean(),
  readyAt: z.nullable(z.string()),
  decision: z.nullable(z.object({ at: z.string(), isMet: z.boolean(), met: z.array(Id), note: z.string() })),
});
export type SignOffState = z.infer<typeof SignOffState>;

const nothing: Kept = { kind: "signOff", readyAt: null, decision: null };
/** What is stored about such a block; null for nothing yet. */
export const keptSignOff = (state: object | null): Kept => (state as Kept | null) ?? nothing;

/** The state after a decision; null where it is signed already, which stays. */
export function decided(state: object | null, decision: SignOffDecision): Kept | null {
  return keptSignOff(state).decision?.isMet ? null : { ...nothing, decision };
}

export const signOff = {
  shown: (block) => block,
  files: () => [],
  texts: ["task", "criteria.*.text"],
  words: ({ task, criteria }) => [task, ...criteria.map(({ text }) => text)],
  problems: ({ task, criteria }): Problem<SignOffProblem>[] =>
    problemsIn({
      task_missing: task.trim() === "" && "error",
      criterion_empty: criteria.some(({ text }) => text.trim() === "") && "error",
    }),
  facts: {
    ready: (_, _fact, { state, now }) =>
      state?.decision?.isMet || state?.readyAt ? {} : { state: { ...nothing, ...state, readyAt: now } },
  },
  shownState: (_, { state }) =>
    state && {
      kind: "signOff",
      isReady: state.readyAt !== null,
      readyAt: state.readyAt,
      decision: state.decision && {
        at: state.decision.at,
        isMet: state.decision.isMet,
        met: [...state.decision.met],
        note: state.decision.note,
      },
    },
  isDone: (_, { signedOff }: SignOffRule, { state }) => (signedOff ? state?.decision?.isMet === true : null),
  sampleRule: { signedOff: true },
  sampleFacts: { ready: { kind: "ready", blockId: "b" } },
  sample: (words) => ({ id: "signOff", kind: "signOff", task: words, criteria: [{ id: "one", text: words }] }),
} satisfies BlockKind<SignOffBlock, SignOffBlock, ReadyFact, Kept, SignOffState>;

export const signOffLearning: BlockLearning<SignOffBlock> = { condition: "signedOff" };
