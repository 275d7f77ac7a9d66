// Types for the parts of scorm-again 3.4.3 that we use. Its own declarations name a default export that does not exist, and their types get lost.

interface Common {
  lastErrorCode: string;
  isInitialized(): boolean;
  /** Loads elements before the session begins, read-only ones too. Throws on a value that the standard does not allow. */
  loadFromFlattenedJSON(elements: Record<string, string>): void;
}

export interface Api12 extends Common {
  /** Whether the package itself set a status; it also counts its own "not attempted" as one. */
  statusSetByModule: boolean;
  isTerminated(): boolean;
  readonly cmi: { readonly core: { readonly lesson_status: string; entry: string } };
}

/** The result of a navigation request; a new object for each. */
export interface SequencingResult {
  readonly targetActivity: { readonly id: string } | null;
}

/** An activity with its preconditions. */
export interface Activity {
  readonly parent: Activity | null;
  readonly sequencingRules: { readonly preConditionRules: readonly { readonly action: string; evaluate(activity: Activity): boolean }[] };
}

/** How the learner may navigate. choice: by activity id, whether it may be chosen. */
export interface Validity {
  readonly continue: boolean;
  readonly previous: boolean;
  readonly choice: Readonly<Record<string, "true" | "false">>;
}

export interface Api2004 extends Common {
  /** There is no public way to the activities, whose rules say what is hidden or disabled now. */
  readonly _sequencing: { readonly activityTree: { getActivity(id: string): Activity | null } };
  readonly cmi: { getExitValueInternal(): string; readonly content: object };
  readonly adl: { readonly nav: { request: string } };
  lmsGetValue(element: string): string;
  /** Back to "not initialised" for the next SCO; the activity tree is kept. */
  reset(settings: object, options: { preserveListeners: boolean }): void;
  serializeSequencingState(): string;
  deserializeSequencingState(state: string): boolean;
  /** The sequencing data of an activity once its attempt has ended. */
  getActivityTrackingData(activityId: string): { readonly completionStatus: string } | null;
  getSequencingService(): {
    processNavigationRequest(request: string, target?: string, exit?: string): boolean;
    getSequencingState(): { readonly lastSequencingResult: SequencingResult | null };
  } | null;
}

export interface Settings {
  readonly autocommit: false;
  /** 5 switches logging off. */
  readonly logLevel: 5;
  /** Any text: without one, commits do not reach the httpService. */
  readonly lmsCommitUrl: string;
  readonly httpService: object;
  readonly autoCompleteLessonStatus?: boolean;
  readonly sequencing?: {
    readonly activityTree: object;
    readonly eventListeners: {
      onSequencingSessionEnd(): void;
      onNavigationValidityUpdate(validity: Validity): void;
    };
  };
}

type Module12 = { readonly Scorm12API: new (settings: Settings) => Api12 };
type Module2004 = { readonly Scorm2004API: new (settings: Settings) => Api2004 };

/** The constructors as the modules really export them. */
export const constructor12 = (module: object) => (module as Module12).Scorm12API;
export const constructor2004 = (module: object) => (module as Module2004).Scorm2004API;
