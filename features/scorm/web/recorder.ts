import type { Outbox } from "#features/progress/web/outbox.ts";
import type { Recorder } from "./package-run.ts";

/** How long to wait for the server to have everything, in ms. */
const settledMs = 4_000;

/** Stores the facts of an attempt's package in the outbox, with the identity that the launcher also uses when it sends them itself (INV-7). */
export function outboxRecorder(outbox: Outbox, attemptId: number, epoch: number): Recorder {
  const waiting = new Set<Promise<unknown>>();
  const isUnsafe = () => outbox.status.getSnapshot().state === "blocked";
  return {
    identity: () => outbox.identity(attemptId),
    record({ clientId }, { seq, fact, isUrgent }) {
      const { onDevice, onServer } = outbox.addAs({ clientId, seq }, attemptId, epoch, fact, isUrgent);
      waiting.add(onServer);
      void onServer.then(() => waiting.delete(onServer));
      return { onDevice, onServer: onServer.then(({ refused }) => refused) };
    },
    async settled() {
      if (waiting.size === 0) return;
      void outbox.flush();
      await Promise.race([Promise.all(waiting), new Promise((resolve) => setTimeout(resolve, settledMs))]);
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
