import * as module from "scorm-again/scorm12/min";
import { asClock } from "#platform/durations.ts";
import type { ManifestItem } from "../manifest.ts";
import { prerequisitesHold } from "./prerequisites.ts";
import {
  addressed,
  commitService,
  endOf,
  endOfExit,
  isFinished,
  loadable,
  playlist,
  type Opened,
  type Runtime,
  type Saved,
} from "./runtime.ts";
import { constructor12 } from "./scorm-again.ts";

const Scorm12API = constructor12(module);

/** Elements that the learning system sets, or that belong to one session; they are not loaded from the stored state. */
const notLoaded = (name: string) =>
  /^cmi\.core\.(?:exit|session_time|total_time|entry|student_id|student_name|credit|lesson_mode)$|^cmi\.(?:launch_data|comments_from_lms)$|^cmi\.student_data\./.test(
    name,
  );

const refusals: Readonly<Record<string, string>> = { LMSInitialize: "101", LMSSetValue: "101", LMSCommit: "101", LMSFinish: "101" };

/** SCORM 1.2: the learner navigates freely, as far as the items' prerequisites allow. */
export function runtime12(opened: Opened, savedOf: (scoKey: string) => Saved | undefined): Runtime {
  const { service, setUnsafe } = commitService(101);
  const items = playlist(opened.organization.items);
  let current: string | null = null;
  let api = newApi();

  // A SCO that ends without setting a status counts as completed (SCORM 1.2 RTE, cmi.core.lesson_status).
  function newApi() {
    return new Scorm12API({ autocommit: false, logLevel: 5, lmsCommitUrl: "page", autoCompleteLessonStatus: true, httpService: service });
  }
  const statusOf = (identifier: string) => {
    const found = items.find((item) => item.identifier === identifier);
    return (found?.scoKey && savedOf(found.scoKey)?.cmi["cmi.core.lesson_status"]) || "not attempted";
  };
  const isOpen = (item: ManifestItem) => item.prerequisites === undefined || prerequisitesHold(item.prerequisites, statusOf);
  const neighbour = (step: 1 | -1) => {
    const from = items.findIndex((item) => item.scoKey === current);
    for (let at = from + step; at >= 0 && at < items.length; at += step) {
      const item = items[at];
      if (item && isOpen(item)) return item;
    }
    return undefined;
  };
  const nextWaits = () => {
    const at = items.findIndex((item) => item.scoKey === current);
    const next = at === -1 ? undefined : items[at + 1];
    return next !== undefined && !isOpen(next) && !isFinished(savedOf(current ?? ""));
  };
  const goal = (item: ManifestItem | undefined) => (item?.scoKey ? { scoKey: item.scoKey } : null);

  return {
    apiName: "API",
    methods: {
      initialize: "LMSInitialize",
      terminate: "LMSFinish",
      get: "LMSGetValue",
      set: "LMSSetValue",
      commit: "LMSCommit",
      others: ["LMSGetLastError", "LMSGetErrorString", "LMSGetDiagnostic"],
    },
    first(asked) {
      const isUnfinished = ({ scoKey }: ManifestItem) => scoKey !== null && !savedOf(scoKey)?.completed;
      return goal(
        items.find((item) => item.scoKey === asked && isOpen(item)) ?? items.find((item) => isUnfinished(item) && isOpen(item)) ?? items[0],
      );
    },
    load(item, saved) {
      current = item.scoKey;
      api = newApi();
      const end = endOf(saved);
      const set = (name: string, value: string) => {
        try {
          api.loadFromFlattenedJSON({ [name]: value });
        } catch {
          // A value that an earlier version of the run-time accepted and this one does not: the package starts without it.
        }
      };
      for (const [name, value] of loadable(saved?.cmi ?? {}, notLoaded)) set(name, value);
      set("cmi.core.student_id", opened.learner.id);
      set("cmi.core.student_name", opened.learner.name);
      set("cmi.core.credit", "credit");
      set("cmi.core.lesson_mode", "normal");
      api.cmi.core.entry = end === "none" ? "ab-initio" : end === "open" ? "resume" : "";
      set("cmi.core.total_time", asClock(saved?.reportedSeconds ?? 0));
      if (item.dataFromLms) set("cmi.launch_data", item.dataFromLms);
      if (item.masteryScore !== undefined) set("cmi.student_data.mastery_score", String(item.masteryScore));
      if (item.maxTimeAllowed) set("cmi.student_data.max_time_allowed", item.maxTimeAllowed);
      if (item.timeLimitAction) set("cmi.student_data.time_limit_action", item.timeLimitAction);
      return { fresh: false };
    },
    reopens: (method) => method === "LMSInitialize" && api.isTerminated(),
    call(method, args) {
      const result = String((api as unknown as Record<string, (...given: unknown[]) => unknown>)[method]?.(...addressed(args)) ?? "");
      if (method === "LMSInitialize" && api.cmi.core.lesson_status === "not attempted") api.statusSetByModule = false;
      return result;
    },
    endedBy: endOfExit,
    lastError: () => String(api.lastErrorCode),
    refusals,
    refuse: (method) => void (api.lastErrorCode = refusals[method] ?? "101"),
    effective: (): Record<string, string> =>
      api.cmi.core.lesson_status && api.cmi.core.lesson_status !== "not attempted"
        ? { "cmi.core.lesson_status": api.cmi.core.lesson_status }
        : {},
    isLive: () => api.isInitialized(),
    expect: () => undefined,
    next(wish) {
      if (wish === "leave") return "end";
      if (wish === "continue") return goal(neighbour(1)) ?? "end";
      if (wish === "previous") return goal(neighbour(-1));
      return wish === null || "folder" in wish ? null : goal(items.find((item) => item.scoKey === wish.scoKey && isOpen(item)));
    },
    navigation: () => ({
      canContinue: neighbour(1) !== undefined,
      canPrevious: neighbour(-1) !== undefined,
      nextWaits: nextWaits(),
      locked: items.flatMap((item) => (item.scoKey !== null && !isOpen(item) ? [item.scoKey] : [])),
      // In SCORM 1.2 a folder cannot be chosen, and every part that is open can.
      inOrder: [],
      hidden: [],
      folders: [],
    }),
    snapshot: () => null,
    setUnsafe,
  };
}
