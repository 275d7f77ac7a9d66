import { signedIn, anonymous } from "#platform/actor.ts";
import type { StoreCommit } from "#features/progress/server/service.ts";
import type { Config } from "#platform/config.ts";
import { fieldErrors } from "#platform/answer-errors.ts";
import { AppError, invalidFields } from "#platform/errors.ts";
import { acceptedLanguage } from "#platform/languages.ts";
import type { Http, Serve } from "#platform/serve.ts";
import { attemptCalls, LauncherCommit, launcherCommitPath, openPackage, openTest } from "../contract.ts";
import { readsCalls, testsPackages } from "../policy.ts";
import { callsOf, commitOfLauncher, open, openForTest } from "./runtime.ts";
import type { Tokens } from "./tokens.ts";

export interface RuntimeDeps {
  readonly config: Pick<Config, "contentOrigin">;
  readonly tokens: Tokens;
  readonly store: StoreCommit;
  /** Counts one commit of an attempt; throws 429. */
  readonly countCommit: (portalId: number, attemptId: string) => Promise<void>;
}

/** Limit of a commit's body: suspend data of 64,000 characters, escaped and with other values. The launcher itself sends less at a time. */
const commitBytes = 512 * 1024;

/** Mounts opening packages, the launchers' own commits and the call log. */
export function runtimeRoutes(serve: Serve, { config, tokens, store, countCommit }: RuntimeDeps) {
  const { contentOrigin } = config;
  const where = ({ origin }: Http) => ({ tokens, contentOrigin, origin });
  serve(openPackage, signedIn, ({ body }, { db, actor, http }) => open(db, actor, where(http), body));
  serve(openTest, testsPackages, ({ body }, { db, actor, http }) => openForTest(db, actor, where(http), body));
  serve(attemptCalls, readsCalls, ({ params, query }, { db, actor }) => callsOf(db, actor, params.attemptId, query.before));

  serve.raw({
    method: "POST",
    path: launcherCommitPath,
    rule: anonymous,
    summary: "What a package's launcher sends by itself when its page ends: facts under an attempt token, as text, without cookies.",
    writeGuard: "launcher",
    bodyLimit: commitBytes,
    handler: async (request, reply, { http }) => {
      // The launcher is on another origin and reads the answer: what is stored, and when to retry.
      reply.headers({ "access-control-allow-origin": contentOrigin, "access-control-expose-headers": "retry-after", vary: "origin" });
      const commit = parsed(request.body);
      const attempt = tokens.read(commit.token);
      if (attempt) await countCommit(attempt.portalId, String(attempt.attemptId));
      try {
        return reply.send(
          await commitOfLauncher(tokens, store, http.portal?.id, commit, acceptedLanguage(request.headers["accept-language"])),
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
