import * as z from "zod/mini";
import { problemsIn, type Problem } from "#features/questions/problem.ts";
import { Id, type BlockKind } from "../block-kind.ts";

export const mostLetters = 1_000;
export const mostCards = 50;
const Face = z.string().check(z.maxLength(mostLetters));
const FlipCard = z.object({ id: Id, front: Face, back: Face });
export type FlipCard = z.infer<typeof FlipCard>;

/** Cards that turn over: a word and what it means, a question and its answer. */
export const FlipCardsBlock = z.object({ id: Id, kind: z.literal("flipCards"), cards: z.array(FlipCard).check(z.maxLength(mostCards)) });
export type FlipCardsBlock = z.infer<typeof FlipCardsBlock>;
export type FlipCardsProblem = "cards_missing" | "face_empty";

export const flipCards: BlockKind<FlipCardsBlock, FlipCardsBlock> = {
  shown: (block) => block,
  files: () => [],
  texts: ["cards.*.front", "cards.*.back"],
  words: ({ cards }) => cards.flatMap(({ front, back }) => [front, back]),
  problems: ({ cards }): Problem<FlipCardsProblem>[] =>
    problemsIn({
      cards_missing: cards.length === 0 && "error",
      face_empty: cards.some(({ front, back }) => front.trim() === "" || back.trim() === "") && "error",
    }),
  facts: {},
  shownState: () => null,
  isDone: () => null,
  sampleRule: {},
  sampleFacts: {},
  sample: (words) => ({ id: "flipCards", kind: "flipCards", cards: [{ id: "a", front: words, back: words }] }),
};
