// What a set of facts must add up to, computed independently of the database's functions: a plain fold in the order (epoch, seq).
import type { CmiFact } from "#features/progress/contract.ts";

export interface Stamped {
  readonly epoch: number;
  readonly seq: number;
  readonly fact: CmiFact;
}

export interface ModelState {
  cmi: Record<string, string>;
  completed: boolean;
  passed: boolean | null;
  best: number | null;
  first: number | null;
  last: number | null;
  /** Number of sessions with a score, and the sum of each one's last score. */
  scored: number;
  sum: number;
  seconds: number;
  sessions: number;
}

/** SCORM 1.2 durations in the form that the tests write, in seconds. */
const secondsOf = (text: string) => {
  const [hours = 0, minutes = 0, seconds = 0] = text.split(":").map(Number);
  return hours * 3600 + minutes * 60 + seconds;
};

/** The states of all SCOs of one attempt after every fact, each counted once. The tests always send raw, min and max of a score together. */
export function modelOf(facts: readonly Stamped[]): Map<string, ModelState> {
  const states = new Map<string, ModelState>();
  const bySco = Map.groupBy(facts, ({ fact }) => fact.scoKey);
  for (const [scoKey, all] of bySco) {
    const ordered = all.toSorted((a, b) => a.epoch - b.epoch || a.seq - b.seq);
    // A session's time and score are its last reported ones, regardless of other sessions.
    const time = new Map<string, number>();
    const scores = new Map<string, number>();
    const state: ModelState = {
      cmi: {},
      completed: false,
      passed: null,
      best: null,
      first: null,
      last: null,
      scored: 0,
      sum: 0,
      seconds: 0,
      sessions: 0,
    };
    let first: number | null = null;
    for (const { fact } of ordered) {
      const { values, session } = fact;
      state.cmi = fact.fresh ? { ...values } : { ...state.cmi, ...values };
      const status = values["cmi.core.lesson_status"];
      if (status === "completed" || status === "passed") state.completed = true;
      if (status === "passed") state.passed = true;
      if (status === "failed") state.passed ??= false;
      const raw = values["cmi.core.score.raw"];
      if (raw !== undefined) {
        const [min, max] = [Number(values["cmi.core.score.min"]), Number(values["cmi.core.score.max"])];
        const percent = Math.round(((Number(raw) - min) / (max - min)) * 1e6) / 1e4;
        if (scores.size === 0 || (scores.size === 1 && scores.has(session))) first = percent;
        scores.set(session, percent);
        state.best = Math.max(state.best ?? 0, percent);
        state.last = percent;
      }
      const said = values["cmi.core.session_time"];
      if (said !== undefined) time.set(session, secondsOf(said));
      else if (!time.has(session)) time.set(session, 0);
    }
    state.first = first;
    state.scored = scores.size;
    state.sum = [...scores.values()].reduce((sum, one) => sum + one, 0);
    state.seconds = [...time.values()].reduce((sum, one) => sum + one, 0);
    state.sessions = new Set(ordered.map(({ fact }) => fact.session)).size;
    states.set(scoKey, state);
  }
  return states;
}
