/** For so long after somebody changed something they are shown numbers as they are, and none that were counted before. */
const lateMs = 30_000;
const mostKnown = 10_000;
const changedAt = new Map<number, number>();

/** Notes that a person changes something now; the oldest gives way. */
export function noteOwnChange(userId: number, now = Date.now()): void {
  changedAt.delete(userId);
  const [oldest] = changedAt.size >= mostKnown ? changedAt.keys() : [];
  if (oldest !== undefined) changedAt.delete(oldest);
  changedAt.set(userId, now);
}

/** Whether a person changed something in the last half minute, as far as this process knows. */
export const changedLately = (userId: number, now = Date.now()): boolean => now - (changedAt.get(userId) ?? -lateMs) < lateMs;
