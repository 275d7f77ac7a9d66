import { sql } from "kysely";
import { safeReturnUrl } from "#features/auth/return-url.ts";
import { note } from "#platform/audit.ts";
import type { Parsed, Result } from "#platform/contract.ts";
import type { Db } from "#platform/db/connect.ts";
import { requireActor, type Context, type OpenContext } from "#platform/serve.ts";
import type { FieldDefinition } from "../definition.ts";
import { fillsIn } from "../policy.ts";
import type * as api from "../sheet-contract.ts";
import { changeValues, readFields, readValues } from "./service.ts";
import { readSheet, type Only } from "./sheet.ts";

// What people have to fill in after signing in. Whether anything is missing, the database says (db/functions/fields_due.sql); here is what.

/** Whether a field is asked at sign-in. */
export const isAskedAtSignIn: Only = (field) => field.isAskedAtSignIn;

async function missingFields(db: Db, portalId: number, userId: number): Promise<FieldDefinition[]> {
  const asked = (await readFields(db, portalId)).filter(isAskedAtSignIn);
  const values = (await readValues(db, portalId, [userId], asked)).get(userId) ?? {};
  return asked.filter(({ id }) => !(id in values));
}

/** The fields that the person asking stands before. Each has to be filled in, whatever it is elsewhere. */
export async function showMissing({ db, actor }: Context): Promise<Result<typeof api.getMissingFields>> {
  if (actor.gate !== "fields") return { fields: [], values: {}, people: [] };
  const missing = new Set((await missingFields(db, actor.portalId, actor.userId)).map(({ id }) => id));
  const sheet = await readSheet(db, actor, actor.userId, ({ id }) => missing.has(id));
  return { ...sheet, fields: sheet.fields.map((field) => ({ ...field, isRequired: true })) };
}

/** Fills in all that is missing, for all sessions of the person in this portal. Throws 400 with what each field does not take; values of other fields are left out. */
export async function fillIn(
  { open, databases, http }: OpenContext,
  { values, returnUrl }: Parsed<typeof api.fillInFields>["body"],
): Promise<Result<typeof api.fillInFields>> {
  const { actor, portal } = await open(async (scope) => ({ actor: requireActor(scope.actor, fillsIn), portal: scope.portal }));
  const { portalId, userId } = actor;
  if (actor.gate === "fields") {
    await databases.inPeople(portalId, "what a person fills in after signing in", async (db) => {
      const missing = await missingFields(db, portalId, userId);
      const given = Object.entries(values).filter(([id, value]) => value !== null && missing.some((field) => String(field.id) === id));
      const changed = await changeValues(db, actor, userId, Object.fromEntries(given), { missing });
      if (changed)
        await note({ db, portal, actor, http }, { action: "field_values_changed", object: { kind: "user", id: userId }, ...changed });
    });
    // They pass the gate already; from now on their requests need not look.
    await databases.inSystem("nothing is missing of a person any more", (db) =>
      sql`update sessions set fields_due = false where portal_id = ${portalId} and user_id = ${userId} and fields_due`.execute(db),
    );
  }
  return { redirect: safeReturnUrl(returnUrl, http.origin) ?? "/v/" };
}
