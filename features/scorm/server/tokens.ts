import { createHmac, createSecretKey, timingSafeEqual } from "node:crypto";

/** The content of an attempt token. It allows reading the files of one package and writing to one attempt, nothing else (security.md §3.2). That of a site allows reading web pages alone. */
export interface AttemptToken {
  readonly kind: "learn" | "test" | "site";
  readonly portalId: number;
  /** The learner, or who looks at the course before it is learnt: user 13 by a preview link. */
  readonly userId: number;
  /** 0 for a test and a site. */
  readonly attemptId: number;
  readonly courseId: number;
  /** Of a site: the file that it came in. */
  readonly packageId: number;
  readonly epoch: number;
  /** The session it was given out in, by whose end it ends; 0 where it was given to a pass. */
  readonly sessionId: number;
  /** The pass of a browser that opened a preview link, by whose end it ends; 0 for everybody signed in. */
  readonly passId: number;
  /** scheme://host[:port] of the portal whose page contains the launcher. */
  readonly origin: string;
  /** Seconds since 1970. */
  readonly expiresAt: number;
}

interface Payload {
  readonly k: AttemptToken["kind"];
  readonly p: number;
  readonly u: number;
  readonly a: number;
  readonly c: number;
  readonly g: number;
  readonly e: number;
  readonly s: number;
  /** Left out where it is 0. */
  readonly l?: number;
  readonly o: string;
  readonly x: number;
}

const hours = 12;
const longest = 1000;

export interface Tokens {
  /** Issues a token for the next 12 hours. It is safe in a path. */
  issue(token: Omit<AttemptToken, "expiresAt" | "passId"> & Partial<Pick<AttemptToken, "passId">>): string;
  /** The content of a valid token that has not expired; null otherwise. */
  read(token: string): AttemptToken | null;
  /** What a genuine token says, also one that has expired; null otherwise. */
  genuine(token: string): AttemptToken | null;
}

/** Signs and verifies attempt tokens with their own key, derived from the server's secret. */
export function attemptTokens(secret: string, now: () => number = Date.now): Tokens {
  const key = createSecretKey(createHmac("sha256", secret).update("scorm attempt token").digest());
  const sign = (payload: string) => createHmac("sha256", key).update(payload).digest("base64url");
  // A token that was verified before (it comes with every file and commit) costs a lookup instead of a hash.
  const known = new Map<string, AttemptToken>();

  function genuine(text: string): AttemptToken | null {
    const found = known.get(text);
    if (found) return found;
    const [payload = "", signature = "", ...rest] = text.length > longest ? [] : text.split(".");
    const [right, given] = [Buffer.from(sign(payload)), Buffer.from(signature)];
    if (rest.length > 0 || right.length !== given.length || !timingSafeEqual(right, given)) return null;
    const { k, p, u, a, c, g, e, s, l = 0, o, x } = JSON.parse(Buffer.from(payload, "base64url").toString()) as Payload;
    const token = {
      kind: k,
      portalId: p,
      userId: u,
      attemptId: a,
      courseId: c,
      packageId: g,
      epoch: e,
      sessionId: s,
      passId: l,
      origin: o,
      expiresAt: x,
    };
    if (known.size > 5000) known.clear();
    known.set(text, token);
    return token;
  }

  return {
    issue(token) {
      const { kind, portalId, userId, attemptId, courseId, packageId, epoch, sessionId, passId = 0, origin } = token;
      const x = Math.floor(now() / 1000) + hours * 3600;
      const payload = Buffer.from(
        JSON.stringify({
          k: kind,
          p: portalId,
          u: userId,
          a: attemptId,
          c: courseId,
          g: packageId,
          e: epoch,
          s: sessionId,
          ...(passId > 0 && { l: passId }),
          o: origin,
          x,
        }),
      ).toString("base64url");
      return `${payload}.${sign(payload)}`;
    },
    genuine,
    read(text) {
      const token = genuine(text);
      return token && token.expiresAt * 1000 > now() ? token : null;
    },
  };
}
