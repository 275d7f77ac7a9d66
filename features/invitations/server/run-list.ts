import { aboutEffects, requireMayAdmit } from "#features/codes/server/service.ts";
import type { Actor } from "#platform/actor.ts";
import type { Happening } from "#platform/audit.ts";
import type { Db } from "#platform/db/connect.ts";
import { notFound } from "#platform/errors.ts";
import { languageOf } from "#platform/languages.ts";
import { requireActor } from "#platform/serve.ts";
import { invites } from "../policy.ts";
import * as queries from "./list-queries.ts";
import { lettersOf, sendInvitation, withdrawAll } from "./send.ts";

/** Addresses in one transaction of a job. */
const atATime = 100;

interface Doing {
  readonly db: Db;
  readonly owner: Actor;
  readonly note: (happenings: readonly Happening[]) => Promise<void>;
}

/** Somebody who still may invite into the whole portal. Throws 403. */
async function inviterOf({ db, owner }: Doing): Promise<Actor> {
  const actor = requireActor(owner, invites);
  await requireMayAdmit(db, actor);
  return actor;
}

/**
 * Invites the next addresses of a list, in the transaction of `db`. Whoever is not any more as the preview said is left alone, with the reason. Gives how many
 * were invited and how many left; both 0 when none is due any more.
 */
export async function inviteNext(doing: Doing, key: queries.ListKey, secret: string): Promise<{ invited: number; left: number }> {
  const { db, note } = doing;
  const actor = await inviterOf(doing);
  const list = await queries.findList(db, key);
  if (!list) throw notFound("invitation_list", "This list is not there any more. Paste it again.");
  const { effects, days } = list;
  await aboutEffects(db, actor, effects);
  const due = await queries.nextLines(db, key, atATime);
  const letters = await lettersOf({ db, portal: { id: key.portalId }, language: languageOf(list.locale) ?? "en" }, { secret }, days);
  const became: queries.Became[] = [];
  const happenings: Happening[] = [];
  for (const { nth, email, fate, now } of due) {
    if (now !== fate) became.push({ nth, outcome: now === "member" || now === "suppressed" ? now : "changed", id: null, messageId: null });
    else {
      const sent = await sendInvitation(letters, actor, { email, effects });
      became.push({ nth, outcome: "invited", ...sent });
      const after = { email, effects, cause: { kind: "invitation_list", id: key.listId } };
      happenings.push({ action: "person_invited", object: { kind: "invitation", id: sent.id }, after });
    }
  }
  await queries.markLines(db, key, became);
  await note(happenings);
  return { invited: happenings.length, left: due.length - happenings.length };
}

/** Withdraws the next invitations that a list sent; those that were accepted, sent again or withdrawn since are left alone. Both 0 when none is left. */
export async function withdrawNext(doing: Doing, key: queries.ListKey): Promise<{ withdrawn: number; kept: number }> {
  const { db, note } = doing;
  await inviterOf(doing);
  const sent = await queries.nextSent(db, key, atATime);
  const found = sent.filter(({ isAccepted, isAsLeft }) => !isAccepted && isAsLeft);
  await withdrawAll(db, key.portalId, found);
  await queries.markUndone(
    db,
    key,
    sent.map((one) => ({ nth: one.nth, fate: found.includes(one) ? "withdrawn" : one.isAccepted ? "accepted" : "changed" })),
  );
  const cause = { kind: "invitation_list_undo", id: key.listId };
  await note(
    found.map(({ id, email }) => ({
      action: "invitation_withdrawn",
      object: { kind: "invitation", id },
      before: { email },
      after: { cause },
    })),
  );
  return { withdrawn: found.length, kept: sent.length - found.length };
}
