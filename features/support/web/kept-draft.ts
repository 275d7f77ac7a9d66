import type { Topic } from "../topics.ts";

/** A question as far as it is written. It is kept in this tab, so that a reload loses nothing and nobody else who uses the browser later finds it. */
export interface Draft {
  readonly topic: Topic | null;
  readonly words: string;
}

const keyOf = (userId: number) => `stoa.question.${userId}`;

/** What somebody has written and not sent yet; null for nothing. */
export function keptDraft(userId: number): Draft | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(keyOf(userId)) ?? "null") as Partial<Draft> | null;
    return typeof kept?.words === "string" ? { topic: kept.topic ?? null, words: kept.words } : null;
  } catch {
    // The browser keeps nothing.
    return null;
  }
}

/** Keeps what is written; null forgets it. */
export function keepDraft(userId: number, draft: Draft | null): void {
  try {
    if (draft === null) sessionStorage.removeItem(keyOf(userId));
    else sessionStorage.setItem(keyOf(userId), JSON.stringify(draft));
  } catch {
    // As above.
  }
}
