import { note } from "#platform/audit.ts";
import { notFound, refused } from "#platform/errors.ts";
import { passkeySignIn, startPasskeySignIn } from "../../factor-contract.ts";
import { askForPasskey, checkPasskey } from "../../factors/passkey.ts";
import { hand, pass } from "../../server/door.ts";
import { tellChanged } from "../../server/factor-service.ts";
import type { SignInMethod } from "../method.ts";

const wrong = () => refused(401, "wrong_passkey", "This passkey does not open this portal. Sign in with your email and password.");

/** Signing in with a passkey alone: it has to verify the person too, so it is two factors in one. */
export const passkey: SignInMethod = {
  name: "passkey",
  mount(serve, deps) {
    serve.open(startPasskeySignIn, async (_, { http }) => {
      const { portal, origin } = http;
      if (!portal) throw notFound("portal", "This portal could not be found.");
      return deps.databases.inSystem("ask for a passkey", async (db) => ({
        options: { ...(await askForPasskey(db, { portalId: portal.id, origin }, null)) },
      }));
    });
    serve.open(
      passkeySignIn,
      async ({ body: { answer, returnUrl } }, { http }) => {
        const { portal, origin } = http;
        if (!portal) throw notFound("portal", "This portal could not be found.");
        const attempt = await deps.limiter.factor(http.ip);
        const passed = await deps.databases.inSystem("sign in with a passkey", async (db) => {
          const proof = await checkPasskey(db, { portalId: portal.id, origin }, null, answer);
          const right = proof?.state === "right" ? proof : null;
          if (proof && !right) await tellChanged(db, portal.id, proof.userId, "passkey_copied");
          const entered =
            right &&
            (await pass(db, deps, http, portal, {
              ...right,
              method: "passkey",
              hasSecondFactor: true,
              returnUrl,
              action: "signed_in",
              factor: "passkey",
            }));
          if (!entered) await note({ db, portal, actor: proof && { userId: proof.userId }, http }, { action: "sign_in_failed" });
          return entered;
        });
        if (!passed) throw wrong();
        await attempt.succeeded();
        return hand(deps, http, passed);
      },
      { anyText: true },
    );
  },
};
