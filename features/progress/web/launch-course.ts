import { call } from "#platform/call.ts";
import type { Result } from "#platform/contract.ts";
import { launch } from "../contract.ts";

const key = (courseId: number) => `stoa-epoch-${courseId}`;

/**
 * Opens a course for learning. Remembers the epoch for this window, so that reloading it does not read as being open elsewhere (VIEW-1). Throws a CallError.
 */
export async function launchCourse(courseId: number, { retake = false }: { retake?: boolean } = {}): Promise<Result<typeof launch>> {
  const lastEpoch = remembered(courseId);
  const opened = await call(launch, { body: { courseId, ...(retake && { retake }), ...(lastEpoch !== null && { lastEpoch }) } });
  try {
    sessionStorage.setItem(key(courseId), String(opened.epoch));
  } catch {
    // Denied: a reload may say "open elsewhere" once too often.
  }
  return opened;
}

function remembered(courseId: number): number | null {
  try {
    const epoch = Number(sessionStorage.getItem(key(courseId)) ?? "");
    return Number.isSafeInteger(epoch) && epoch > 0 ? epoch : null;
  } catch {
    return null;
  }
}
