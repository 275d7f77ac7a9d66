import type { LauncherCommitReply } from "../contract.ts";
import type { Sent } from "./journal.ts";

/** Facts that wait for the learner to sign in again are tried this often. */
const signInMs = 10_000;

/** What became of facts that were sent: the server's answer, not now, or never. */
export type Heard = LauncherCommitReply | "later" | "never";

/**
 * Returns a function that sends facts to the portal's server with the attempt's token: as text and without cookies, so that no preflight is needed.
 * onAnswer is told what became of each sending.
 */
export function sender(origin: string, token: string, clientId: string, onAnswer: (heard: Heard) => void = () => undefined) {
  const send = async (commits: { seq: number; fact: unknown }[], keepalive: boolean): Promise<Sent> => {
    const response = await fetch(`${origin}/rest/scorm/commit`, {
      method: "POST",
      headers: { "content-type": "text/plain" },
      credentials: "omit",
      keepalive,
      body: JSON.stringify({ token, clientId, commits }),
    });
    if (response.ok) {
      const reply = (await response.json()) as LauncherCommitReply;
      onAnswer(reply);
      // What is refused for good is not sent again.
      return { stored: [...reply.stored, ...reply.refused.map(({ seq }) => seq)] };
    }
    // The session has run out: what waits goes out once the learner has signed in over the page.
    if (response.status === 401) return { retryAfterMs: signInMs };
    if (response.status === 429 || response.status >= 500)
      return { retryAfterMs: Math.max(1, Number(response.headers.get("retry-after")) || 5) * 1000 };
    // Refused for good: the page's outbox still has it and tells the learner.
    return { final: true };
  };
  return async (commits: { seq: number; fact: unknown }[], { keepalive }: { keepalive: boolean }): Promise<Sent> => {
    try {
      const sent = await send(commits, keepalive);
      if (!("stored" in sent)) onAnswer("final" in sent ? "never" : "later");
      return sent;
    } catch (error) {
      onAnswer("later");
      throw error;
    }
  };
}
