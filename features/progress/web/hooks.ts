import { useCallback, useSyncExternalStore } from "react";
import { currentOutbox, onOutboxChange } from "./current-outbox.ts";
import type { OutboxStatus } from "./outbox-status.ts";

const nothing: OutboxStatus = {
  state: "saved",
  pendingSeconds: 0,
  pendingCount: 0,
  heldCount: 0,
  refusal: null,
  lastSavedAt: null,
  isSignedOut: false,
};

/** Whether the learner's work is saved, from the signed-in person's outbox. */
export function useOutboxStatus(): OutboxStatus {
  const outbox = useSyncExternalStore(onOutboxChange, currentOutbox);
  const subscribe = useCallback((listener: () => void) => outbox?.status.subscribe(listener) ?? (() => {}), [outbox]);
  return useSyncExternalStore(subscribe, () => outbox?.status.getSnapshot() ?? nothing);
}
