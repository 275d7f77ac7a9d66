import { createHmac, randomBytes } from "node:crypto";
import { seal, unseal } from "#platform/sealed.ts";

// How a delivery says that it comes from the portal. Its receivers read docs/webhooks.md: what is written here is written there.

/** Of which webhook a secret is. */
interface Owner {
  readonly portalId: number;
  readonly webhookId: number;
}
const sealOf = (secret: string, { portalId, webhookId }: Owner) => ({
  secret,
  purpose: "webhook",
  owner: `portal:${portalId} webhook:${webhookId}`,
});

/** A new secret of a webhook, as it is told once and as it is kept. ofServer: the server's secret. */
export function makeSecret(ofServer: string, owner: Owner): { readonly secret: string; readonly sealed: Buffer } {
  const secret = `stoa_hook_${randomBytes(32).toString("base64url")}`;
  return { secret, sealed: seal(sealOf(ofServer, owner), Buffer.from(secret)) };
}

/** A kept secret again; null where the server has another secret than when it was made. */
export const openedSecret = (ofServer: string, owner: Owner, sealed: Buffer): string | null =>
  unseal(sealOf(ofServer, owner), sealed)?.toString() ?? null;

/** The signature of a body that is sent at a moment: HMAC-SHA-256 over the moment in seconds, a dot and the body. */
export function signatureOf(body: string, { secret, now }: { readonly secret: string; readonly now: Date }): string {
  const time = Math.floor(now.getTime() / 1000);
  const digits = createHmac("sha256", secret).update(`${time}.${body}`).digest("hex");
  return `t=${time},v1=${digits}`;
}
