import { createHmac, randomBytes } from "node:crypto";
import { seal, unseal } from "#platform/sealed.ts";
import { plainWord, shownWord, wordOf } from "../words.ts";

// A code is found by a keyed hash, and shown again from an encrypted copy: who has a copy of the database alone can use none (docs/decisions/019-codes.md).

const sealOf = (secret: string, portalId: number) => ({ secret, purpose: "authorization code", owner: `portal:${portalId}` });

/** By what a typed code is found. */
export const wordHash = (secret: string, typed: string): Buffer =>
  createHmac("sha256", secret)
    .update(`authorization code\n${plainWord(typed)}`)
    .digest();

/** New codes in the form in which they are stored. */
export const newWords = (secret: string, portalId: number, count: number) =>
  Array.from({ length: count }, () => {
    const word = wordOf(randomBytes(12));
    return { word_hash: wordHash(secret, word), sealed: seal(sealOf(secret, portalId), Buffer.from(word)) };
  });

/** Where a code leads whoever opens or scans it. The code stands behind #, which no server's log has. */
const linkTo = (origin: string, word: string) => `${origin}/v/auth/register#code=${shownWord(word)}`;

/** A stored code for people and its address; null under another secret than the one it was made with. */
export function openedWord(secret: string, portalId: number, origin: string, sealed: Buffer): { code: string; link: string } | null {
  const word = unseal(sealOf(secret, portalId), sealed)?.toString();
  return word === undefined ? null : { code: shownWord(word), link: linkTo(origin, word) };
}
