import type { OpenedSite } from "#features/blocks/webPackage/open-site.ts";
import { hasOwnHost } from "#features/scorm/contract.ts";
import type { ContentOrigins } from "#features/scorm/server/content-origins.ts";
import type { AttemptToken, Tokens } from "#features/scorm/server/tokens.ts";
import type { Db } from "#platform/db/connect.ts";
import { notFound } from "#platform/errors.ts";
import { findSite } from "./site-queries.ts";

interface Where {
  readonly tokens: Tokens;
  readonly originOf: ContentOrigins;
  /** scheme://host[:port] of the portal's page that asks. */
  readonly origin: string;
}

export const noSite = () => notFound("web_pages", "These web pages could not be found.");

/** Where web pages play for somebody who may load their zip as a file of this course, which the caller has made sure of. Throws 404 for a file that has none. */
export async function openSiteFor(
  db: Db,
  { tokens, originOf, origin }: Where,
  { portalId, userId, sessionId, passId }: Pick<AttemptToken, "portalId" | "userId" | "sessionId" | "passId">,
  { courseId, fileId }: { readonly courseId: number; readonly fileId: number },
): Promise<OpenedSite> {
  const site = await findSite(db, portalId, fileId);
  if (!site) throw noSite();
  const place = originOf({ portalId, courseId, userId });
  const token = tokens.issue({
    kind: "site",
    portalId,
    userId,
    attemptId: 0,
    courseId,
    packageId: fileId,
    epoch: 0,
    sessionId,
    passId,
    origin,
  });
  return {
    src: `${place}/c/${token}/${site.entry.split("/").map(encodeURIComponent).join("/")}`,
    origin: place,
    mayOpenWindows: hasOwnHost(place),
  };
}
