import { deactivate, reactivate } from "#features/bulk/kinds/membership-status/membership-status.ts";
import type { AnyBulkKind, Selections } from "#features/bulk/server/service.ts";
import { peopleSelection } from "#features/people/server/service.ts";

/** Every bulk action on people. A kind is a folder of the feature that owns it (docs/adding-a-bulk-action.md). */
const kinds: readonly AnyBulkKind[] = [deactivate, reactivate];
export const bulkKinds: ReadonlyMap<string, AnyBulkKind> = new Map(kinds.map((kind) => [kind.name, kind]));

/** The lists of which "all that match" can be chosen, by the name that their screens send. */
export const bulkSelections: Selections = { people: peopleSelection };
