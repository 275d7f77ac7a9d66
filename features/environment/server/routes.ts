import { reachPath } from "#features/scorm/content-reach.ts";
import { signedIn } from "#platform/actor.ts";
import type { ContentHosts } from "#platform/content-hosts.ts";
import { instant } from "#platform/instant.ts";
import type { Serve } from "#platform/serve.ts";
import { showFacts } from "../contract.ts";

export interface EnvironmentDeps {
  readonly version: string;
  readonly content: ContentHosts;
  /** Where a person's browser looks whether the content host is reached. */
  readonly checkOriginOf: (person: { portalId: number; userId: number }) => string;
}

/** Mounts what the screen Environment asks. */
export function environmentRoutes(serve: Serve, { version, content, checkOriginOf }: EnvironmentDeps) {
  const { hostname } = new URL(content.contentOrigin);
  const contentHost = content.contentHosts === "one" ? hostname : `*.${hostname}`;
  serve(showFacts, signedIn, async (_, { actor, http }) => ({
    version,
    requestId: http.requestId,
    at: instant(new Date()),
    origin: http.origin,
    contentCheck: `${checkOriginOf({ portalId: http.portal?.id ?? 0, userId: actor.userId })}${reachPath}`,
    contentHost,
  }));
}
