import { sql, type RawBuilder } from "kysely";
import * as z from "zod/mini";
import { partsHeld, type OwnPart } from "#features/roles/server/service.ts";
import type { Actor } from "#platform/actor.ts";
import type { Db } from "#platform/db/connect.ts";
import { typed } from "#platform/db/typed.ts";
import { dependingOn, namedIn } from "./graph.ts";
import { listNodes, type GroupNode } from "./queries.ts";

// Nobody widens their own rights by a group (security.md 14). Whom a part of somebody's rights reaches may follow from groups: what changes such a group changes
// whom they reach by that part, also where they may make the change by another part, which may give less, or end sooner.

type Doer = Pick<Actor, "portalId" | "userId" | "isAdmin" | "isSystemAdmin">;

interface Own {
  readonly parts: readonly OwnPart[];
  readonly nodes: readonly GroupNode[];
}

/** What decides it; null for admins, whose rights follow from no group, and for whoever reaches everybody with all that they may. */
async function ownParts(db: Db, actor: Doer): Promise<Own | null> {
  if (actor.isAdmin || actor.isSystemAdmin) return null;
  const parts = await partsHeld(db, actor);
  return parts.some((part) => !isWhole(part)) ? { parts, nodes: await listNodes(db, actor.portalId) } : null;
}

const reachesAll = ({ scope }: OwnPart) => scope.kind === "portal";
/** Whether nothing can widen a part: all that it gives is given for everybody. */
const isWhole = (part: OwnPart) => reachesAll(part) || part.within.some(reachesAll);

type Scope = OwnPart["scope"];
/** The groups that a scope names. */
const namedBy: { readonly [K in Scope["kind"]]: (scope: Extract<Scope, { kind: K }>) => readonly number[] } = {
  portal: () => [],
  groups: ({ groupIds }) => groupIds,
  condition: ({ condition }) => namedIn(condition),
  reports: () => [],
  courses: () => [],
};
const isAbout = ({ scope }: OwnPart, groups: ReadonlySet<number>) => namedBy[scope.kind](scope as never).some((id) => groups.has(id));

/** The parts whose people follow from a group; of each the parts by which somebody is theirs as much as by it already. */
function touchedBy({ parts, nodes }: Own, groupId: number): (readonly OwnPart[])[] {
  const groups = dependingOn(nodes, groupId);
  return parts
    .filter((part) => !isWhole(part) && isAbout(part, groups))
    .map((part) => [part, ...part.within.filter((other) => isAbout(other, groups))]);
}

const isAmong = (parts: readonly OwnPart[], userId: RawBuilder<unknown>) =>
  sql`(${sql.join(
    parts.flatMap(({ people }) => people.map((some) => sql`${userId} in (${some})`)),
    sql` or `,
  )})`;

/** Whether whom somebody reaches by a part of their rights follows from a group: then others say what is in it. */
export async function ownRightsFollow(db: Db, actor: Doer, groupId: number): Promise<boolean> {
  const own = await ownParts(db, actor);
  return own !== null && touchedBy(own, groupId).length > 0;
}

/**
 * Whether a person comes among the people of a part of one's rights by coming into a group, or by leaving it, as SQL. userId: an expression such as sql`c.user_id`.
 */
export async function widensBy(db: Db, actor: Doer, groupId: number, userId: RawBuilder<unknown>): Promise<RawBuilder<unknown>> {
  const own = await ownParts(db, actor);
  const touched = own ? touchedBy(own, groupId) : [];
  return touched.length === 0
    ? sql`false`
    : sql`not (${sql.join(
        touched.map((parts) => isAmong(parts, userId)),
        sql` and `,
      )})`;
}

const Id = z.object({ id: z.int() });

/** The same for many people and groups, as `groupId:userId`. */
export async function listWidening(
  db: Db,
  actor: Doer,
  groupIds: readonly number[],
  userIds: readonly number[],
): Promise<ReadonlySet<string>> {
  const own = await ownParts(db, actor);
  const found = new Set<string>();
  if (!own || userIds.length === 0) return found;
  for (const groupId of groupIds)
    for (const parts of touchedBy(own, groupId)) {
      const { rows } = await typed(Id)`
        select o.id from unnest(${userIds}::bigint[]) as o (id) where not ${isAmong(parts, sql`o.id`)}`.execute(db);
      for (const { id } of rows) found.add(`${groupId}:${id}`);
    }
  return found;
}
