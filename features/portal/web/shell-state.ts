import { useSyncExternalStore } from "react";

interface ShellState {
  /** Whether the header shows the cog for the widgets; reset on each navigation (specification §4). */
  readonly showStudentWidgetsIcon: boolean;
  /** Whether the dashboard's widgets are being arranged. */
  readonly showStudentWidgets: boolean;
}

let state: ShellState = { showStudentWidgetsIcon: false, showStudentWidgets: false };
const listeners = new Set<() => void>();

function change(patch: Partial<ShellState>) {
  state = { ...state, ...patch };
  for (const listener of listeners) listener();
}
const setShowStudentWidgetsIcon = (on: boolean) => change({ showStudentWidgetsIcon: on });
const setShowStudentWidgets = (on: boolean) => change({ showStudentWidgets: on });

/** Called by the shell on each navigation. */
export const resetShellState = () => change({ showStudentWidgetsIcon: false, showStudentWidgets: false });

/** The client state of the specification (§3) that screens and header share. */
export function useShellState() {
  const now = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => state,
  );
  return { ...now, setShowStudentWidgetsIcon, setShowStudentWidgets };
}
