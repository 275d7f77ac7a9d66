import { signedIn } from "#platform/actor.ts";
import { hashToken } from "#platform/tokens.ts";
import { AppError, notFound, signedOut } from "#platform/errors.ts";
import { requireActor, type Serve, type ServeDeps } from "#platform/serve.ts";
import { commit, launch, leaveAttempt, readAttempt, updateLastViewedChapterAndTime } from "../contract.ts";
import { addViewingTime, attemptOf, launchCourse, launchFirst, leaveOpening, storeCommits, storePackageCommits } from "./service.ts";
import type { StoreCommit } from "./commit-queue.ts";
import type { StateLimits } from "./package-commits.ts";
import type { VersionCache } from "./version-cache.ts";

export interface ProgressDeps {
  readonly idleMinutes: number;
  readonly storeCommit: StoreCommit;
  readonly versions: VersionCache;
  readonly limits: StateLimits;
  readonly countStranger: ServeDeps["countStranger"];
}

/** Mounts launching, committing and reading attempts. Every handler checks that the attempt or enrolment belongs to the asker. */
export function progressRoutes(serve: Serve, { idleMinutes, storeCommit, versions, limits, countStranger }: ProgressDeps) {
  const byKey = { byKey: true };
  serve(launch, signedIn, ({ body }, { actor, ...scope }) => launchCourse(scope, versions, actor, body), {
    ...byKey,
    isLarge: true,
    prepared: "content",
    first: ({ body }, asker) => launchFirst(asker, body),
  });
  serve(readAttempt, signedIn, ({ params }, context) => attemptOf(context, versions, context.actor, params.attemptId), byKey);
  serve(leaveAttempt, signedIn, ({ params, body }, { db, actor }) => leaveOpening(db, actor, params.attemptId, body), byKey);
  serve.open(
    commit,
    async ({ params: { attemptId }, body }, { http, open, language }) => {
      const { portal, sessionToken } = http;
      if (!portal) throw notFound("portal", "This portal could not be found.");
      if (!sessionToken) throw signedOut();
      const asker = { portalId: portal.id, session: { tokenHash: hashToken(sessionToken), idleMinutes } };
      const readState = () => open((scope) => attemptOf(scope, versions, requireActor(scope.actor, signedIn), attemptId), byKey);
      const stored = storePackageCommits(storeCommit, asker, attemptId, body, readState, language).catch(async (error: unknown) => {
        if (error instanceof AppError && error.status === 401) await countStranger(http.raw.request);
        throw error;
      });
      return (
        (await stored) ??
        open(({ actor, ...scope }) => storeCommits(scope, { versions, limits }, requireActor(actor, signedIn), attemptId, body), byKey)
      );
    },
    // A package's state may have 64,000 characters, more when escaped, and others with it (SCO-5). Text that cannot be stored must not lose the rest.
    { rule: signedIn, bodyLimit: 512 * 1024, anyText: true },
  );
  serve(
    updateLastViewedChapterAndTime,
    signedIn,
    ({ body }, { db, actor, http }) => addViewingTime(db, { versions, limits }, actor, body, http.header("idempotency-key")),
    byKey,
  );
}
