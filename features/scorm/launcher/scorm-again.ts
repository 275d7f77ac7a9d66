import type { Scorm12API as Api12, Scorm2004API as Api2004 } from "scorm-again";
import type { Settings } from "scorm-again";

export type { Api12, Api2004 };
export type SequencingSettings = NonNullable<Settings["sequencing"]>;

/** The package declares a default export and has a named one; this is where that is said once. */
export const named = <T>(module: object) => module as T;
