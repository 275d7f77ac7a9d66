import { useEffect, useRef, useState } from "react";
import { CallError } from "#platform/call.ts";
import type { FileReply } from "../contract.ts";
import { sendFile } from "./send-file.ts";

type Sending = Parameters<typeof sendFile>[0];

export type FileUploadState =
  | { is: "resting" }
  /** share: 0 to 1; at 1 the server looks at it. */
  | { is: "sending"; share: number }
  /** The server asks before it replaces another file (specification §4, ShowWarning). */
  | { is: "asking"; message: string };

interface Options {
  readonly onDone: (reply: FileReply) => void;
  /** data: what the server returned about it. */
  readonly onFailed: (data: string) => void;
}

/** The state of one upload: how much was sent, the server's question, stopping. */
export function useFileUpload({ onDone, onFailed }: Options) {
  const [state, setState] = useState<FileUploadState>({ is: "resting" });
  const running = useRef<AbortController | null>(null);
  const asked = useRef<Sending | null>(null);
  const isBusy = state.is === "sending";

  useEffect(() => () => running.current?.abort(), []);
  useEffect(() => {
    if (!isBusy) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [isBusy]);

  async function send(what: Sending) {
    const abort = new AbortController();
    running.current = abort;
    asked.current = null;
    setState({ is: "sending", share: 0 });
    try {
      const reply = await sendFile(what, { signal: abort.signal, onProgress: (share) => setState({ is: "sending", share }) });
      if (reply.ShowWarning) {
        asked.current = what;
        return setState({ is: "asking", message: reply.Message });
      }
      setState({ is: "resting" });
      if (reply.isSuccessful) onDone(reply);
      else onFailed(reply.data || reply.Message);
    } catch (error) {
      if (abort.signal.aborted) return;
      setState({ is: "resting" });
      onFailed(error instanceof CallError ? error.message : String(error));
    }
  }

  return {
    state,
    isBusy,
    start: (what: Sending) => void send(what),
    /** OK: the same once more, and whatever stands there is replaced. */
    confirm: () => asked.current && void send({ ...asked.current, overrideFile: true }),
    /** Ends the upload, or answers the question with Cancel, after which nothing has happened. */
    stop: () => {
      running.current?.abort();
      asked.current = null;
      setState({ is: "resting" });
    },
  };
}
