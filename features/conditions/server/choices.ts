import * as z from "zod/mini";
import type { Result } from "#platform/contract.ts";
import type { Db } from "#platform/db/connect.ts";
import { languages } from "#platform/languages.ts";
import { typed } from "#platform/db/typed.ts";
import { forbidden } from "#platform/errors.ts";
import type { Actor } from "#platform/actor.ts";
import { may } from "#features/portal/permissions.ts";
import { readFields, visibleFields } from "#features/fields/server/service.ts";
import { testsIn, type Condition } from "../condition.ts";
import type { fieldWays, listChoices } from "../contract.ts";

const Named = z.object({ id: z.int(), name: z.string() });
const mostChoices = 2000;

/** By the kind of field. Values of kinds that are missing here name people, who are found in other ways. */
const ways: Readonly<Record<string, (typeof fieldWays)[number]>> = {
  text: "text",
  long_text: "text",
  country: "text",
  phone: "text",
  email: "text",
  url: "text",
  file: "text",
  number: "number",
  yes_no: "yes",
  date: "day",
  date_time: "moment",
  single: "option",
  multi: "option",
  tree: "option",
};

/** Who may use conditions about the team of a manager: whom somebody looks after is what admins set and see (security.md 10). */
const knowsTeams = may("grant-roles");

/** What conditions can be about, for somebody who puts one together. */
export async function showChoices(db: Db, actor: Actor): Promise<Result<typeof listChoices>> {
  const { portalId } = actor;
  const groups = await typed(Named)`
    select id, name from groups where portal_id = ${portalId} and status = 'active' order by lower(name), id limit ${mostChoices}::int`.execute(
    db,
  );
  const courses = await typed(Named)`
    select id, title as name from courses where portal_id = ${portalId} and status <> 'draft' order by lower(title), id limit ${mostChoices}::int`.execute(
    db,
  );
  const managers = knowsTeams.allows(actor)
    ? await typed(Named)`
    select u.id, coalesce(nullif(trim(u.given_name || ' ' || u.family_name), ''), u.email) as name
    from memberships m join users u on u.id = m.user_id
    where m.portal_id = ${portalId} and m.is_manager and u.kind = 'person' and not u.is_system_admin order by lower(u.family_name), u.id limit ${mostChoices}::int`.execute(
        db,
      )
    : null;
  const fields = visibleFields(await readFields(db, portalId), actor);
  return {
    managers: managers && managers.rows,
    groups: groups.rows,
    courses: courses.rows,
    languages: [...languages],
    fields: fields.flatMap(({ id, kind, name, options }) => {
      const way = ways[kind];
      const named = options.filter(({ isRetired }) => !isRetired).map((option) => ({ id: option.id, name: option.name }));
      return way ? [{ id, name, way, options: named }] : [];
    }),
  };
}

/** Whether somebody sees all that a condition is about: every custom field, and whom managers look after. */
export const seesCondition = async (db: Db, actor: Actor, condition: Condition): Promise<boolean> =>
  seesTeams(actor, condition) && (await seesFields(db, actor, condition));

const seesTeams = (actor: Actor, condition: Condition) =>
  knowsTeams.allows(actor) || testsIn(condition).every(({ kind }) => kind !== "scope");

async function seesFields(db: Db, actor: Actor, condition: Condition): Promise<boolean> {
  const asked = testsIn(condition).flatMap((test) => (test.kind === "field" ? [test.fieldId] : []));
  if (asked.length === 0) return true;
  const seen = new Set(visibleFields(await readFields(db, actor.portalId), actor).map(({ id }) => id));
  return asked.every((id) => seen.has(id));
}

/**
 * Refuses a condition about a team or a custom field that somebody does not see: whom it finds would tell the values (security.md 10). A field that is not there is refused
 * in the same words.
 */
export async function requireVisible(db: Db, actor: Actor, condition: Condition): Promise<void> {
  if (!seesTeams(actor, condition)) throw forbidden("hidden_team", "Only admins use conditions about the team of a manager.");
  if (!(await seesFields(db, actor, condition)))
    throw forbidden("hidden_field", "This condition is about a field that you do not have access to.");
}
