import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** Below this path a server answers the challenges of a host check. */
export const challengePath = "/.well-known/portal-check";
const secondsValid = 60;

/** How a host check knows this installation again: a challenge that only it can make, for one portal, and an answer that only it can give. */
export interface Challenges {
  /** A new challenge for a portal, as the last part of its path, and what is answered to it. */
  make(portalId: number): { readonly challenge: string; readonly answer: string };
  /** The answer to a challenge at a portal; null for one that was made for another portal, by somebody else, or a minute ago. */
  answer(challenge: string, portalId: number): string | null;
}

/** Challenges under the secret that all servers of the installation share, so that whichever is reached can answer. */
export function challengesOf(secret: string): Challenges {
  const mac = (about: string, text: string) => createHmac("sha256", secret).update(`portal-check ${about} ${text}`).digest("base64url");
  const proofOf = (nonce: string, until: string, portalId: number) => mac("challenge", `${nonce} ${until} ${portalId}`);
  return {
    make(portalId) {
      const nonce = randomBytes(24).toString("base64url");
      const until = String(Math.floor(Date.now() / 1000) + secondsValid);
      const challenge = `${nonce}.${until}.${proofOf(nonce, until, portalId)}`;
      return { challenge, answer: mac("answer", challenge) };
    },
    answer(challenge, portalId) {
      const [nonce = "", until = "", proof = "", ...more] = challenge.slice(0, 200).split(".");
      const expected = Buffer.from(proofOf(nonce, until, portalId));
      const given = Buffer.from(proof);
      const fits = more.length === 0 && given.length === expected.length && timingSafeEqual(given, expected);
      return fits && Number(until) >= Date.now() / 1000 ? mac("answer", challenge) : null;
    },
  };
}
