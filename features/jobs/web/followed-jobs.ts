/** Jobs whose end somebody sees where they began them: the tray does not say it once more. */
const followed = new Set<number>();

/** Notes that a job is followed on this page. Returns a function for when that is over before the job is. */
export function followJob(jobId: number): () => void {
  followed.add(jobId);
  return () => void followed.delete(jobId);
}

export const isFollowed = (jobId: number): boolean => followed.has(jobId);
