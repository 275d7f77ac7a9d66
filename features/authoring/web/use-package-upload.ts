import { useEffect, useRef, useState } from "react";
import { CallError } from "#platform/call.ts";
import type { UploadAnswer } from "./send-package.ts";
import { sendPackage } from "./send-package.ts";
import { useLeaveGuard } from "./use-leave-guard.ts";

export type UploadState =
  | { is: "resting" }
  /** speed: bytes per second over the last seconds; null until known. */
  | { is: "sending"; loaded: number; total: number; speed: number | null }
  | { is: "checking" }
  /** The server asks before it replaces an existing package (specification §4, ShowWarning). */
  | { is: "asking"; message: string };

export interface Failure {
  readonly fileName: string;
  /** What is wrong, in the server's words; may have several lines. */
  readonly report: string;
}

interface Options {
  /** Returns the course to upload to; the create dialog creates it here. Null when that was refused and the person was told. */
  readonly courseFor: () => Promise<number | null>;
  readonly onDone: (courseId: number) => void;
  readonly onFailed: (failure: Failure, courseId: number | null) => void;
  /** Called when the person aborted, or answered the warning with Cancel. */
  readonly onStopped: (courseId: number | null) => void;
}

/** Milliseconds over which the speed is measured. */
const speedWindow = 4000;

/** The state of one package upload: sending with its speed, the server's check, its warning, and aborting. */
export function usePackageUpload(options: Options) {
  const [state, setState] = useState<UploadState>({ is: "resting" });
  const running = useRef<AbortController | null>(null);
  const waiting = useRef<{ file: File; courseId: number } | null>(null);
  const isBusy = state.is === "sending" || state.is === "checking";

  useEffect(() => () => running.current?.abort(), []);
  useLeaveGuard(isBusy);

  async function send(file: File, knownCourseId: number | null, overrideFile: boolean) {
    const abort = new AbortController();
    running.current = abort;
    let courseId = knownCourseId;
    setState({ is: "sending", loaded: 0, total: file.size, speed: null });
    try {
      courseId ??= await options.courseFor();
      if (courseId === null) return setState({ is: "resting" });
      const speed = speedometer();
      const answer = await sendPackage(
        { courseId, file, overrideFile },
        {
          signal: abort.signal,
          onProgress: (loaded, total) =>
            setState(loaded >= total ? { is: "checking" } : { is: "sending", loaded, total, speed: speed(loaded) }),
        },
      );
      settle(answer, file, courseId);
    } catch (error) {
      if (abort.signal.aborted) return options.onStopped(courseId);
      setState({ is: "resting" });
      options.onFailed({ fileName: file.name, report: error instanceof CallError ? error.message : String(error) }, courseId);
    }
  }

  function settle(answer: UploadAnswer, file: File, courseId: number) {
    if (answer.ShowWarning) {
      waiting.current = { file, courseId };
      return setState({ is: "asking", message: answer.Message });
    }
    setState({ is: "resting" });
    if (answer.isSuccessful) options.onDone(courseId);
    else options.onFailed({ fileName: file.name, report: answer.data || answer.Message }, courseId);
  }

  return {
    state,
    isBusy,
    start: (file: File) => void send(file, null, false),
    /** OK to the warning: sends the same file again with overrideFile. */
    confirm: () => waiting.current && void send(waiting.current.file, waiting.current.courseId, true),
    /** Cancel: answers the warning, or aborts the running upload. */
    stop: () => {
      const asked = waiting.current;
      waiting.current = null;
      setState({ is: "resting" });
      if (isBusy) running.current?.abort();
      else if (asked) options.onStopped(asked.courseId);
    },
  };
}

/** Returns a function that computes bytes per second over the last seconds; null before there are enough values. */
function speedometer() {
  const marks: { at: number; loaded: number }[] = [];
  return (loaded: number): number | null => {
    const at = performance.now();
    marks.push({ at, loaded });
    while (marks.length > 2 && at - (marks[0]?.at ?? at) > speedWindow) marks.shift();
    const first = marks[0];
    return first && at - first.at > 500 ? ((loaded - first.loaded) / (at - first.at)) * 1000 : null;
  };
}
