import { holdSystemAdmin } from "#features/roles/server/service.ts";
import type { Actor } from "#platform/actor.ts";
import { note, type Doer, type Happening } from "#platform/audit.ts";
import type { Db } from "#platform/db/connect.ts";
import { requireActor, type OpenContext } from "#platform/serve.ts";
import { runsPortals } from "../policy.ts";

export interface Change {
  readonly db: Db;
  readonly actor: Actor;
  /** Writes an entry into the log of a portal that the change concerns. */
  noteIn(portalId: number, happening: Happening): Promise<void>;
}

/** Who asks, if they may run portals. */
export const whoRuns = ({ open }: OpenContext): Promise<Actor> => open(async ({ actor }) => requireActor(actor, runsPortals));

/** Opens the request, and makes a change across portals, as the system role, for whoever is a system admin at that moment too. */
export async function changing<T>(context: OpenContext, why: string, work: (change: Change) => Promise<T>): Promise<T> {
  const actor = await whoRuns(context);
  const { databases, http } = context;
  return databases.inSystem(why, async (db) => {
    await holdSystemAdmin(db, actor.userId);
    return work({
      db,
      actor,
      noteIn: (portalId, happening) => note({ db, portal: { id: portalId }, actor, http } satisfies Doer, happening),
    });
  });
}
