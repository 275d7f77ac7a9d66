import * as z from "zod/mini";
import { Answers } from "#features/questions/kinds.ts";
import type { Problem } from "#features/questions/problem.ts";
import type { OpenedSite } from "./webPackage/open-site.ts";

/** An id inside a course's document. */
export const Id = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/));
/** Of a block that was taken from a reusable one: which, and its newest revision that the author took or declined. */
export const Origin = z.object({
  reusableId: z.int().check(z.gte(1), z.lte(2 ** 52)),
  revision: z.int().check(z.gte(1), z.lte(2 ** 30)),
});
export type Origin = z.infer<typeof Origin>;
export const Seconds = z.number().check(z.gte(0), z.lte(86_400));

/** Answers that were handed in; the server marks them. Of every kind with questions. */
export const SubmitFact = z.object({ kind: z.literal("submit"), blockId: Id, answers: Answers });
export type SubmitFact = z.infer<typeof SubmitFact>;

/** A submission for marking; its number counts from 1. */
export interface Submission {
  readonly blockId: string;
  readonly number: number;
  readonly answers: Answers;
  readonly points: number;
  readonly maxPoints: number;
  readonly passed: boolean;
  /** ISO text. */
  readonly submittedAt: string;
}

/** The progress of an attempt in one block. */
export interface BlockProgress<State> {
  /** The state from all its facts; null before the first. */
  readonly state: State | null;
  /** Oldest first. */
  readonly submissions: readonly Submission[];
  /** Whether the block's package part is complete under the course's policy; false for blocks without a package. */
  readonly isPartDone: boolean;
}

/** The progress before a fact is applied, and whether the fact is newer than all earlier facts about the block. */
export interface Before<State> extends BlockProgress<State> {
  readonly isNewer: boolean;
  /** The server's time as ISO text. */
  readonly now: string;
}

/** The result of applying a fact. Without a new state, the old one stays. */
export interface Reduced<State> {
  readonly state?: State;
  readonly submission?: Omit<Submission, "blockId">;
  /** Why the fact can never be applied: a code of the kind's `refusals`. */
  readonly refused?: string;
}

/**
 * The server's part of a kind of block. Block: as stored; Shown: as its learner sees it; Fact: what its view reports; State: what an attempt stores
 * about it; ShownState: what the learner's browser gets of that. All functions are pure.
 */
export interface BlockKind<Block, Shown, Fact extends { kind: string } = never, State = never, ShownState = never> {
  /** The block without what its learner must not see yet (security.md #22). */
  readonly shown: (block: Block) => Shown;
  /** The ids of files that it shows; people who may open the course may load them. */
  readonly files: (block: Block) => number[];
  /** The paths of the fields that are translated (EDT-16): names of fields, and `*` for each item of a list. */
  readonly texts: readonly string[];
  /** Its searchable texts (capabilities.md CAT-3). */
  readonly words: (block: Block) => string[];
  /**
   * What its author should mend: a missing file, no right answer. Each code has its text in the kind's editor. above: the level of the heading before the block; the
   * page's title has 1.
   */
  readonly problems: (block: Block, above?: number) => Problem[];
  /** Codes of those problems that keep some people out and are no fault otherwise: with these an admin may publish all the same (EDT-15). */
  readonly barriers?: readonly string[];
  /** The levels of its headings on the page, in order. Only for a kind that has some. */
  readonly headings?: (block: Block) => number[];
  /** Names of fields that say how it is shown and nothing else: what somebody did in it holds when they change. */
  readonly appearance?: readonly string[];
  /** A reducer for each of its facts. Values that never decrease (watched ranges, submissions) are taken from late facts too. */
  readonly facts: {
    readonly [F in Fact["kind"]]: (block: Block, fact: Extract<Fact, { kind: F }>, before: Before<State>) => Reduced<State>;
  };
  /** The refusals of its facts: texts of the catalogue by code. Only for a kind that refuses facts. */
  readonly refusals?: Readonly<Record<string, string>>;
  /** The state that its learner sees; null while there is none. */
  readonly shownState: (block: Block, progress: BlockProgress<State>) => ShownState | null;
  /** Whether this block meets the page's rule; null when the rule has no condition for its kind. The rule's conditions are `blockRules` in kinds.ts. */
  readonly isDone: (block: Block, rule: never, progress: BlockProgress<State>) => boolean | null;
  /** Whether a learner can ever bring the block to what the page's rule asks of its kind. Only for a kind of which the impossible can be asked. */
  readonly canBeDone?: (block: Block, rule: never) => boolean;
  /** A block with `text` in each of its texts and `fileId` in each of its files: for tests that go through every kind. */
  readonly sample: (text: string, fileId: number) => Block;
  /** A page rule with a condition for this kind; empty when there is none. For the same tests. */
  readonly sampleRule: object;
  /** One of each of its facts, about a block with any id. For the same tests. */
  readonly sampleFacts: { readonly [F in Fact["kind"]]: Extract<Fact, { kind: F }> };
}

/** What the learner's browser knows about a kind before its code is loaded. Keep it small: every lesson loads it. */
export interface BlockLearning<Shown> {
  /** The condition of a page's rule that is about this kind, by its name. Only for a kind with one. */
  readonly condition?: string;
  /** Set for a kind that is shown full-width above the page's title when it comes first. */
  readonly leads?: true;
  /** Number of questions to answer. */
  readonly questions?: (block: Shown) => number;
}

/** What a block's view can call or read; the viewer provides it. */
export interface BlockLearner<Fact> {
  /** Records a fact; it is stored on the device until the server has it. */
  readonly report: (fact: Fact) => void;
  /** Records the learner's position in the block, in seconds. */
  readonly stand: (second: number) => void;
  /** Reports that somebody is active although there is no key or pointer event, such as during playback. */
  readonly touch: () => void;
  /** Whether a submission has no answer from the server yet. */
  readonly isHandedIn: boolean;
  /** Whether the device has stored that submission durably; null while it is writing. */
  readonly isOnDevice: boolean | null;
  /** Why the server could not accept the last submission. */
  readonly refusal: string | undefined;
  readonly isOffline: boolean;
  /** Whether this person wants single-key shortcuts (WCAG 2.1.4). */
  readonly shortcuts: boolean;
  /** The course, where its web pages are opened by whoever is signed in. */
  readonly courseId?: number;
  /** Opens web pages in another way than by the course: for whoever looks without an account. */
  readonly openSite?: (fileId: number, signal: AbortSignal) => Promise<OpenedSite>;
  /** Renders a package part in the block's place. */
  readonly playPackage: (blockId: string) => React.ReactNode;
}

export interface BlockViewProps<Shown, Fact = never, ShownState = never> {
  readonly block: Shown;
  readonly state: ShownState | null;
  readonly learner: BlockLearner<Fact>;
}

/** The module that shows a kind of block. */
export interface BlockView<Shown, Fact = never, ShownState = never> {
  readonly View: React.ComponentType<BlockViewProps<Shown, Fact, ShownState>>;
  /** Computes the state after a fact that has not reached the server yet, and whether the page's rule is then met; undefined for a fact that only the server can judge. */
  readonly ahead?: (
    block: Shown,
    rule: never,
    state: ShownState | null,
    fact: never,
  ) => { state: ShownState; isEnough: boolean } | undefined;
  /** What was known of the state before, joined with what the server makes of one fact alone, as in a preview. Only for a kind whose facts are about parts of it. */
  readonly joined?: (before: ShownState, after: ShownState) => ShownState;
  /** A sentence with the page rule's condition for this kind, shown at the end of the page. Only for a kind with such a condition. */
  readonly RuleWords?: React.ComponentType<{ rule: never; block: Shown }>;
  /** The learner's progress towards that condition, shown while the page is not complete. */
  readonly RuleNote?: React.ComponentType<{ block: Shown; state: ShownState | null }>;
  /** What the learner still has to do with it for the page's rule, in a few words beside the button that leads on; nothing once it is done. */
  readonly RuleLeft?: React.ComponentType<{ block: Shown; rule: never; state: ShownState | null }>;
}
