import { sendForm } from "#platform/web/send-form.ts";
import { words } from "#platform/words.ts";

const brokenOff = words("The connection broke before the package had arrived. Check it, then upload the package again.");

/** The answer to an upload (specification §3). */
export interface UploadAnswer {
  readonly isSuccessful: boolean;
  readonly data: string;
  readonly ShowWarning: boolean;
  readonly Message: string;
  /** The package, where it was taken. */
  readonly packageId?: number;
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
  return sendForm("/educate/scorm/upload", form, {
    signal,
    brokenOff,
    // The form is a little more than its file; where its length is unknown, the file's is taken.
    onProgress: (loaded, total) => onProgress(loaded, total || file.size),
  });
}
