import * as z from "zod/mini";
import { problemsIn, type Problem } from "#features/questions/problem.ts";
import { Id, type BlockKind, type BlockLearning } from "../block-kind.ts";

/** A statement that its learner confirms. */
export const AttestationBlock = z.object({ id: Id, kind: z.literal("attestation"), statement: z.string().check(z.maxLength(2_000)) });
export type AttestationBlock = z.infer<typeof AttestationBlock>;
export type AttestationProblem = "statement_missing";

/** The condition of a page's rule: every statement on it is confirmed. */
export const attestationRule = { attested: z.optional(z.boolean()) };
export interface AttestationRule {
  readonly attested?: boolean | undefined;
}

/** The learner confirmed the statement. It is never taken back. */
export const AttestFact = z.object({ kind: z.literal("attest"), blockId: Id });
export type AttestFact = z.infer<typeof AttestFact>;

/** at: the server's time of the first confirmation as ISO text; null before the server has it. */
export const AttestationState = z.object({ kind: z.literal("attestation"), at: z.nullable(z.string()) });
export type AttestationState = z.infer<typeof AttestationState>;

export const attestation = {
  shown: (block) => block,
  files: () => [],
  texts: ["statement"],
  words: ({ statement }) => [statement],
  problems: ({ statement }): Problem<AttestationProblem>[] => problemsIn({ statement_missing: statement.trim() === "" && "error" }),
  facts: { attest: (_, _fact, { state, now }) => (state ? {} : { state: { kind: "attestation", at: now } }) },
  shownState: (_, { state }) => state,
  isDone: (_, { attested }: AttestationRule, { state }) => (attested ? state !== null : null),
  sampleRule: { attested: true },
  sampleFacts: { attest: { kind: "attest", blockId: "b" } },
  sample: (words) => ({ id: "attestation", kind: "attestation", statement: words }),
} satisfies BlockKind<AttestationBlock, AttestationBlock, AttestFact, AttestationState, AttestationState>;

export const attestationLearning: BlockLearning<AttestationBlock> = { condition: "attested" };
