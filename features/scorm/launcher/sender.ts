import type { Sent } from "./journal.ts";

/** Facts that wait for the learner to sign in again are tried this often. */
const signInMs = 10_000;

/** Returns a function that sends facts to the portal's server with the attempt's token: as text and without cookies, so that no preflight is needed. */
export function sender(origin: string, token: string, clientId: string) {
  return async (commits: { seq: number; fact: unknown }[], { keepalive }: { keepalive: boolean }): Promise<Sent> => {
    const response = await fetch(`${origin}/rest/scorm/commit`, {
      method: "POST",
      headers: { "content-type": "text/plain" },
      credentials: "omit",
      keepalive,
      body: JSON.stringify({ token, clientId, commits }),
    });
    if (response.ok) return (await response.json()) as { stored: number[] };
    // The session has run out: what waits goes out once the learner has signed in over the page.
    if (response.status === 401) return { retryAfterMs: signInMs };
    if (response.status === 429 || response.status >= 500)
      return { retryAfterMs: Math.max(1, Number(response.headers.get("retry-after")) || 5) * 1000 };
    // Refused for good: the page's outbox still has it and tells the learner.
    return { final: true };
  };
}
