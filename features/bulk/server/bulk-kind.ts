import type { RawBuilder } from "kysely";
import type * as z from "zod/mini";
import type { scopeOf } from "#features/roles/server/service.ts";
import type { Actor, Rule } from "#platform/actor.ts";
import type { Say } from "#platform/catalogue.ts";
import type { Databases, Db } from "#platform/db/connect.ts";
import type { SubjectName } from "../contract.ts";

/** Who acts, in a transaction of the portal in which people can be changed (inPeople). In a job, the actor has the rights of this moment. */
export interface BulkContext {
  readonly db: Db;
  readonly actor: Actor;
  /** Whom the actor reaches; the engine applies it to everybody, before a kind sees them. */
  readonly scope: Awaited<ReturnType<typeof scopeOf>>;
  /** For what this portal's transaction cannot ask: as the system role, in a transaction of its own. */
  readonly inSystem: Databases["inSystem"];
}

/** What effects are asked for. */
export interface Asking {
  /** isUndo: what was made is compared with what is there. */
  readonly isUndo: boolean;
  readonly runId: number;
  /** Whom or what `chosen` holds at most; null for a preview, where it may be everything. */
  readonly ids: readonly number[] | null;
}

/** One person or course to change. */
export interface Change<State> {
  readonly id: number;
  readonly from: State;
  readonly to: State;
}

/**
 * A kind of bulk action: a folder, and an entry of app/bulk-kinds.ts (docs/adding-a-bulk-action.md). It says for each person which state it finds and
 * which it makes; preview, running, jobs, undo, audit and reports follow from that.
 *
 * State: what the action changes of a person or a course, as a plain object without undefined, such as {status: "active"}. Undo brings the state back that was found,
 * for everybody whose state is still the one that was made.
 */
export interface BulkKind<Input, State extends object, About extends object> {
  /** Lower case with hyphens. */
  readonly name: string;
  /** What it changes; people where it says nothing. */
  readonly on?: Exclude<SubjectName, "people">;
  readonly input: z.ZodMiniType<Input>;
  /** Who may at all. */
  readonly rule: Rule;
  /** What it does cannot be taken back: it is not undone. */
  readonly isFinal?: true;
  /** Finds what the input names; throws 404, 403 or 409 where that cannot be done. Gives what the words need, such as the name of a group. */
  about(context: BulkContext, input: Input): Promise<About>;
  /**
   * The exact effects now, as a select of `user_id, before, after, left_out` from the relation `chosen (user_id)`, which holds people of the portal that the actor
   * reaches; for courses the column is `course_id`. before, after: jsonb; equal, there is nothing to do. left_out: why this person cannot be changed by this actor, a code of `leftOut`, or null.
   */
  effects(context: BulkContext, input: Input, asking: Asking): RawBuilder<unknown> | Promise<RawBuilder<unknown>>;
  /**
   * Makes the states. Everybody's membership, or every course, is locked, and their state was just found to be `from`. isUndo: `to` is what was there before. runId: the action, for
   * records that say which action made them.
   */
  write(
    context: BulkContext,
    input: Input,
    changes: readonly Change<State>[],
    how: { readonly isUndo: boolean; readonly runId: number },
  ): Promise<void>;
  /** The action of the audit log for a change. */
  audit(change: Change<State>): string;
  /** What it does to so many people: "Deactivate 12 people". */
  title(say: Say, about: About, count: number): string;
  /** The state as `state` gets it, as SQL of the stored one, where its words need a name: states name people by number only. */
  readonly withNames?: (state: RawBuilder<unknown>) => RawBuilder<unknown>;
  /** A state in words: "Active". */
  state(say: Say, about: About, state: State): string;
  /** Words for the codes of left_out, and for `same`: why there is nothing to do. */
  leftOut(say: Say, about: About): Readonly<Record<string, string>> & { readonly same: string };
}

/** A kind of any input, as the table holds it. */
export type AnyBulkKind = BulkKind<unknown, object, object>;
export type BulkKinds = ReadonlyMap<string, AnyBulkKind>;

/**
 * The lists whose whole result can be chosen: for what they list and their name, a select of `user_id` or `course_id` for the query of their address. Throws 400 for
 * a query that the list would refuse.
 */
export type Selections = Readonly<
  Record<
    SubjectName,
    Readonly<
      Record<string, (context: BulkContext, query: Readonly<Record<string, string>>) => RawBuilder<unknown> | Promise<RawBuilder<unknown>>>
    >
  >
>;
