import { useEffect } from "react";
import { pageIdsOf } from "../../working.ts";
import type { Session, SessionState } from "../session/session.ts";

/** How many pages are asked for at a time. */
const atOnce = 6;

/** Loads all pages of a course, for what is about all of them. Gives how many are still to come. */
export function useWholeCourse(session: Session, state: SessionState): number {
  const missing = pageIdsOf(state.work.outline).filter((id) => !state.work.pages[id] && !state.unread.has(id));
  const next = missing.slice(0, atOnce).join();
  useEffect(() => {
    if (next !== "") void session.load(next.split(","));
  }, [session, next]);
  return missing.length;
}
