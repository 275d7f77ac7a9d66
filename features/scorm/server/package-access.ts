import { setTimeout as wait } from "node:timers/promises";
import type { Databases, Db } from "#platform/db/connect.ts";
import { tokenStanding, type Standing } from "./runtime-queries.ts";
import type { AttemptToken } from "./tokens.ts";

/**
 * For so long what was found of a token holds for files other than pages: a page asks anew, and what it loads does not ask again. Pages that are asked for
 * together, as the frames of a frameset are, share one question, so that a suspension still ends the very next page.
 */
const freshMs = 5_000;
/** A file waits for the learner to sign in again for this long, and looks this often; so many files of a token at once. */
const waitMs = 60_000;
const lookMs = 1_000;
const waitingAtOnce = 50;

/** Whether whoever looks at a course before it is learnt, by a session or by the pass of a preview link, still may. */
export type StillLooks = (db: Db, looker: Pick<AttemptToken, "portalId" | "userId" | "courseId" | "passId">) => Promise<boolean>;

interface AccessDeps {
  /** How long a session may rest. */
  readonly idleMinutes: number;
  readonly stillLooks: StillLooks;
  /** A clock in ms that cannot be set. */
  readonly now?: () => number;
}

/**
 * Whether a token opens files now. While its session has run out the file waits for the sign-in over the page, so that the package on the stage loses
 * nothing; then "waits" is the answer.
 */
export function packageAccess(databases: Databases, { idleMinutes, stillLooks, now = () => performance.now() }: AccessDeps) {
  const found = new Map<string, { readonly until: number; readonly standing: Promise<Standing> }>();
  const asking = new Map<string, Promise<Standing>>();
  const waiting = new Map<string, { count: number; readonly ends: Promise<Standing> }>();

  function ask(text: string, token: AttemptToken): Promise<Standing> {
    const asked = asking.get(text);
    if (asked) return asked;
    const standing = databases.inPortal(token.portalId, (db) => standingOf(db, token));
    asking.set(text, standing);
    const answered = () => void asking.delete(text);
    standing.then(answered, answered);
    if (found.size > 5_000) found.clear();
    found.set(text, { until: now() + freshMs, standing });
    const forget = () => void found.delete(text);
    standing.then((one) => one === "open" || forget(), forget);
    return standing;
  }

  async function standingOf(db: Db, token: AttemptToken): Promise<Standing> {
    const standing = token.passId > 0 ? "open" : await tokenStanding(db, token, idleMinutes);
    const isLooking = token.passId > 0 || token.kind === "test";
    return standing === "open" && isLooking && !(await stillLooks(db, token)) ? "ended" : standing;
  }

  async function untilOpen(text: string, token: AttemptToken): Promise<Standing> {
    for (const until = performance.now() + waitMs; performance.now() < until;) {
      await wait(lookMs, undefined, { ref: false });
      const standing = await ask(text, token);
      if (standing !== "waits") return standing;
    }
    return "waits";
  }

  return async (text: string, token: AttemptToken, { isPage }: { isPage: boolean }): Promise<Standing> => {
    const known = found.get(text);
    const standing = await (known && !isPage && known.until > now() ? known.standing : ask(text, token));
    if (standing !== "waits") return standing;
    const line = waiting.get(text) ?? { count: 0, ends: untilOpen(text, token).finally(() => waiting.delete(text)) };
    if (line.count >= waitingAtOnce) return standing;
    line.count++;
    waiting.set(text, line);
    return line.ends;
  };
}
