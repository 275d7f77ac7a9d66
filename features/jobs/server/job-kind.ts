import type * as z from "zod/mini";
import type { Actor, Rule } from "#platform/actor.ts";
import type { Doer, Happening } from "#platform/audit.ts";
import type { Say } from "#platform/catalogue.ts";
import type { Databases, Db } from "#platform/db/connect.ts";
import type { FileStore } from "#platform/files/store.ts";
import type { InnerAddress } from "#platform/outside.ts";
import type { Context } from "#platform/serve.ts";
import type { Readable } from "node:stream";

/** What a chunk gets: one transaction of the portal, in which people and rights can be changed too (inPeople). */
export interface Chunk {
  readonly db: Db;
  /** The job's owner with the rights of this moment; a chunk never does what they may not do any more. */
  readonly owner: Actor;
  /** Writes entries of the audit log in the owner's name. */
  readonly note: (happenings: readonly Happening[]) => Promise<void>;
  /** The owner as who does it, for what a request does the same way and notes itself. */
  readonly doer: Doer & { readonly actor: Actor };
}

/** How far a chunk came. total: how many there are in all, once that is known. */
export interface Went<Checkpoint> {
  readonly checkpoint: Checkpoint;
  readonly done: number;
  readonly total?: number;
}

/** A result file: what it is called, its media type, its bytes. */
export interface ResultFile {
  readonly name: string;
  readonly type: string;
  readonly data: Readable | Uint8Array;
}

/** A job while a worker runs it. */
export interface RunningJob<Input, Checkpoint> {
  readonly id: number;
  readonly portalId: number;
  readonly ownerId: number;
  readonly input: Input;
  /** Where the last chunk that was committed left off, in this run or an earlier one; null before the first. */
  readonly checkpoint: () => Checkpoint | null;
  /**
   * Does one chunk: a transaction that also writes the checkpoint, so what it does happens once, whatever becomes of the worker. Throws when the job was
   * cancelled, or taken over by another worker; let that pass. Gives what the work gives, once it is committed. isAcross: as stoa_system, for what concerns several portals.
   */
  readonly chunk: <Came extends Went<Checkpoint>>(
    work: (chunk: Chunk) => Promise<Came>,
    options?: { readonly isAcross?: boolean },
  ) => Promise<Came>;
  /** Stores the job's result file. */
  readonly keepFile: (file: ResultFile) => Promise<void>;
  readonly files: FileStore;
  /** Of the installation, for what is kept sealed (platform/sealed.ts). */
  readonly secret: string;
  /** Addresses of an inner network that may be fetched from (platform/outside.ts). */
  readonly inner: readonly InnerAddress[];
  /** For what a chunk cannot ask: by name, across portals. */
  readonly databases: Pick<Databases, "inSystem" | "inPortal" | "inPeopleUntimed">;
  /** Aborted when the job is to stop; for work outside of chunks that takes long. */
  readonly signal: AbortSignal;
}

/** What a finished job says: `result` for `facts`, and until when it can be undone. */
export interface JobOutcome<Result> {
  readonly result: Result;
  readonly undoUntil?: Date;
}

/** A job as the words of its kind need it. */
export interface ToldJob<Input, Result> {
  readonly id: number;
  readonly input: Input;
  readonly result: Result | null;
}

/** What undoing a job gets: the request's transaction as stoa_people, and what that cannot ask. */
export interface UndoContext extends Pick<Context, "db" | "actor" | "portal" | "http"> {
  readonly databases: Pick<Databases, "inSystem">;
}

interface Fact {
  readonly label: string;
  readonly value: string;
}

/**
 * A kind of job: an entry of app/job-kinds.ts. Its words are answers of the server, `say("…")`, in the language of the person who asks, so that lists
 * and tray know no kind.
 */
export interface JobKind<Input = never, Checkpoint = never, Result = never> {
  /** Lower case with hyphens. */
  readonly name: string;
  readonly input: z.ZodMiniType<Input>;
  /** What done and total count, where that is to be shown. */
  readonly unit?: "bytes";
  /** Jobs with the same word run one after the other, in all workers: those that wait for others for minutes would keep every other job waiting. */
  readonly lane?: string;
  /** Its end is told in the bell only where it took longer than this: whoever waited less is still looking. */
  readonly quietSeconds?: number;
  /** How many unfinished ones somebody may have, where that is fewer than of all kinds together. */
  readonly mostUnfinished?: number;
  /** Runs to its end in chunks, or goes on from the checkpoint. An error fails the job; an AppError is its plain reason. */
  run(job: RunningJob<Input, Checkpoint>): Promise<JobOutcome<Result>>;
  /** Admins see it, cancel it and undo it, whoever started it, since it changes what is not the owner's alone. Its files stay the owner's. */
  readonly isOverseen?: true;
  /** What it does, in a few words: "Deactivate 120 people". */
  title(say: Say, job: ToldJob<Input, Result>): string;
  /** What came of it. */
  facts?(say: Say, job: ToldJob<Input, Result>): readonly Fact[];
  /** Whether the owner, with the rights of this moment, may still take the result file away; without it, they may. */
  mayTakeFile?(owner: Actor, input: Input): boolean;
  /** Downloads that belong to it besides the result file; needs: the rule of the call, without which its link is not shown. */
  links?(say: Say, job: ToldJob<Input, Result>): readonly { readonly label: string; readonly href: string; readonly needs?: Rule }[];
  /** The screen that it belongs to, its address below /v. */
  place?(say: Say, job: ToldJob<Input, Result>): { readonly label: string; readonly to: string };
  /** Undoes it, in the transaction of the request, as stoa_people: starts another job, or does it at once and records one. Gives that job's id. */
  undo?(context: UndoContext, job: ToldJob<Input, Result>): Promise<number>;
}

/** A kind of any input, as the table holds it. */
export type AnyJobKind = JobKind<unknown, unknown, unknown>;
