import type { RawBuilder } from "kysely";
import type { PeopleScope } from "#features/roles/server/service.ts";
import type { Say } from "#platform/catalogue.ts";
import type { AppError } from "#platform/errors.ts";
import type { CsvColumn } from "#platform/list/server/serve-export.ts";
import type { BulkContext } from "./bulk-kind.ts";

/** What bulk actions can be about: a folder of features/bulk/subjects and an entry of its table. */
export interface BulkSubject {
  /** The column that names one of them: in `chosen`, in the effects of a kind, in `rows`. */
  readonly key: RawBuilder<unknown>;
  /** The table in which actions on them stand. */
  readonly rows: RawBuilder<unknown>;
  /** The kind of object that the audit log says. */
  readonly object: string;
  /** All of the portal that the actor reaches, as a select of the key. */
  reached(context: Pick<BulkContext, "actor" | "scope">): RawBuilder<unknown>;
  /** A select that locks those of the portal with these numbers, by number, so that two actions wait for one another instead of failing. */
  lock(portalId: number, ids: readonly number[]): RawBuilder<unknown>;
  /** The refusal where one that was named is out of reach. */
  missing(): AppError;
  /** A lateral select, for the row b of an action, of its `name`, `email` and `isReached`: whether somebody with this scope still reaches it. */
  named(portalId: number, scope: PeopleScope): RawBuilder<unknown>;
  /** The columns of an export that say which one a row is. */
  who(say: Say): readonly CsvColumn<{ readonly name: string; readonly email: string }>[];
}
