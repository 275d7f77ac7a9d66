import { instantsOf, localPeriod } from "#features/account/server/period.ts";
import { systemWordsIn, type SystemAnnouncement as Stored } from "#features/portal/server/service.ts";
import { invalid } from "#platform/errors.ts";
import { requireActor, type OpenContext } from "#platform/serve.ts";
import type { SystemAnnouncement, ToldToAll } from "../contract.ts";
import { seesPortals } from "../policy.ts";
import { changing } from "./changing.ts";
import * as queries from "./queries.ts";
import type { HostDeps } from "./service.ts";

const MINUTE = 60_000;

/** A stored announcement as its form has it: dates as the clocks of its zone show them. */
function typedFrom({ texts, startsAt, endsAt, timeZone, maintenance }: Stored): SystemAnnouncement {
  const at = (instant: number | null) => (instant === null ? null : new Date(instant));
  const begins = localPeriod({ startsAt: at(maintenance?.startsAt ?? null), endsAt: null, timeZone }).startsAt;
  return {
    texts,
    ...localPeriod({ startsAt: at(startsAt), endsAt: at(endsAt), timeZone }),
    maintenance:
      maintenance && begins !== null ? { startsAt: begins, minutes: (maintenance.endsAt - maintenance.startsAt) / MINUTE } : null,
  };
}

function toldFrom(stored: unknown): ToldToAll {
  const { html, dated } = systemWordsIn(stored);
  return { announcement: dated && typedFrom(dated), earlierHtml: html };
}

/** The announcement to be stored; null where it says nothing. Throws 400 for dates that do not go together. */
function storedFrom(typed: SystemAnnouncement, changedAt: number): Stored | null {
  const { timeZone } = typed;
  const texts = { en: typed.texts.en || null, de: typed.texts.de || null };
  const { starts_at, ends_at } = instantsOf(typed);
  const begins = typed.maintenance && instantsOf({ startsAt: typed.maintenance.startsAt, endsAt: null, timeZone }).starts_at;
  const maintenance =
    typed.maintenance && begins ? { startsAt: begins.getTime(), endsAt: begins.getTime() + typed.maintenance.minutes * MINUTE } : null;
  if (texts.en === null && texts.de === null && !maintenance) return null;
  const [startsAt, endsAt] = [starts_at?.getTime() ?? null, ends_at?.getTime() ?? null];
  if (maintenance && startsAt !== null && startsAt >= maintenance.startsAt)
    throw invalid("startsAt", "starts_too_late", "This would be shown only when the maintenance has begun.");
  if (maintenance && endsAt !== null && endsAt < maintenance.endsAt)
    throw invalid("endsAt", "ends_before_maintenance", "This would end before the maintenance is over.");
  return { texts, startsAt, endsAt, timeZone, maintenance, changedAt };
}

/** What everybody is told in all portals. */
export async function showSystemAnnouncement({ open, databases }: OpenContext): Promise<ToldToAll> {
  await open(async ({ actor }) => requireActor(actor, seesPortals));
  return toldFrom(await databases.inSystem("a system admin reads what everybody is told", (db) => queries.findTold(db)));
}

/** Changes what everybody is told in all portals, and lets requests know. Throws 400 for dates that do not go together. */
export async function saveSystemAnnouncement(
  context: OpenContext,
  typed: SystemAnnouncement,
  { portalChanged }: Pick<HostDeps, "portalChanged">,
): Promise<ToldToAll> {
  const told = await changing(context, "a system admin changes what everybody is told", async ({ db, actor, noteIn }) => {
    const stored = await queries.findTold(db, true);
    const before = toldFrom(stored);
    const next = storedFrom(typed, Date.now());
    const after: ToldToAll = { announcement: next && typedFrom(next), earlierHtml: "" };
    if (JSON.stringify(before) === JSON.stringify(after)) return before;
    await queries.putTold(db, next);
    await noteIn(actor.portalId, {
      action: "system_announcement_changed",
      before: { ...before.announcement },
      after: { ...after.announcement },
    });
    return after;
  });
  portalChanged();
  return told;
}
