import { call } from "#platform/call.ts";
import type { Result } from "#platform/contract.ts";
import { launch } from "../contract.ts";

interface Launch {
  readonly courseId: number;
  /** `portalId:userId` */
  readonly userKey: string;
  readonly retake?: boolean;
}

const key = ({ userKey, courseId }: Launch) => `stoa-epoch-${userKey}-${courseId}`;

/**
 * Opens a course for learning. This browser remembers the epoch, so that coming back to the course, even after a crash, does not count as open on another
 * device (VIEW-1). Throws a CallError.
 */
export async function launchCourse(opening: Launch): Promise<Result<typeof launch>> {
  const { courseId, retake = false } = opening;
  const lastEpoch = remembered(opening);
  const opened = await call(launch, { body: { courseId, ...(retake && { retake }), ...(lastEpoch !== null && { lastEpoch }) } });
  try {
    localStorage.setItem(key(opening), String(opened.epoch));
  } catch {
    // Storage is denied: coming back may be reported as another device once too often.
  }
  return opened;
}

function remembered(opening: Launch): number | null {
  try {
    const epoch = Number(localStorage.getItem(key(opening)) ?? "");
    return Number.isSafeInteger(epoch) && epoch > 0 ? epoch : null;
  } catch {
    return null;
  }
}
