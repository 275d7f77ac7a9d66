import { signedIn, anonymous } from "#platform/actor.ts";
import type { StateLimits, StoreCommit } from "#features/progress/server/service.ts";
import type { VersionCache } from "#features/progress/server/version-cache.ts";
import { fieldErrors } from "#platform/answer-errors.ts";
import { AppError, forbidden, invalidFields } from "#platform/errors.ts";
import { acceptedLanguage } from "#platform/languages.ts";
import type { Http, Serve } from "#platform/serve.ts";
import { attemptCalls, LauncherCommit, launcherCommitPath, openPackage, openTest } from "../contract.ts";
import { readsCalls, testsPackages } from "../policy.ts";
import { callsOf, commitOfLauncher, open, openForTest } from "./runtime.ts";
import type { ContentOrigins } from "./content-origins.ts";
import type { Tokens } from "./tokens.ts";

export interface RuntimeDeps {
  readonly originOf: ContentOrigins;
  /** Minutes of rest after which a session ends. */
  readonly idleMinutes: number;
  readonly tokens: Tokens;
  readonly store: StoreCommit;
  readonly versions: VersionCache;
  readonly limits: StateLimits;
  /** Counts one commit of an attempt; throws 429. */
  readonly countCommit: (portalId: number, attemptId: string) => Promise<void>;
}

/** Limit of a commit's body: suspend data of 64,000 characters, escaped and with other values. The launcher itself sends less at a time. */
const commitBytes = 512 * 1024;

/** Mounts opening packages, the launchers' own commits and the call log. */
export function runtimeRoutes(serve: Serve, { originOf, idleMinutes, tokens, store, versions, limits, countCommit }: RuntimeDeps) {
  const where = ({ origin }: Http) => ({ tokens, originOf, origin, versions, limits });
  // Their token is another one each time.
  serve(openPackage, signedIn, ({ body }, { db, actor, http }) => open(db, actor, where(http), body), {
    isLarge: true,
    prepared: "states",
  });
  serve(openTest, testsPackages, ({ body }, { db, actor, http }) => openForTest(db, actor, where(http), body), { isLarge: true });
  serve(attemptCalls, readsCalls, ({ params, query }, { db, actor }) => callsOf(db, actor, params.attemptId, query.before));

  serve.raw({
    method: "POST",
    path: launcherCommitPath,
    rule: anonymous,
    summary: "What a package's launcher sends by itself when its page ends: facts under an attempt token, as text, without cookies.",
    writeGuard: "launcher",
    bodyLimit: commitBytes,
    handler: async (request, reply, { http }) => {
      const commit = parsed(request.body);
      const genuine = tokens.genuine(commit.token);
      const origin = genuine && originOf(genuine);
      if (genuine && origin !== request.headers.origin)
        throw forbidden(
          "origin",
          "This request did not come from a page of this portal, so nothing was changed. Open the portal and try again from there.",
        );
      // The launcher is of another origin, the token's own, and reads the answer: what is stored, and when to try again.
      if (origin) reply.headers({ "access-control-allow-origin": origin, "access-control-expose-headers": "retry-after", vary: "origin" });
      const attempt = tokens.read(commit.token);
      if (attempt) await countCommit(attempt.portalId, String(attempt.attemptId));
      try {
        return reply.send(
          await commitOfLauncher(attempt, store, http.portal?.id, commit, {
            language: () => acceptedLanguage(request.headers["accept-language"]),
            idleMinutes,
          }),
        );
      } catch (error) {
        if (error instanceof AppError && error.status < 500)
          request.log.warn(
            { attemptId: attempt?.attemptId, clientId: commit.clientId, code: error.code },
            "a launcher's commit was refused",
          );
        throw error;
      }
    },
  });
}

function parsed(body: unknown): LauncherCommit {
  let value: unknown;
  try {
    value = JSON.parse(String(body));
  } catch {
    value = null;
  }
  const result = LauncherCommit.safeParse(value);
  if (!result.success) throw invalidFields(fieldErrors(result.error.issues));
  return result.data;
}
