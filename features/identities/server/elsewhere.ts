import type { Limiter } from "#features/auth/server/limiter.ts";
import { handOver, hasAnyFactor, listElsewhere, ownStep, takeStep } from "#features/auth/server/service.ts";
import { findLogoFile } from "#features/branding/server/service.ts";
import { settingText } from "#features/portal/contract.ts";
import type { Portal } from "#features/portal/server/directory.ts";
import type { Result } from "#platform/contract.ts";
import type { Databases, Db } from "#platform/db/connect.ts";
import { forbidden, notFound, refused } from "#platform/errors.ts";
import type { SentFile } from "#platform/files/send-file.ts";
import { hostUrl } from "#platform/host.ts";
import type { Http, OpenContext } from "#platform/serve.ts";
import type * as api from "../elsewhere-contract.ts";
import { elsewhereLogoPath } from "../elsewhere-contract.ts";
import * as queries from "./queries.ts";
import { standingsOf } from "./standings.ts";

const noFile = () => notFound("file", "This file could not be found.");
const over = () => refused(401, "no_sign_in", "No sign-in is waiting in this browser. Sign in again.");

const isChooserIn = ({ portal }: Http) => settingText((portal as Portal | null)?.settings, "wrongPortal") === "chooser";

/** Whose sign-in waits at a portal that is not theirs, and their portals as far as they may be named. As the system role. Null for nobody. */
async function whose(db: Db, http: Http) {
  const { portal } = http;
  const step = portal && (await ownStep(db, http));
  if (!portal || step?.kind !== "elsewhere") return null;
  const person = await queries.findIdentity(db, step.userId);
  if (!person) return null;
  // An account with a second factor is authenticated when that is proven too. A passkey of another portal cannot be proven here.
  const isNamed = step.factorAt !== null || !(await hasAnyFactor(db, step.userId));
  return { step, person, isNamed, portals: isNamed ? await listElsewhere(db, step.userId, portal.id) : [] };
}

/** Which portals are those of the person who has signed in to one that is not theirs. 401 without such a sign-in. */
export const showElsewhere = ({ http, databases }: OpenContext): Promise<Result<typeof api.showElsewhere>> =>
  databases.inSystem("somebody has come to a portal that is not theirs", async (db) => {
    const found = await whose(db, http);
    if (!found) throw over();
    const { person, isNamed, portals } = found;
    const standings = await standingsOf(
      db,
      person,
      portals.map(({ id }) => id),
      elsewhereLogoPath,
    );
    const names = new Map(portals.map(({ id, name }) => [id, name]));
    return {
      email: person.email,
      isNamed,
      isChooser: isChooserIn(http),
      portals: standings.map((one) => ({ ...one, name: names.get(one.id) ?? "" })),
    };
  });

/** Carries that person to one of their portals, where its own door decides. 404 for a portal that is not theirs or may not be named, 403 where the portal lets nobody choose. */
export async function goElsewhere({ http, databases }: OpenContext, toId: number, limiter: Pick<Limiter, "switching">) {
  const read = (db: Db) => whose(db, http);
  const known = await databases.inSystem("find whose sign-in waits", read);
  if (!known) throw over();
  await limiter.switching(known.person.userId);
  return databases.inSystem("hand over from a portal that is not theirs", async (db) => {
    const found = await read(db);
    if (!found || !http.portal) throw over();
    if (!isChooserIn(http)) throw forbidden("no_chooser", "Sign in at the address of your portal.");
    const { step, person, portals } = found;
    if (!portals.some(({ id }) => id === toId)) throw notFound("portal", "This portal could not be found.");
    const made = await handOver(db, http.origin, {
      ...person,
      portalId: http.portal.id,
      toId,
      factorAt: step.factorAt,
      isByPassword: true,
    });
    if (!(await takeStep(db, http.portal.id, step.token))) throw over();
    return made;
  });
}

/** The logo of one of those portals; 404 for every other one. */
export const findLogoElsewhere = ({ http, databases }: OpenContext, portalId: string, name: string): Promise<SentFile> =>
  databases.inSystem("the logo of one of somebody's portals", async (db) => {
    const portal = (await whose(db, http))?.portals.find(({ id }) => String(id) === portalId);
    const file = portal && (await findLogoFile(db, portal.id, name));
    if (!file) throw noFile();
    return file;
  });

/** Where a page may post to, so that somebody gets to their portals from it; nowhere for everybody else. */
export async function hostsElsewhere(databases: Databases, http: Http): Promise<string[]> {
  if (!isChooserIn(http)) return [];
  const found = await databases.inSystem("find whose sign-in waits", (db) => whose(db, http));
  return (found?.portals ?? []).map(({ host }) => hostUrl(host, http.origin));
}
