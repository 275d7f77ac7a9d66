import { createHmac, randomBytes } from "node:crypto";
import { variablesIn, withValues, type LinkVariable } from "#features/portal/signed-address.ts";
import { conflict } from "#platform/errors.ts";
import { seal, unseal } from "#platform/sealed.ts";

// How a signed link says who opens it. Its receivers read docs/signed-links.md: what is written here is written there.

/** Of which link a secret is. */
interface Owner {
  readonly portalId: number;
  readonly linkId: number;
}
const sealOf = (secret: string, { portalId, linkId }: Owner) => ({
  secret,
  purpose: "quick link",
  owner: `portal:${portalId} link:${linkId}`,
});

/** A new secret of a link, as it is told once and as it is kept. ofServer: the server's secret. */
export function makeSecret(ofServer: string, owner: Owner): { readonly secret: string; readonly sealed: Buffer } {
  const secret = `stoa_link_${randomBytes(32).toString("base64url")}`;
  return { secret, sealed: seal(sealOf(ofServer, owner), Buffer.from(secret)) };
}

/** A kept secret again. Throws 409 where the server has another secret than when it was made. */
export function openedSecret(ofServer: string, owner: Owner, sealed: Buffer): string {
  const secret = unseal(sealOf(ofServer, owner), sealed)?.toString();
  if (secret === undefined)
    throw conflict("link_secret_lost", "This link cannot be signed at the moment. Ask the admins of this portal to renew its secret.");
  return secret;
}

/** What is known of somebody who opens a link. */
export interface Opener {
  readonly externalId: string | null;
  readonly email: string;
  readonly userId: number;
  readonly language: string;
}
/** The value of each variable. Throws 409 where this person has none. */
const values: Readonly<Record<LinkVariable, (opener: Opener) => string>> = {
  externalId({ externalId }) {
    if (externalId) return externalId;
    throw conflict(
      "no_external_id",
      "This link needs your external ID, and none is entered for you in this portal. Ask the people who look after accounts here to enter it.",
    );
  },
  email: ({ email }) => email,
  userId: ({ userId }) => String(userId),
  language: ({ language }) => language,
};

/**
 * The address of a link for somebody, with the time and the signature at the end of its query: HMAC-SHA-256 over all the rest of it, also over what stands behind #.
 * Throws 409 where it can't be made for this person.
 */
export function signedFor(address: string, opener: Opener, { secret, now }: { readonly secret: string; readonly now: Date }): string {
  const filled = withValues(address, (name) => values[name](opener));
  // Of a value such as two dots a browser would make another path.
  if (new URL(filled).href !== filled)
    throw conflict(
      "value_changes_address",
      "What is entered for you in this portal cannot stand in the address of this link. Ask the people who look after accounts here to correct it.",
    );
  const [, before = "", behind = ""] = /^([^#]*)(.*)$/.exec(filled) ?? [];
  const joint = !before.includes("?") ? "?" : /[?&]$/.test(before) ? "" : "&";
  const timed = `${before}${joint}stoa_time=${Math.floor(now.getTime() / 1000)}`;
  const signature = createHmac("sha256", secret)
    .update(timed + behind)
    .digest("hex");
  return `${timed}&stoa_signature=${signature}${behind}`;
}

/** Stands for each value where nobody opens a link. */
const nobody = "example";

/** What is asked to find out whether a signed link leads somewhere: its address about nobody, without a signature. */
export const sampleOf = (address: string): string => withValues(address, () => nobody);

/** Whether a path names the person, so that a server answers 404 for somebody whom it does not know. */
export const namesPersonInPath = (address: string): boolean => variablesIn(address.split(/[?#]/)[0] ?? "").length > 0;
