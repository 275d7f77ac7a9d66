import { setSessionCookies } from "#features/auth/server/cookies.ts";
import { startSession } from "#features/auth/server/sessions.ts";
import { hashToken, newToken } from "#platform/tokens.ts";
import { safeReturnUrl } from "#features/auth/return-url.ts";
import type { Config } from "#platform/config.ts";
import * as queries from "./queries.ts";
import type { Sessions } from "./service.ts";

/** How a hand-over makes tokens and begins the session in the portal it leads to. */
export const handoverSessions = (config: Pick<Config, "secret" | "sessionMaxHours">): Sessions => ({
  newToken,
  hashToken,
  safeReturnUrl: (value, origin) => (typeof value === "string" ? safeReturnUrl(value, origin) : null),
  async begin(http, db, userId) {
    // The membership may have ended within the token's sixty seconds.
    if (!(await queries.mayEnter(db, userId))) return false;
    const token = await startSession(db, {
      userId,
      userAgent: http.userAgent,
      ip: http.ip,
      requestId: http.requestId,
      maxHours: config.sessionMaxHours,
      replaces: http.sessionToken,
      action: "portal_switched",
    });
    setSessionCookies(http, config.secret, token);
    return true;
  },
});
