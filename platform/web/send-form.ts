import { announceSignedOut, CallError, csrfToken, unreadable } from "#platform/call.ts";
import type { Words } from "#platform/words.ts";

interface Options {
  readonly signal?: AbortSignal | undefined;
  /** Called with the bytes of the whole request sent so far. */
  readonly onProgress?: (loaded: number, total: number) => void;
  /** What to say when the connection breaks. */
  readonly brokenOff: Words;
}

/** Sends a form with a file and gives what the server answers. Rejects with a CallError, or with the signal's reason when aborted. */
export function sendForm<Answer>(address: string, form: FormData, { signal, onProgress, brokenOff }: Options): Promise<Answer> {
  return new Promise((resolve, reject) => {
    // fetch does not report upload progress.
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    const end = (work: () => void) => {
      signal?.removeEventListener("abort", stop);
      work();
    };
    request.open("POST", address);
    request.setRequestHeader("accept", "application/json");
    request.setRequestHeader("x-csrf-token", csrfToken());
    request.responseType = "json";
    request.upload.addEventListener("progress", ({ loaded, total }) => onProgress?.(loaded, total));
    request.upload.addEventListener("load", ({ loaded }) => onProgress?.(loaded, loaded));
    request.addEventListener("abort", () => end(() => reject(signal?.reason)));
    request.addEventListener("error", () => end(() => reject(new CallError(0, "unreachable", brokenOff.error()))));
    request.addEventListener("load", () =>
      end(() => {
        const answer = request.response as (Answer & { code?: string; message?: string }) | null;
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
    signal?.addEventListener("abort", stop);
    if (signal?.aborted) return end(() => reject(signal.reason));
    request.send(form);
  });
}
