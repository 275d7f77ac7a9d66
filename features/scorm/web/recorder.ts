import type { Outbox } from "#features/progress/web/outbox.ts";
import type { Recorder } from "./package-run.ts";

/** Stores the facts of an attempt's package in the outbox, with the identity that the launcher also uses when it sends them itself (INV-7). */
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
