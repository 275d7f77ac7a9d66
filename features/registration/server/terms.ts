import { sql } from "kysely";
import * as z from "zod/mini";
import { safeReturnUrl } from "#features/auth/return-url.ts";
import type { Actor } from "#platform/actor.ts";
import { note } from "#platform/audit.ts";
import type { Parsed, Result } from "#platform/contract.ts";
import type { Db } from "#platform/db/connect.ts";
import { typed } from "#platform/db/typed.ts";
import { deviceName } from "#platform/device.ts";
import { conflict, signedOut } from "#platform/errors.ts";
import type { OpenContext } from "#platform/serve.ts";
import type * as api from "../terms-contract.ts";

const Terms = z.object({ terms: z.string(), version: z.int() });

/** The terms of a portal in force; version 0 without any. */
async function termsOf(db: Db, portalId: number): Promise<z.infer<typeof Terms>> {
  const { rows } = await typed(Terms)`select terms, terms_version as version from registration_settings
    where portal_id = ${portalId} and terms <> ''`.execute(db);
  return rows[0] ?? { terms: "", version: 0 };
}

// Whoever stands before the terms asks nothing else, so the rule of a route would refuse them here too.
async function person({ open }: OpenContext): Promise<Actor> {
  const actor = await open(async (scope) => scope.actor);
  if (!actor) throw signedOut();
  return actor;
}

/** The terms that the person asking has to agree to. */
export async function showTerms(context: OpenContext): Promise<Result<typeof api.termsDue>> {
  const { gate, portalId } = await person(context);
  if (gate !== "terms") return { terms: "", version: 0 };
  return context.databases.inPortal(portalId, (db) => termsOf(db, portalId));
}

interface Acceptance {
  readonly portalId: number;
  readonly userId: number;
  readonly version: number;
  readonly via: "registration" | "sign_in";
  /** When; now where it is left out. */
  readonly at?: Date;
  readonly ip: string;
  /** The browser in words (deviceName). */
  readonly device: string;
}

/** Records that a person of the portal agreed to a version of its terms, once, and from where. As the system role. */
export async function recordAcceptance(db: Db, { portalId, userId, version, via, at, ip, device }: Acceptance): Promise<void> {
  await sql`insert into terms_acceptances (portal_id, user_id, version, via, accepted_at, ip, device)
    values (${portalId}, ${userId}, ${version}, ${via}, coalesce(${at ?? null}::timestamptz, now()), ${ip}, ${device}) on conflict do nothing`.execute(
    db,
  );
}

/** Agrees to the terms in force, in all sessions of the person in this portal. Throws 409 when they changed since they were read. */
export async function acceptTerms(
  context: OpenContext,
  { version, returnUrl }: Parsed<typeof api.acceptTerms>["body"],
): Promise<Result<typeof api.acceptTerms>> {
  const { http, databases } = context;
  const actor = await person(context);
  const { portalId, userId } = actor;
  if (actor.gate === "terms")
    await databases.inSystem("somebody agrees to the terms", async (db) => {
      const now = await termsOf(db, portalId);
      if (now.version !== version) throw conflict("terms_changed", "The terms have changed meanwhile. Read them again.");
      await recordAcceptance(db, { portalId, userId, version, via: "sign_in", ip: http.ip, device: deviceName(http.userAgent) });
      await sql`update sessions set terms_due = null where portal_id = ${portalId} and user_id = ${userId} and terms_due <= ${version}`.execute(
        db,
      );
      await note(
        { db, portal: { id: portalId }, actor, http },
        { action: "terms_accepted", object: { kind: "user", id: userId }, after: { version } },
      );
    });
  return { redirect: safeReturnUrl(returnUrl, http.origin) ?? "/v/" };
}
