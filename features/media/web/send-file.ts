import { sendForm } from "#platform/web/send-form.ts";
import { words } from "#platform/words.ts";
import type { FileReply } from "../contract.ts";

const brokenOff = words("The connection broke before the file had arrived. Check it, then send the file again.");

interface Sending {
  /** The upload URL, or the one that extracts. */
  readonly url: string;
  readonly file: File;
  readonly title: string;
  /** The folder; not sent to the one that extracts. */
  readonly path?: string | undefined;
  readonly params?: Readonly<Record<string, string>> | undefined;
  /** Undefined: not said. */
  readonly overrideFile?: boolean | undefined;
}

/** Sends a file as the specification's forms have it (§3, §7). The small fields come first, so that what they decide is known before the file arrives. */
export function sendFile(
  { url, file, title, path, params = {}, overrideFile }: Sending,
  on: { readonly signal: AbortSignal; readonly onProgress: (share: number) => void },
): Promise<FileReply> {
  const form = new FormData();
  if (path !== undefined) form.append("path", path);
  form.append("title", title);
  for (const [name, value] of Object.entries(params)) form.append(name, value);
  if (overrideFile !== undefined) form.append("overrideFile", String(overrideFile));
  form.append("file", file, file.name);
  return sendForm(url, form, {
    signal: on.signal,
    brokenOff,
    onProgress: (loaded, total) => on.onProgress(total === 0 ? 0 : Math.min(1, loaded / total)),
  });
}
