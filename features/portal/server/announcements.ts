import { instantOrNull } from "#platform/instant.ts";
import { conflict, notFound } from "#platform/errors.ts";
import type { Result } from "#platform/contract.ts";
import type { Context } from "#platform/serve.ts";
import { announcementKey } from "../announcement-key.ts";
import type * as api from "../announcements-contract.ts";
import type { Portal } from "./directory.ts";
import * as queries from "./queries.ts";
import { shownIn, type AudienceOf } from "./shown.ts";
import { textFor, type PortalAnnouncement } from "./shown-announcements.ts";

type Asking = Pick<Context, "db" | "actor" | "http">;

/** What is told the person asking now. */
const mine = async ({ db, actor, http }: Asking, audienceOf: AudienceOf) =>
  (await shownIn({ ...(http.portal as Portal), quickLinks: [], groupLooks: [] }, audienceOf).to(db, actor)).announcements;

/** An announcement as somebody reads it. */
const textOf = (one: PortalAnnouncement, { actor, http }: Asking) => ({
  id: one.id,
  ...textFor(one.texts, actor.locale, (http.portal as Portal).locale),
  isImportant: one.isImportant,
  since: new Date(Math.max(one.startsAt ?? 0, one.askedAt)).toISOString(),
});

/** Of what the portal tells the person asking now, that with an audience of which something is true. Asks the database only where there is any. */
export async function announcementsWhere(asking: Asking, audienceOf: AudienceOf, isAsked: (audience: unknown) => boolean) {
  const portal = asking.http.portal as Portal;
  const announcements = portal.announcements.filter(({ audience }) => isAsked(audience));
  const shown = await shownIn({ ...portal, announcements, quickLinks: [], groupLooks: [] }, audienceOf).to(asking.db, asking.actor);
  return shown.announcements.map((one) => textOf(one, asking));
}

/** What the portal tells the person asking now, with what they have read and confirmed of it. */
export async function showMine(asking: Asking, audienceOf: AudienceOf): Promise<Result<typeof api.myAnnouncements>> {
  const { db, actor } = asking;
  const shown = await mine(asking, audienceOf);
  const receipts = await queries.listReceipts(
    db,
    actor,
    shown.map(({ id }) => id),
  );
  return {
    rows: shown.map((one) => {
      const receipt = receipts.find(({ id }) => id === one.id);
      return {
        ...textOf(one, asking),
        key: announcementKey(one),
        mustRead: one.mustRead,
        // Whoever looks as somebody confirms nothing for them.
        blocks: one.blocks && actor.by === null,
        presence: one.presence,
        endsAt: one.endsAt === null ? null : new Date(one.endsAt).toISOString(),
        isRead: receipt !== undefined && receipt.readAt.getTime() >= one.askedAt,
        confirmedAt: confirmed(receipt?.confirmedAt ?? null, one),
      };
    }),
  };
}

const confirmed = (at: Date | null, { askedAt }: PortalAnnouncement) => instantOrNull(at && at.getTime() >= askedAt ? at : null);

/** Keeps that the person asking has opened announcements. Those that are not shown to them are left out. */
export async function markRead(
  asking: Asking,
  audienceOf: AudienceOf,
  ids: readonly number[],
): Promise<Result<typeof api.markAnnouncementsRead>> {
  const shown = (await mine(asking, audienceOf)).filter(({ id }) => ids.includes(id)).map(({ id }) => id);
  if (shown.length > 0) await queries.upsertReceipts(asking.db, asking.actor, shown);
  return { ids: shown };
}

/** Keeps that the person asking says that they have read an announcement. Throws 404 for one that is not shown to them, 409 when it is another text by now. */
export async function confirmAnnouncement(
  asking: Asking,
  audienceOf: AudienceOf,
  { id, key }: { readonly id: number; readonly key: string },
): Promise<Result<typeof api.confirmAnnouncement>> {
  const one = (await mine(asking, audienceOf)).find((shown) => shown.id === id);
  if (!one) throw notFound("announcement", "This announcement could not be found.");
  if (announcementKey(one) !== key)
    throw conflict("announcement_changed", "This announcement was changed meanwhile. Read it again, then confirm it.");
  const at = await queries.confirmReceipt(asking.db, asking.actor, id, new Date(one.askedAt));
  return { confirmedAt: at.toISOString() };
}
