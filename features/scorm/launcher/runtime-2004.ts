import * as module from "scorm-again/scorm2004/min";
import { asIso } from "#platform/durations.ts";
import type { ManifestItem } from "../manifest.ts";
import { activityTree, foldersThatFlow, hasWayBack, neverChosen } from "./activity-tree.ts";
import {
  addressed,
  commitService,
  endOf,
  endOfExit,
  isFinished,
  loadable,
  playlist,
  secondsOfAttempt,
  type Goal,
  type Opened,
  type Runtime,
  type Saved,
} from "./runtime.ts";
import type { Wish } from "./protocol.ts";
import { constructor2004, type Activity, type SequencingResult, type Validity } from "./scorm-again.ts";
import { difference, patched, suspended } from "./sequencing-snapshot.ts";

const Scorm2004API = constructor2004(module);

/** Elements that the learning system sets, or that belong to one session; they are not loaded from the stored state. */
const notLoaded = (name: string) =>
  /^cmi\.(?:exit|session_time|total_time|entry|learner_id|learner_name|credit|mode|launch_data|max_time_allowed|time_limit_action|completion_threshold|scaled_passing_score)$|^cmi\.comments_from_lms\./.test(
    name,
  );

/** The most characters of a sequencing snapshot; a fact's element holds 65,536. */
const longestSnapshot = 60_000;

const refusals: Readonly<Record<string, string>> = { Initialize: "102", SetValue: "351", Commit: "391", Terminate: "111" };

/** SCORM 2004: scorm-again sequences by the package's rules, with one API for the whole visit. */
export function runtime2004(opened: Opened, savedOf: (scoKey: string) => Saved | undefined): Runtime {
  const { service, setUnsafe } = commitService(391);
  const items = playlist(opened.organization.items);
  const tree = activityTree(opened);
  const folders = foldersThatFlow(tree);
  const inOrder = new Set(neverChosen(tree));
  let taken: SequencingResult | null = null;
  let hasEnded = false;
  let validity: Validity | null = null;
  let current: ManifestItem | null = null;
  let isUsed = false;
  let saidNothing = true;
  /** Whether the session just ended because everything was suspended: it is then resumed later, whatever cmi.exit says (SCORM 2004 RTE, cmi.exit). */
  let suspends = false;

  const api = new Scorm2004API({
    autocommit: false,
    logLevel: 5,
    lmsCommitUrl: "page",
    httpService: service,
    sequencing: {
      activityTree: tree,
      eventListeners: {
        onSequencingSessionEnd: () => void (hasEnded = true),
        onNavigationValidityUpdate: (update) => void (validity = update),
      },
    },
  });
  const fresh = JSON.parse(api.serializeSequencingState());

  const process = (request: string, target?: string): boolean => {
    const service2004 = api.getSequencingService();
    return (
      service2004?.processNavigationRequest(request, target, api.isInitialized() ? (api.cmi.getExitValueInternal() ?? "") : "") ?? false
    );
  };
  const itemOf = (identifier: string | null) => items.find((item) => item.identifier === identifier);
  const byKey = (scoKey: string) => items.find((item) => item.scoKey === scoKey);
  /** The SCO delivered since the last call, including the one that is already shown when it is requested again, for which there is no event. */
  function take(): Goal {
    const result = api.getSequencingService()?.getSequencingState().lastSequencingResult ?? null;
    const item = result === taken ? undefined : itemOf(result?.targetActivity?.id ?? null);
    taken = result;
    if (item?.scoKey) return { scoKey: item.scoKey };
    if (!hasEnded) return null;
    hasEnded = false;
    return "end";
  }
  /** Tries several requests; returns the first one's result that delivers something. */
  function firstOf(...requests: (readonly [request: string, target?: string])[]): Goal {
    for (const [request, target] of requests) {
      process(request, target);
      const found = take();
      if (found !== null && found !== "end") return found;
    }
    return null;
  }
  /** Whether a precondition of an activity, or of a folder around it, holds now. */
  function holdsFor(item: ManifestItem, action: string): boolean {
    let activity: Activity | null = api["_sequencing"].activityTree.getActivity(item.identifier);
    for (; activity; activity = activity.parent) {
      const own = activity;
      if (own.sequencingRules.preConditionRules.some((rule) => rule.action === action && rule.evaluate(own))) return true;
    }
    return false;
  }
  /** Whether the next part is disabled, and the current one has not reported what could change that. Leaving is what the rules are evaluated on. */
  function nextWaits(): boolean {
    const at = items.findIndex((item) => item === current);
    const next = at === -1 ? undefined : items.slice(at + 1).find((item) => !holdsFor(item, "skip"));
    return next !== undefined && !isFinished(savedOf(current?.scoKey ?? "")) && holdsFor(next, "disabled");
  }
  const keysOf = (isMeant: (item: ManifestItem) => boolean) =>
    items.flatMap((item) => (item.scoKey !== null && item !== current && isMeant(item) ? [item.scoKey] : []));
  const requestOf = (wish: Wish | "leave"): readonly [string, string?] =>
    wish === "leave"
      ? ["suspendAll"]
      : typeof wish === "string"
        ? [wish]
        : ["choice", "folder" in wish ? wish.folder : byKey(wish.scoKey)?.identifier];

  return {
    apiName: "API_1484_11",
    methods: {
      initialize: "Initialize",
      terminate: "Terminate",
      get: "GetValue",
      set: "SetValue",
      commit: "Commit",
      others: ["GetLastError", "GetErrorString", "GetDiagnostic"],
    },
    first(asked) {
      const kept = savedOf(opened.sequencingKey)?.cmi["stoa.state"];
      const wanted = asked === null ? undefined : byKey(asked)?.identifier;
      if (kept !== undefined) {
        const state = suspended(patched(fresh, JSON.parse(kept))) as { sequencing?: { suspendedActivity?: string } };
        api.deserializeSequencingState(JSON.stringify(state));
        const last = state.sequencing?.suspendedActivity;
        const choice: [string, string][] = wanted !== undefined && wanted !== last ? [["choice", wanted]] : [];
        const found = firstOf(...choice, ["resumeAll"], ...(last === undefined ? [] : [["choice", last] as const]));
        if (found) return found;
      }
      const start = firstOf(...(wanted === undefined ? [] : [["choice", wanted] as const]), ["start"]);
      if (start) return start;
      // No flow at the root and no SCO asked for: the first part that may be chosen.
      const chosen = firstOf(...items.filter(({ isVisible }) => isVisible).map((item) => ["choice", item.identifier] as const));
      const mayChoose = items.some(({ identifier }) => validity?.choice[identifier] === "true");
      if (chosen || mayChoose || kept === undefined) return chosen;
      // No way back in, and nothing to choose: the rules begin anew, and each part has what it kept.
      api.deserializeSequencingState(JSON.stringify(fresh));
      return firstOf(["start"]);
    },
    load(item, saved) {
      if (isUsed) api.reset({}, { preserveListeners: true });
      isUsed = true;
      current = item;
      const end = endOf(saved);
      // A finished SCO that ended normally starts over, as the standard says; an unfinished one is resumed however it ended, so that nothing is lost.
      const isNew = end === "normal" && (saved?.completed === true || saved?.passed !== null);
      const set = (name: string, value: string) => {
        try {
          api.loadFromFlattenedJSON({ [name]: value });
        } catch {
          // A value that an earlier version of the run-time accepted and this one does not: the package starts without it.
        }
      };
      if (!isNew) for (const [name, value] of loadable(saved?.cmi ?? {}, notLoaded)) set(name, value);
      set("cmi.learner_id", opened.learner.id);
      set("cmi.learner_name", opened.learner.name);
      set("cmi.credit", "credit");
      set("cmi.mode", "normal");
      set("cmi.entry", end === "none" || isNew ? "ab-initio" : "resume");
      set("cmi.total_time", asIso(isNew ? 0 : secondsOfAttempt(saved)));
      // Otherwise the previous SCO's values of these would stay, its pass mark included.
      Object.assign(api.cmi, { launch_data: "", time_limit_action: "continue,no message", max_time_allowed: "", scaled_passing_score: "" });
      if (item.dataFromLms) set("cmi.launch_data", item.dataFromLms);
      if (item.timeLimitAction) set("cmi.time_limit_action", item.timeLimitAction);
      const { maxTime, passingScore } = limitsOf(item);
      if (maxTime) set("cmi.max_time_allowed", maxTime);
      if (passingScore !== undefined) set("cmi.scaled_passing_score", passingScore);
      return { fresh: isNew };
    },
    reopens: () => false,
    call(method, args) {
      if (method === "Terminate") suspends = api.isInitialized() && api.adl.nav.request === "suspendAll";
      const result = String((api as unknown as Record<string, (...given: unknown[]) => unknown>)[method]?.(...addressed(args)) ?? "");
      if (result !== "false" || method !== "SetValue" || args[0] !== "cmi.location" || args[1] !== "" || !api.isInitialized())
        return result;
      // Packages clear their bookmark with an empty text, which the standard allows; scorm-again treats it as invalid.
      Object.assign(api.cmi.content, { _location: "" });
      api.lastErrorCode = "0";
      return "true";
    },
    endedBy: (exit) => (suspends ? "suspend" : endOfExit(exit)),
    lastError: () => String(api.lastErrorCode),
    refusals,
    refuse: (method) => void (api.lastErrorCode = refusals[method] ?? "101"),
    effective() {
      if (!api.isInitialized()) {
        // Sequencing completes a SCO that ends without setting a status, unless the package reserves that for itself (SN UP.4).
        const tracked = saidNothing && current ? api.getActivityTrackingData(current.identifier)?.completionStatus : undefined;
        return tracked === "completed" ? { "cmi.completion_status": "completed" } : {};
      }
      const error = api.lastErrorCode;
      const all = {
        "cmi.completion_status": api.lmsGetValue("cmi.completion_status"),
        "cmi.success_status": api.lmsGetValue("cmi.success_status"),
      };
      api.lastErrorCode = error;
      const said = Object.entries(all).filter(([, value]) => value !== "" && value !== "unknown");
      saidNothing = !said.some(([name]) => name === "cmi.completion_status");
      return Object.fromEntries(said);
    },
    isLive: () => api.isInitialized(),
    expect(wish) {
      if (wish === null || !api.isInitialized()) return;
      const [request, target] = requestOf(wish);
      // The learner's wish replaces the package's own navigation request when it terminates.
      api.adl.nav.request = target === undefined ? request : `{target=${target}}${request}`;
    },
    next(wish) {
      const own = take();
      if (own !== null || wish === null) return own;
      process(...(requestOf(wish) as [string, string?]));
      const found = take();
      return wish === "leave" ? "end" : found;
    },
    navigation() {
      const hidden = current?.hideLmsUi ?? [];
      return {
        canContinue: (validity?.continue ?? false) && !hidden.includes("continue"),
        // scorm-again also finds earlier parts in folders that flow does not reach.
        canPrevious: (validity?.previous ?? false) && !hidden.includes("previous") && hasWayBack(tree, current?.identifier ?? ""),
        nextWaits: nextWaits(),
        locked: keysOf((item) => validity?.choice[item.identifier] === "false"),
        inOrder: keysOf((item) => inOrder.has(item.identifier)),
        hidden: keysOf((item) => holdsFor(item, "hiddenFromChoice")),
        folders: folders.filter((identifier) => validity?.choice[identifier] === "true"),
      };
    },
    snapshot() {
      const text = JSON.stringify(difference(fresh, JSON.parse(api.serializeSequencingState())) ?? {});
      return text.length <= longestSnapshot ? text : null;
    },
    setUnsafe,
  };
}

/** The time limit of an activity and the pass mark of its primary objective, as declared. */
function limitsOf({ sequencing }: ManifestItem): { maxTime?: string | undefined; passingScore?: string | undefined } {
  const limits = sequencing?.["limitConditions"] as Record<string, string> | undefined;
  const objectives = sequencing?.["objectives"] as { primaryObjective?: Record<string, string> } | undefined;
  const primary = objectives?.primaryObjective;
  const isMeasured = /^(?:true|1)$/i.test(primary?.["satisfiedByMeasure"] ?? "");
  return {
    maxTime: limits?.["attemptAbsoluteDurationLimit"],
    passingScore: isMeasured ? (primary?.["minNormalizedMeasure"] ?? "1.0") : undefined,
  };
}
