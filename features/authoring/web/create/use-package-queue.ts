import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { courseSubject } from "#features/courses/web/course-subject.ts";
import { CallError } from "#platform/call.ts";
import { refetchWhatShows } from "#platform/web/query-subjects.ts";
import { createCourse, discardCourse, madeCourse } from "../hooks.ts";
import { sendPackage } from "../send-package.ts";
import { useLeaveGuard } from "../use-leave-guard.ts";
import { usePackageProblem } from "../use-package-problem.ts";

/** How far one of several packages is. */
export type PackageState =
  | { is: "waiting" }
  | { is: "sending"; loaded: number; total: number }
  | { is: "checking" }
  /** warnings: of the check. */
  | { is: "created"; courseId: number; title: string; warnings: number }
  /** Nothing of it was kept. canRetry: it may go better another time. */
  | { is: "refused"; report: string; canRetry: boolean }
  | { is: "stopped" };

export interface QueuedPackage {
  readonly id: number;
  readonly file: File;
  readonly state: PackageState;
}

/** Several packages, of which each becomes a course of its own, one after the other (SCO-2). One that fails stops none of the others. */
export function usePackageQueue() {
  const client = useQueryClient();
  const problemOf = usePackageProblem();
  const [items, setItems] = useState<readonly QueuedPackage[]>([]);
  const [isBusy, setBusy] = useState(false);
  const running = useRef<AbortController | null>(null);

  useEffect(() => () => running.current?.abort(), []);
  useLeaveGuard(isBusy);

  const set = (id: number, state: PackageState) => setItems((all) => all.map((item) => (item.id === id ? { ...item, state } : item)));

  async function run(wanted: readonly QueuedPackage[]) {
    const abort = new AbortController();
    running.current = abort;
    setBusy(true);
    for (const { id } of wanted) set(id, { is: "waiting" });
    for (const { id, file } of wanted)
      set(id, abort.signal.aborted ? { is: "stopped" } : await upload(file, abort.signal, (state) => set(id, state)));
    setBusy(false);
    await refetchWhatShows(client, courseSubject);
  }

  return {
    items,
    isBusy,
    /** Whether there is nothing left that has not been tried. */
    isOver: !isBusy && items.length > 0 && items.every(({ state }) => state.is !== "waiting"),
    created: items.filter(({ state }) => state.is === "created").length,
    /** Takes the files instead of those before; one that can be no package is refused at once. */
    choose(files: readonly File[]) {
      setItems(
        files.map((file, id) => {
          const report = problemOf(file);
          return { id, file, state: report ? { is: "refused", report, canRetry: false } : { is: "waiting" } };
        }),
      );
    },
    start: () => void run(items.filter(({ state }) => state.is === "waiting")),
    retry: (item: QueuedPackage) => void run([item]),
    /** Ends the upload under way, and begins no other; courses that were created stay. */
    stop: () => running.current?.abort(),
  };
}
export type PackageQueue = ReturnType<typeof usePackageQueue>;

/** Makes a course of a package; whatever goes wrong leaves none behind. Gives how it ended. */
async function upload(file: File, signal: AbortSignal, show: (state: PackageState) => void): Promise<PackageState> {
  let courseId: number | undefined;
  show({ is: "sending", loaded: 0, total: file.size });
  try {
    const { CourseID, message } = await createCourse("scorm");
    if (CourseID === undefined) return { is: "refused", report: message ?? "", canRetry: true };
    courseId = CourseID;
    const answer = await sendPackage(
      { courseId, file, overrideFile: false },
      { signal, onProgress: (loaded, total) => show(loaded >= total ? { is: "checking" } : { is: "sending", loaded, total }) },
    );
    if (answer.isSuccessful) return await created(courseId, file);
    await discardCourse(courseId);
    return { is: "refused", report: answer.data || answer.Message, canRetry: true };
  } catch (error) {
    if (courseId !== undefined) await discardCourse(courseId);
    if (signal.aborted) return { is: "stopped" };
    return { is: "refused", report: error instanceof CallError ? error.message : String(error), canRetry: true };
  }
}

/** The course is there, whether or not it can be told what the check found. */
const created = (courseId: number, file: File): Promise<PackageState> =>
  madeCourse(courseId).then(
    ({ title, warnings }) => ({ is: "created", courseId, title, warnings }),
    () => ({ is: "created", courseId, title: file.name, warnings: 0 }),
  );
