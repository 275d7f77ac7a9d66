import type { CompiledQuery } from "kysely";
import type { Actor } from "#platform/actor.ts";
import type { Db } from "#platform/db/connect.ts";
import { whoAsks } from "#platform/db/read-ahead.ts";
import type { Statement } from "#platform/db/typed.ts";
import { lookFor, type Appearance, type GroupLook } from "./group-looks.ts";
import type { PortalQuickLink } from "./quick-links.ts";
import type { PortalAnnouncement } from "./shown-announcements.ts";

/** What is asked of the feature that knows audiences. */
export interface AudiencesAsked {
  readonly portal: { readonly id: number; readonly timeZone: string };
  readonly userId: number;
  readonly now: Date;
  /** Conditions, which this feature does not know. */
  readonly audiences: readonly unknown[];
}
/** Tells which of some audiences a person is in, by their places from 0. app/server.ts names it. */
export interface AudienceOf {
  /** The statement by which `find` does so, to be sent before it is known who asks; null where something has to be read before. */
  ahead(asked: AudiencesAsked): Statement<{ nth: number }> | null;
  find(db: Db, asked: AudiencesAsked): Promise<readonly number[]>;
}

/** What a portal shows somebody on every page, beside the screen itself. */
export interface Shown {
  readonly announcements: readonly PortalAnnouncement[];
  readonly quickLinks: readonly PortalQuickLink[];
}

/** That, and how its pages look to them; null for the look of the portal. */
export interface Page extends Shown {
  readonly look: Appearance | null;
}

/**
 * What a portal shows now, and to whom. Only where something has an audience does anybody's answer need a statement, mostly one for all of it; `ahead` is that statement,
 * to be sent before it is known who asks.
 */
export function shownIn(
  portal: Shown & { readonly id: number; readonly timeZone: string; readonly groupLooks: readonly GroupLook[] },
  audienceOf: AudienceOf,
  now = new Date(),
): { readonly ahead: readonly CompiledQuery[]; to(db: Db, actor: Pick<Actor, "userId">): Promise<Page> } {
  const at = now.getTime();
  const isNow = ({ startsAt, endsAt }: { readonly startsAt: number | null; readonly endsAt: number | null }) =>
    (startsAt === null || startsAt <= at) && (endsAt === null || at < endsAt);
  const [announcements, quickLinks] = [portal.announcements.filter(isNow), portal.quickLinks.filter(isNow)];
  const limited = [...[...announcements, ...quickLinks].filter(({ audience }) => audience !== null), ...portal.groupLooks];
  const asked = (userId: number): AudiencesAsked => ({ portal, userId, now, audiences: limited.map(({ audience }) => audience) });
  const ahead = limited.length > 0 ? audienceOf.ahead(asked(whoAsks)) : null;
  return {
    ahead: ahead ? [ahead.compile()] : [],
    async to(db, { userId }) {
      if (limited.length === 0) return { announcements, quickLinks, look: null };
      const theirs = new Set((await audienceOf.find(db, asked(userId))).map((nth) => limited[nth]));
      const isTheirs = (one: (typeof limited)[number]) => one.audience === null || theirs.has(one);
      return {
        announcements: announcements.filter(isTheirs),
        quickLinks: quickLinks.filter(isTheirs),
        look: lookFor(portal.groupLooks.filter(isTheirs)),
      };
    },
  };
}
