import { announceSignedOut, CallError, csrfToken, unreadable } from "#platform/call.ts";
import { words } from "#platform/words.ts";

const brokenOff = words("The connection broke before the package had arrived. Check it, then upload the package again.");

/** The answer to an upload (specification §3). */
export interface UploadAnswer {
  readonly isSuccessful: boolean;
  readonly data: string;
  readonly ShowWarning: boolean;
  readonly Message: string;
}

interface Package {
  readonly courseId: number;
  readonly file: File;
  /** True once the person confirmed that the present package may be replaced. */
  readonly overrideFile: boolean;
}

interface Options {
  readonly signal: AbortSignal;
  /** Called with the bytes of the whole request sent so far. */
  readonly onProgress: (loaded: number, total: number) => void;
}

/**
 * Sends a package to POST /educate/scorm/upload (specification §7). The small fields come first, so that the server knows the course
 * before the file arrives. Rejects with a CallError, or with the signal's reason when aborted.
 */
export function sendPackage({ courseId, file, overrideFile }: Package, { signal, onProgress }: Options): Promise<UploadAnswer> {
  const form = new FormData();
  form.append("courseID", String(courseId));
  form.append("isFrameSet", "true");
  if (overrideFile) form.append("overrideFile", "true");
  form.append("file", file, file.name);
  return new Promise((resolve, reject) => {
    // fetch does not report upload progress.
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    const end = (work: () => void) => {
      signal.removeEventListener("abort", stop);
      work();
    };
    request.open("POST", "/educate/scorm/upload");
    request.setRequestHeader("accept", "application/json");
    request.setRequestHeader("x-csrf-token", csrfToken());
    request.responseType = "json";
    request.upload.addEventListener("progress", (event) => onProgress(event.loaded, event.total || file.size));
    request.upload.addEventListener("load", () => onProgress(file.size, file.size));
    request.addEventListener("abort", () => end(() => reject(signal.reason)));
    request.addEventListener("error", () => end(() => reject(new CallError(0, "unreachable", brokenOff.error()))));
    request.addEventListener("load", () =>
      end(() => {
        const answer = request.response as (UploadAnswer & { code?: string; message?: string }) | null;
        if (request.status === 200 && answer) return resolve(answer);
        const error = new CallError(
          request.status,
          answer?.code ?? "unexpected",
          answer?.message ?? unreadable.error(),
          request.getResponseHeader("x-request-id") ?? "",
        );
        if (error.status === 401) announceSignedOut(error);
        reject(error);
      }),
    );
    signal.addEventListener("abort", stop);
    if (signal.aborted) return end(() => reject(signal.reason));
    request.send(form);
  });
}
