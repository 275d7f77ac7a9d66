import type { Outbox } from "#features/progress/web/outbox.ts";
import type { Recorder } from "./package-run.ts";

/** Facts of an attempt's package go through the outbox, under the identity that its launcher also sends them by (INV-7). */
export function outboxRecorder(outbox: Outbox, attemptId: number, epoch: number): Recorder {
  const identity = outbox.identity(attemptId);
  const isUnsafe = () => outbox.status.getSnapshot().state === "blocked";
  return {
    identity,
    record({ seq, fact, isUrgent }) {
      const { onDevice, onServer } = outbox.addAs({ clientId: identity.clientId, seq }, attemptId, epoch, fact, isUrgent);
      return { onDevice, onServer };
    },
    onUnsafe(listener) {
      let told = isUnsafe();
      if (told) listener(true);
      return outbox.status.subscribe(() => {
        const now = isUnsafe();
        if (now !== told) listener(now);
        told = now;
      });
    },
  };
}
