import type { EditorMedia, MediaUse, StoredMedia as Shown } from "#features/blocks/block-editor.ts";
import { fileUrl } from "#features/blocks/file-url.ts";
import { uploadLimitBytes } from "#features/scorm/contract.ts";
import { CallError } from "#platform/call.ts";
import { sendForm } from "#platform/web/send-form.ts";
import { words } from "#platform/words.ts";
import { mediaPath, mostBytes, zipPath, type StoredMedia } from "../contract.ts";
import { firstTitle, fileUseOf } from "../file-place.ts";
import { fetchFile } from "./fetch-file.ts";
import { sendFile } from "./send-file.ts";

const brokenOff = words("The connection broke before the file had arrived. Check it, then send the file again.");
const tooLarge = words("This file is larger than what is taken here.");
// Specification §8.
const videoTooLarge = words("Video exceeds max size of 500mb");

/** How long a browser may take to find out how long a film or a sound is, in ms. */
const patience = 10_000;

/** The files of a course for the forms of its blocks. What is too large is refused before a byte of it is sent. jobBegun: told when fetching one has become a job. */
export function courseMedia(courseId: number, { jobBegun }: { readonly jobBegun?: () => void } = {}): EditorMedia {
  return {
    courseId,
    urlOf: fileUrl,
    async send(file, use, { progress, signal } = {}) {
      if (use === "site") return sendSite(courseId, file, { progress, signal });
      if (file.size > mostBytes[use]) throw new CallError(413, "too_large", (use === "video" ? videoTooLarge : tooLarge).error());
      const form = new FormData();
      form.append("file", file, file.name);
      const address = `${mediaPath.replace(":courseId", String(courseId))}?use=${use}`;
      const stored = await sendForm<StoredMedia>(address, form, {
        signal,
        brokenOff,
        onProgress: (loaded, total) => progress?.(total === 0 ? 0 : Math.min(1, loaded / total)),
      });
      return { ...plain(stored), ...(await played(use, fileUrl(stored.fileId))) };
    },
    async fetch(address, use, on) {
      const stored = await fetchFile({ courseId, use, address, begun: jobBegun }, on);
      return { ...plain(stored), ...(await played(use, fileUrl(stored.fileId))) };
    },
  };
}

/** How many names are tried for web pages whose own name is taken. */
const mostNames = 50;

/** Sends a zip of web pages, under a name of its own. */
async function sendSite(
  courseId: number,
  file: File,
  on: { progress?: ((share: number) => void) | undefined; signal?: AbortSignal | undefined },
) {
  if (file.size > uploadLimitBytes) throw new CallError(413, "too_large", tooLarge.error());
  const url = `${zipPath}?courseId=${courseId}`;
  const signal = on.signal ?? new AbortController().signal;
  for (let number = 1; ; number += 1) {
    const title = number === 1 ? firstTitle(file.name) : `${firstTitle(file.name)} ${number}`;
    const reply = await sendFile({ url, file, title }, { signal, onProgress: (share) => on.progress?.(share) });
    if (reply.file) return plain(reply.file);
    if (!reply.ShowWarning || number === mostNames) throw new CallError(400, "not_taken", reply.data || reply.Message);
  }
}

/** Without sizes that are not there. */
const plain = ({ width, height, ...stored }: StoredMedia): Shown => ({
  ...stored,
  ...(width !== undefined && { width }),
  ...(height !== undefined && { height }),
});

/** How many seconds a film or a sound is long that lies on this device; null for other files, and where this browser cannot tell. */
export async function playedLength(file: File): Promise<number | null> {
  const use = fileUseOf(file.name);
  if (use !== "video" && use !== "audio") return null;
  const address = URL.createObjectURL(file);
  try {
    return (await played(use, address)).seconds ?? null;
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** How long a film or a sound is, and how large, as this browser plays it; nothing where it cannot tell. */
async function played(use: MediaUse, address: string): Promise<Pick<Shown, "seconds" | "width" | "height">> {
  if (use !== "video" && use !== "audio") return {};
  const player = document.createElement(use);
  const { promise, resolve } = Promise.withResolvers<void>();
  for (const end of ["loadedmetadata", "error"]) player.addEventListener(end, () => resolve(), { once: true });
  const clock = setTimeout(resolve, patience);
  player.preload = "metadata";
  player.src = address;
  await promise;
  clearTimeout(clock);
  const seconds = Number.isFinite(player.duration) ? { seconds: player.duration } : {};
  const size = player instanceof HTMLVideoElement && player.videoWidth > 0 ? { width: player.videoWidth, height: player.videoHeight } : {};
  player.removeAttribute("src");
  return { ...seconds, ...size };
}
