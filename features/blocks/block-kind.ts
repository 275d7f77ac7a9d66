import * as z from "zod/mini";
import type { Answers } from "#features/questions/kinds.ts";

/** An id inside a course's document. */
export const Id = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/));
export const Seconds = z.number().check(z.gte(0), z.lte(86_400));

/** Something handed in for marking; the number counts from 1. */
export interface Submission {
  readonly blockId: string;
  readonly number: number;
  readonly answers: Answers;
  readonly points: number;
  readonly maxPoints: number;
  readonly passed: boolean;
  /** ISO. */
  readonly submittedAt: string;
}

/** How far an attempt is with one block. */
export interface BlockProgress<State> {
  /** What its facts have led to; null before the first. */
  readonly state: State | null;
  /** Oldest first. */
  readonly submissions: readonly Submission[];
  /** Whether the block's part of a package counts as complete under the course's policy; false for what is no package. */
  readonly isPartDone: boolean;
}

/** What a fact finds: how far the attempt is, and whether the fact is newer than the newest that has spoken of the block. */
export interface Before<State> extends BlockProgress<State> {
  readonly isNewer: boolean;
  /** ISO of the server's clock. */
  readonly now: string;
}

/** What a fact leads to. A state that is not given stays. */
export interface Reduced<State> {
  readonly state?: State;
  readonly submission?: Omit<Submission, "blockId">;
  /** Why the fact can never apply: a code of the kind's `refusals`. */
  readonly refused?: string;
}

/**
 * What the server does with a kind of block. Block: as stored; Shown: as its learner sees it; Fact: what its view reports; State: what is kept of it
 * in an attempt; ShownState: what the learner's browser gets of that. All functions are pure.
 */
export interface BlockKind<Block, Shown, Fact extends { kind: string } = never, State = never, ShownState = never> {
  /** The block without what its learner may not see yet (security.md #22). */
  readonly shown: (block: Block) => Shown;
  /** The files it shows, so that who may open the course may fetch them. */
  readonly files: (block: Block) => number[];
  /** The words it is found by (capabilities.md CAT-3). */
  readonly words: (block: Block) => string[];
  /** A reducer for each of its facts. Whatever only rises (watched ranges, submissions) is taken from late facts too. */
  readonly facts: {
    readonly [F in Fact["kind"]]: (block: Block, fact: Extract<Fact, { kind: F }>, before: Before<State>) => Reduced<State>;
  };
  /** Why one of its facts can never apply: by code, in words of the catalogue. Only of a kind that refuses any. */
  readonly refusals?: Readonly<Record<string, string>>;
  /** What its learner sees of their progress; null while there is none. */
  readonly shownState: (block: Block, progress: BlockProgress<State>) => ShownState | null;
  /** Whether the page's rule is met by this block; null when the rule asks nothing of its kind. The rule holds every part of `rule` in kinds.ts. */
  readonly isDone: (block: Block, rule: never, progress: BlockProgress<State>) => boolean | null;
  /** A block with this text in each of its texts and this file in each of its places: for tests that go through every kind. */
  readonly sample: (text: string, fileId: number) => Block;
  /** What a page's rule says that asks something of it; empty where no rule can. For the same tests. */
  readonly sampleRule: object;
  /** One of each of its facts, about a block of any id. For the same tests. */
  readonly sampleFacts: { readonly [F in Fact["kind"]]: Extract<Fact, { kind: F }> };
}

/** What the learner's browser knows of a kind before its code is there. Small: it travels with every lesson. */
export interface BlockLearning<Shown> {
  /** Whether the page's rule has a part for this kind. */
  readonly asks: (rule: Record<string, unknown>) => boolean;
  /** Stands above the page's title when it comes first, as a cinema screen would. */
  readonly leads?: true;
  /** How many questions there are to answer. */
  readonly questions?: (block: Shown) => number;
}

/** What a block's view can do for the learner. The viewer provides it. */
export interface BlockLearner<Fact> {
  /** Takes a fact for the server; it is kept on the device until the server has it. */
  readonly report: (fact: Fact) => void;
  /** Notes where in the block the learner is, in seconds. */
  readonly stand: (second: number) => void;
  /** A sign that someone is there although keys and pointer rest. */
  readonly touch: () => void;
  /** Something was handed in and has no answer from the server yet. */
  readonly isHandedIn: boolean;
  /** Why the server could not take what was handed in last. */
  readonly refusal: string | undefined;
  readonly isOffline: boolean;
  /** Whether this person wants single-key shortcuts (WCAG 2.1.4). */
  readonly shortcuts: boolean;
  /** Plays a part of a package in the block's place. */
  readonly playPackage: (blockId: string) => React.ReactNode;
}

export interface BlockViewProps<Shown, Fact = never, ShownState = never> {
  readonly block: Shown;
  readonly state: ShownState | null;
  readonly learner: BlockLearner<Fact>;
}

/** The module that shows a kind of block, fetched when a lesson has it. */
export interface BlockView<Shown, Fact = never, ShownState = never> {
  readonly View: React.ComponentType<BlockViewProps<Shown, Fact, ShownState>>;
  /** The state after a fact that has not reached the server yet, and whether it now meets the page's rule. */
  readonly ahead?: (block: Shown, rule: never, state: ShownState | null, fact: never) => { state: ShownState; isEnough: boolean };
  /** Fetches what this block needs besides, for the learner who loses the connection later. */
  readonly fetchAhead?: (block: Shown) => Promise<void>;
  /** What the page's rule asks of this kind, a sentence; stands at the end of the page. Only of a kind that `asks` for something. */
  readonly RuleWords?: React.ComponentType<{ rule: never }>;
  /** How far the learner is with it, while the page is not complete. */
  readonly RuleNote?: React.ComponentType<{ block: Shown; state: ShownState | null }>;
}
