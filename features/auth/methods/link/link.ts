import { refused } from "#platform/errors.ts";
import { askForSignInLink, linkMinutes, useSignInLink } from "../../link-contract.ts";
import { hand } from "../../server/door.ts";
import { isMailed } from "../../server/forgot.ts";
import { askForSignIn, enterByLink } from "../../server/sign-in-links.ts";
import type { SignInMethod } from "../method.ts";

const noLink = () => refused(401, "wrong_link", "This link does not work, or no longer. Ask for a new one, or sign in with your password.");

/** Signing in by a link that comes by mail: one factor, so a second one is asked for like after a password. */
export const link: SignInMethod = {
  name: "link",
  mount(serve, deps) {
    serve.open(askForSignInLink, async ({ body }, { http }) => {
      await askForSignIn(deps, http, body);
      return { minutes: linkMinutes, isMailed: await isMailed(deps, http) };
    });
    serve.open(useSignInLink, async ({ body }, { http }) => {
      const attempt = await deps.limiter.reset(http.ip);
      const passed = await enterByLink(deps, http, body.token);
      if (!passed) throw noLink();
      await attempt.succeeded();
      return hand(deps, http, passed);
    });
  },
};
