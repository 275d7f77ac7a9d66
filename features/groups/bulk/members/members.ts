import { sql, type RawBuilder } from "kysely";
import * as z from "zod/mini";
import type { BulkContext, BulkKind, Change } from "#features/bulk/server/bulk-kind.ts";
import { hindrance, hindranceWords } from "#features/bulk/server/hindrance.ts";
import { ownList } from "#features/bulk/server/service.ts";
import { words } from "#platform/words.ts";
import { fills } from "../../policy.ts";
import { lockGroups } from "../../server/queries.ts";
import { reachGroup, requireFillable } from "../../server/service.ts";
import { settleNested } from "../../server/settle.ts";
import { widensBy } from "../../server/widening.ts";

const InGroup = z.object({ groupId: z.int(words("Choose a group.")).check(z.gte(1, words("Choose a group."))) });
const FromList = z.extend(InGroup, { listId: z.int() });
/** cause: why the person is in the group itself; null for somebody who is not, or only through groups inside it. */
type State = { readonly groupId: number; readonly cause: string | null };
type About = { readonly name: string };
type Kind<Input> = BulkKind<Input, State, About>;

/** A group that people can be put into by this actor. Throws 404 and 409. */
async function fillable({ db, scope }: BulkContext, { groupId }: z.infer<typeof InGroup>): Promise<About> {
  const group = await reachGroup(db, scope, groupId);
  requireFillable(group);
  return { name: group.name };
}

/** The effects of giving the cause that an expression says. */
async function effectsOf({ actor, db }: BulkContext, groupId: number, after: RawBuilder<unknown>): Promise<RawBuilder<unknown>> {
  const isAdmins = actor.isAdmin || actor.isSystemAdmin;
  const mayNot = isAdmins
    ? sql`case when u.is_system_admin and not ${actor.isSystemAdmin}::boolean then 'systemAdmin' end`
    : hindrance(actor, "m", "u");
  return sql`
    select c.user_id, jsonb_build_object('groupId', ${groupId}::bigint, 'cause', n.cause) as before,
      jsonb_build_object('groupId', ${groupId}::bigint, 'cause', ${after}) as after,
      coalesce(${mayNot}, case when (n.cause is null) <> (${after} is null) and ${await widensBy(db, actor, groupId, sql`c.user_id`)} then 'widens' end) as left_out
    from chosen c
    join memberships m on m.portal_id = ${actor.portalId} and m.user_id = c.user_id
    join users u on u.id = c.user_id
    -- One look into the key for each person: a group that was filled a moment ago looks empty to the planner.
    cross join lateral (select (select g.cause from group_members g
      where g.portal_id = ${actor.portalId} and g.group_id = ${groupId} and g.user_id = c.user_id) as cause) n`;
}

/** Stores the causes, with the history of whoever came or went, and who is thereby in the groups above. */
async function write(
  context: BulkContext,
  input: z.infer<typeof InGroup>,
  changes: readonly Change<State>[],
  { isUndo }: { readonly isUndo: boolean },
) {
  const { db, actor } = context;
  const { portalId, userId: actorId } = actor;
  const { groupId } = input;
  await lockGroups(db, portalId);
  await fillable(context, input);
  const history = isUndo ? sql`'undo'` : sql`'hand'`;
  const those = sql`unnest(${changes.map(({ id }) => id)}::bigint[], ${changes.map(({ to }) => to.cause)}::text[]) as t (user_id, cause)`;
  await sql`
    with those as (select * from ${those}),
    come as (
      insert into group_members (portal_id, group_id, user_id, cause, added_by)
      select ${portalId}, ${groupId}, user_id, cause, ${actorId} from those where cause is not null
      on conflict (portal_id, group_id, user_id) do update set cause = excluded.cause, added_by = excluded.added_by
      returning user_id, via_ids
    ),
    gone as (
      delete from group_members n using those t
      where n.portal_id = ${portalId} and n.group_id = ${groupId} and n.user_id = t.user_id and t.cause is null and n.via_ids = '{}'
      returning n.user_id
    ),
    kept as (
      update group_members n set cause = null, added_by = null from those t
      where n.portal_id = ${portalId} and n.group_id = ${groupId} and n.user_id = t.user_id and t.cause is null and n.via_ids <> '{}'
    )
    insert into group_history (portal_id, group_id, user_id, change, cause, actor_id)
    select ${portalId}::bigint, ${groupId}::bigint, user_id, 'joined', ${history}, ${actorId}::bigint from come where via_ids = '{}'
    union all select ${portalId}::bigint, ${groupId}::bigint, user_id, 'left', ${history}, ${actorId}::bigint from gone`.execute(db);
  await settleNested({ db, portalId }, { of: [groupId], userIds: changes.map(({ id }) => id) });
}

const common: Pick<Kind<z.infer<typeof InGroup>>, "rule" | "write" | "audit" | "state"> = {
  rule: fills,
  write,
  audit: ({ to }) => (to.cause === null ? "group_left" : "group_joined"),
  state: (say, _, { cause }) => (cause === null ? say("Not in the group") : say("In the group")),
};

/** Puts people into a group. */
export const addToGroup: Kind<z.infer<typeof InGroup>> = {
  ...common,
  name: "add-to-group",
  input: InGroup,
  about: fillable,
  effects: (context, { groupId }) => effectsOf(context, groupId, sql`coalesce(n.cause, 'hand')`),
  title: (say, { name }, count) => say("{count, plural, one {Add # person to {name}} other {Add # people to {name}}}", { name, count }),
  leftOut: (say) => ({
    same: say("Already in the group"),
    widens: say("Would stay among your people beyond your rights"),
    ...hindranceWords(say),
  }),
};

/** Takes people out of a group; whoever is in it through another group stays for that. */
export const removeFromGroup: Kind<z.infer<typeof InGroup>> = {
  ...common,
  name: "remove-from-group",
  input: InGroup,
  about: fillable,
  effects: (context, { groupId }) => effectsOf(context, groupId, sql`null::text`),
  title: (say, { name }, count) =>
    say("{count, plural, one {Remove # person from {name}} other {Remove # people from {name}}}", { name, count }),
  leftOut: (say) => ({
    same: say("Not put into the group by hand or import"),
    widens: say("Would stay among your people beyond your rights"),
    ...hindranceWords(say),
  }),
};

/** Makes exactly the people of a pasted list the members of a group: the others leave it. */
export const replaceMembers: Kind<z.infer<typeof FromList>> = {
  ...common,
  name: "replace-group-members",
  input: FromList,
  async about(context, input) {
    await ownList(context.db, context.actor, input.listId);
    return fillable(context, input);
  },
  effects(context, { groupId, listId }) {
    // Read once and hashed, whatever PostgreSQL knows of a list that was pasted a moment ago.
    const isListed = sql`c.user_id in (select l.user_id from people_list_lines l
      where l.portal_id = ${context.actor.portalId} and l.list_id = ${listId} and l.fate = 'found')`;
    return effectsOf(context, groupId, sql`case when ${isListed} then coalesce(n.cause, 'hand') end`);
  },
  title: (say, { name }, count) =>
    say("{count, plural, one {Replace the members of {name}: # person changes} other {Replace the members of {name}: # people change}}", {
      name,
      count,
    }),
  leftOut: (say) => ({
    same: say("Stays in the group"),
    widens: say("Would stay among your people beyond your rights"),
    ...hindranceWords(say),
  }),
};

const numberIn = (text = "") => (/^\d{1,15}$/.test(text) ? Number(text) : 0);

/** Everybody whom replacing the members of a group by a list is about: its query is {list, group}. */
export async function listAndMembers(
  context: BulkContext,
  { list, group }: Readonly<Record<string, string>>,
): Promise<RawBuilder<unknown>> {
  const { db, actor, scope } = context;
  const { id } = await reachGroup(db, scope, numberIn(group));
  return sql`${await ownList(db, actor, numberIn(list))}
    union select n.user_id from group_members n where n.portal_id = ${actor.portalId} and n.group_id = ${id} and n.cause is not null`;
}
