import type { Page } from "playwright-core";
import type { Fact } from "../contract.ts";

/** One observation: the save state that the page shows, and the age in ms of the oldest work that the server has not confirmed. */
interface Look {
  readonly at: number;
  readonly state: string;
  readonly oldest: number;
}
interface Diary {
  readonly looks: Look[];
  /** When each call that stores something began and ended. */
  readonly calls: { from: number; to: number }[];
}

/** Records what the page shows, and the calls that store something. */
export const keepDiary = (page: Page) =>
  page.evaluate(() => {
    const diary = { looks: [] as Look[], calls: [] as { from: number; to: number }[] };
    const waiting = new Set<number>();
    const send = window.fetch;
    window.fetch = async (...args) => {
      if (!String(args[0]).includes("attempts")) return send(...args);
      const call = { from: performance.now(), to: Infinity };
      diary.calls.push(call);
      return send(...args).finally(() => (call.to = performance.now()));
    };
    const look = () => {
      const now = performance.now();
      diary.looks.push({
        at: now,
        state: window.outbox.status.getSnapshot().state,
        oldest: Math.max(0, ...[...waiting].map((at) => now - at)),
      });
    };
    setInterval(look, 50);
    // After the promises that the same answer settles.
    window.outbox.status.subscribe(() => setTimeout(look));
    const work = (fact: Fact) => {
      const at = performance.now();
      waiting.add(at);
      void window.outbox.add(5, 1, fact).onServer.then(() => waiting.delete(at));
    };
    Object.assign(window, { diary, work });
  });
export const work = (page: Page, fact: Fact) =>
  page.evaluate((one) => (window as unknown as { work: (fact: Fact) => void }).work(one), fact);
export const readDiary = (page: Page) => page.evaluate(() => (window as unknown as { diary: Diary }).diary);

/** False statements in a diary: "saved" while old work is unconfirmed, "saving" when nothing is being sent or about to be. */
export function untruths({ looks, calls }: Diary): string[] {
  return looks.flatMap(({ at, state: said, oldest }) => {
    const seconds = (at / 1000).toFixed(2);
    if (said === "saved" && oldest > 2_500) return [`${seconds} s: saved, with work ${Math.round(oldest)} ms old`];
    if (said === "saving" && at < (looks.at(-1)?.at ?? 0) - 2_200 && !calls.some(({ from, to }) => from < at + 2_100 && to > at - 100))
      return [`${seconds} s: saving, with nothing under way`];
    return [];
  });
}
