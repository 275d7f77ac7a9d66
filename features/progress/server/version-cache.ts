import { LearnerContent, learnerContent } from "#features/courses/content.ts";
import type { Db } from "#platform/db/connect.ts";
import { preparedForMany } from "#platform/prepared.ts";
import type { CourseVersion } from "./course-version.ts";
import { courseVersion } from "./course-version.ts";
import { findVersion } from "./queries.ts";

/** The most recently used published versions of all portals, in memory. Versions never change (INV-5), so entries never become stale. */
export interface VersionCache {
  get(db: Db, portalId: number, versionId: number): Promise<CourseVersion>;
}

/** Makes an empty cache that keeps up to `size` versions. */
export function versionCache(size = 200): VersionCache {
  const kept = new Map<string, CourseVersion>();
  return {
    async get(db, portalId, versionId) {
      const key = `${portalId}:${versionId}`;
      const found = kept.get(key) ?? courseVersion(await findVersion(db, portalId, versionId));
      kept.delete(key);
      kept.set(key, found);
      if (kept.size > size) kept.delete(kept.keys().next().value as string);
      return found;
    },
  };
}

const shown = new WeakMap<CourseVersion, LearnerContent>();

/** What learners see of a version, prepared for replies: a large course is checked, turned into JSON and compressed once, not with each launch. */
export function shownContent(version: CourseVersion): LearnerContent {
  const known = shown.get(version);
  if (known) return known;
  const content = preparedForMany(LearnerContent, learnerContent(version.content, version.spoken));
  shown.set(version, content);
  return content;
}
