import type { memoryCookies } from "./memory-storage.ts";

/**
 * What all pages of one launch share. The launcher's page makes it; a page of a package finds it in the windows above it, or of its opener, and else
 * makes its own.
 */
export interface Stage {
  /** Whether the browser denies storage here, as it may to a frame of another site: then it is in memory, for this launch. */
  readonly isDenied: boolean;
  /** Set by the launcher: called when a page uses such storage. */
  onUse?: () => void;
  /** Set by the launcher while it unloads a part: the browser must not ask the learner, who has just said that they go on. */
  isUnloading?: boolean;
  /** Set by memory-database.ts: indexedDB and its classes, by name. */
  databases?: Readonly<Record<string, unknown>>;
  readonly local: Storage | null;
  readonly session: Storage | null;
  /** Cookies in memory; null where the browser keeps them. */
  cookies(): ReturnType<typeof memoryCookies> | null;
}

const key = Symbol.for("stoa.stage");
export const stageOf = (of: object) => (of as { [key]?: Stage })[key];
export const setStage = (of: object, stage: Stage) => void Object.assign(of, { [key]: stage });
/** What a page finds of IndexedDB by name. */
export const databaseNames = [
  "indexedDB",
  ...["Factory", "KeyRange", "Database", "ObjectStore", "Index", "Transaction", "Request", "OpenDBRequest"].map((name) => `IDB${name}`),
  ...["Cursor", "CursorWithValue", "VersionChangeEvent"].map((name) => `IDB${name}`),
];
