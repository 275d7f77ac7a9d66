import { sql } from "kysely";
import * as z from "zod/mini";
import { copyable, neededBy, permissionIds, type PermissionId } from "#features/portal/permissions.ts";
import type { Parsed, Result } from "#platform/contract.ts";
import type { Db } from "#platform/db/connect.ts";
import { jsonOf, typed } from "#platform/db/typed.ts";
import { conflict, invalid, notFound } from "#platform/errors.ts";
import type { Context, OpenContext } from "#platform/serve.ts";
import type * as api from "../contract.ts";
import { GrantedRole, grantedRoles } from "../contract.ts";
import { changingRights } from "./changing-rights.ts";
import { rolesThatGive } from "./permissions.ts";

const Copy = z.object({
  copyId: z.int(),
  of: GrantedRole,
  name: z.string(),
  permissions: z.array(z.enum(permissionIds)),
  held: z.int(),
  revision: z.int(),
});

/** Of assignments in somebody's own right: a deputy's has what the manager's has. */
const isHeld = sql`a.deputy_of is null and (a.ends_at is null or a.ends_at > now())`;

/** The copies of a portal, by name. */
export const listCopies = async (db: Db, portalId: number) =>
  (
    await typed(Copy)`
      select c.id as "copyId", c.of_role as of, c.name, c.permissions, c.revision,
        (select count(*)::int from role_assignments a where a.portal_id = c.portal_id and a.copy_id = c.id and ${isHeld}) as held
      from role_copies c where c.portal_id = ${portalId} and c.deleted_at is null order by c.of_role, lower(c.name)`.execute(db)
  ).rows;

/** What a built-in role lets people do. */
const permissionsOf = (role: GrantedRole) => permissionIds.filter((id) => rolesThatGive(id).includes(role));

const Held = z.object({ role: GrantedRole, held: z.int() });

/** The roles of the portal: the built-in ones, each before its copies. */
export async function showRoles({ db, actor: { portalId } }: Context): Promise<Result<typeof api.listRoles>> {
  const copies = await listCopies(db, portalId);
  const { rows } = await typed(Held)`
    select a.role, count(*)::int as held from role_assignments a where a.portal_id = ${portalId} and a.copy_id is null and ${isHeld} group by 1`.execute(
    db,
  );
  return {
    rows: grantedRoles.flatMap((of) => [
      {
        copyId: null,
        of,
        name: "",
        permissions: permissionsOf(of),
        held: rows.find(({ role }) => role === of)?.held ?? 0,
        revision: 0,
      },
      ...copies.filter((copy) => copy.of === of),
    ]),
  };
}

const Stored = z.object({
  name: z.string(),
  of: GrantedRole,
  permissions: jsonOf<readonly PermissionId[]>(),
  revision: z.int(),
});

/**
 * A copy, locked until the end of the transaction: to change it, or, for a grant, so that a change of it and the grant know of one another. Throws 404 for none.
 */
export async function lockCopy(db: Db, portalId: number, copyId: number, how: "change" | "grant") {
  const { rows } = await typed(Stored)`
    select name, of_role as of, to_jsonb(permissions) as permissions, revision from role_copies
    where portal_id = ${portalId} and id = ${copyId} and deleted_at is null ${how === "change" ? sql`for update` : sql`for share`}`.execute(
    db,
  );
  if (!rows[0]) throw notFound("role", "This role could not be found. It may have been removed meanwhile.");
  return rows[0];
}

/** The permissions of a copy in their order. Throws 400 for more than the role has, and for less than each copy needs. */
function checked(of: GrantedRole, wanted: readonly PermissionId[]): PermissionId[] {
  const possible = copyable(of);
  if (wanted.some((id) => !possible.includes(id)))
    throw invalid("permissions", "more_than_role", "A copy cannot let people do more than the role that it copies.");
  if (!wanted.includes(neededBy[of])) throw invalid("permissions", "needs_seeing", "Without seeing, nothing else can be done.");
  return possible.filter((id) => wanted.includes(id));
}

async function requireFreeName(db: Db, portalId: number, name: string, copyId: number | null) {
  await sql`select pg_advisory_xact_lock(hashtextextended('names of roles', ${portalId}))`.execute(db);
  const taken = await db
    .selectFrom("role_copies")
    .select("id")
    .where("portal_id", "=", portalId)
    .where((of) => of(of.fn("lower", ["name"]), "=", of.fn("lower", [of.val(name)])))
    .where("deleted_at", "is", null)
    .where((of) => of("id", "is distinct from", copyId))
    .executeTakeFirst();
  if (taken) throw invalid("name", "name_taken", "Another role has this name.");
}

/** Makes a copy of a built-in role. */
export const makeCopy = (context: OpenContext, { of, name, permissions }: Parsed<typeof api.makeCopy>["body"]) =>
  changingRights(context, "a role is copied", async ({ db, portalId, actor, noteOf }) => {
    const given = checked(of, permissions);
    await requireFreeName(db, portalId, name, null);
    const { id: copyId } = await db
      .insertInto("role_copies")
      .values({ portal_id: portalId, name, of_role: of, permissions: given, created_by: actor.userId })
      .returning("id")
      .executeTakeFirstOrThrow();
    await noteOf("role_copy_made", { kind: "role_copy", id: copyId }, null, { of, name, permissions: given });
    return { copyId };
  });

/** Changes a copy, and with it what everybody who holds it may do from their next request on. */
export const changeCopy = (context: OpenContext, copyId: number, { name, permissions, revision }: Parsed<typeof api.changeCopy>["body"]) =>
  changingRights(context, "a copied role is changed", async ({ db, portalId, noteOf }) => {
    const before = await lockCopy(db, portalId, copyId, "change");
    if (before.revision !== revision)
      throw conflict("changed_meanwhile", "Somebody else has changed this role meanwhile. Close this and open it again.");
    const given = checked(before.of, permissions);
    await requireFreeName(db, portalId, name, copyId);
    await db
      .updateTable("role_copies")
      .set({ name, permissions: given, revision: revision + 1 })
      .where("portal_id", "=", portalId)
      .where("id", "=", copyId)
      .execute();
    // In one order, so that two such changes do not wait for one another in a circle.
    await sql`
      select apply_roles(${portalId}, user_id)
      from (select distinct user_id from role_assignments where portal_id = ${portalId} and copy_id = ${copyId} order by user_id) holders`.execute(
      db,
    );
    await noteOf(
      "role_copy_changed",
      { kind: "role_copy", id: copyId },
      { name: before.name, permissions: before.permissions },
      { name, permissions: given },
    );
    return { copyId };
  });

/** Removes a copy that nobody holds now or later. */
export const removeCopy = (context: OpenContext, copyId: number) =>
  changingRights(context, "a copied role is removed", async ({ db, portalId, noteOf }) => {
    const before = await lockCopy(db, portalId, copyId, "change");
    const copies = await listCopies(db, portalId);
    if ((copies.find((one) => one.copyId === copyId)?.held ?? 0) > 0)
      throw conflict("role_held", "Somebody has this role. Take it from them first.");
    await db
      .updateTable("role_copies")
      .set({ deleted_at: sql<Date>`now()` })
      .where("portal_id", "=", portalId)
      .where("id", "=", copyId)
      .execute();
    await noteOf("role_copy_removed", { kind: "role_copy", id: copyId }, { of: before.of, name: before.name }, null);
    return { copyId };
  });
