import { signedIn } from "#platform/actor.ts";
import type { Serve } from "#platform/serve.ts";
import { commit, launch, readAttempt, updateLastViewedChapterAndTime } from "../contract.ts";
import { addViewingTime, attemptOf, launchCourse, storeCommits } from "./service.ts";
import { versionCache } from "./version-cache.ts";

/** Mounts launching, committing and reading attempts. Every one of them checks that the attempt or enrolment is the asker's own. */
export function progressRoutes(serve: Serve) {
  const versions = versionCache();
  serve(launch, signedIn, ({ body }, { db, actor }) => launchCourse(db, versions, actor, body));
  serve(readAttempt, signedIn, ({ params }, { db, actor }) => attemptOf(db, versions, actor, params.attemptId));
  // The state of a package may be 64,000 characters, escaped and with others (SCO-5).
  serve(commit, signedIn, ({ params, body }, { db, actor }) => storeCommits(db, versions, actor, params.attemptId, body), {
    bodyLimit: 512 * 1024,
  });
  serve(updateLastViewedChapterAndTime, signedIn, ({ body }, { db, actor, http }) =>
    addViewingTime(db, versions, actor, body, http.header("idempotency-key")),
  );
}
