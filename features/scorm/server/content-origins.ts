import { createHmac, createSecretKey } from "node:crypto";
import { type ContentHosts, originOfLabel } from "#platform/content-hosts.ts";

/** Whose packages share an origin: those of one course that one person opens in one portal. */
export interface ContentOwner {
  readonly portalId: number;
  readonly courseId: number;
  readonly userId: number;
}

export type ContentOrigins = (owner: ContentOwner) => string;

/**
 * The origin on which a course's packages play for a person (security.md §3.2): what they store stays theirs, and no other course, portal or person
 * reaches it. The same from one launch to the next, on every server, and not to be guessed without the secret.
 */
export function contentOrigins(config: ContentHosts & { readonly secret: string }): ContentOrigins {
  const key = createSecretKey(createHmac("sha256", config.secret).update("content origin").digest());
  // A token that was verified before stays the same object (tokens.ts), so its commits and files cost no hash.
  const known = new WeakMap<ContentOwner, string>();
  return (owner) => {
    const { portalId, courseId, userId } = owner;
    const found =
      known.get(owner) ??
      originOfLabel(config, createHmac("sha256", key).update(`${portalId}:${courseId}:${userId}`).digest("hex").slice(0, 32));
    known.set(owner, found);
    return found;
  };
}
