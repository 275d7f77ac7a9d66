import { createHmac, timingSafeEqual } from "node:crypto";

/** Whose mails of which event end by one click. */
export interface Unsubscribing {
  readonly portalId: number;
  readonly userId: number;
  readonly event: string;
}

/** Signs and reads the addresses of List-Unsubscribe. What they can do is end mails of one kind for one person, so they do not expire. */
export function unsubscribeTokens(secret: string) {
  const key = createHmac("sha256", secret).update("mail unsubscribe").digest();
  const sign = (text: string) => createHmac("sha256", key).update(text).digest("base64url").slice(0, 32);
  return {
    issue: ({ portalId, userId, event }: Unsubscribing): string => {
      const text = `${portalId}.${userId}.${event}`;
      return `${text}.${sign(text)}`;
    },
    /** What a genuine token says; null otherwise. */
    read(token: string): Unsubscribing | null {
      const [, text = "", portalId, userId, event = "", signature = ""] =
        /^((\d{1,15})\.(\d{1,15})\.([a-z_]{1,41}))\.([\w-]{32})$/.exec(token) ?? [];
      const right = Buffer.from(sign(text));
      const given = Buffer.from(signature);
      return right.length === given.length && timingSafeEqual(right, given)
        ? { portalId: Number(portalId), userId: Number(userId), event }
        : null;
    },
  };
}
