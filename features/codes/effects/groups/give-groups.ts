import { fills } from "#features/groups/policy.ts";
import { lockGroups, putIntoGroups, reachGroup, requireFillable, takeOutOfGroups } from "#features/groups/server/service.ts";
import type { GroupsEffect } from "./groups.ts";
import type { EffectKind } from "../../server/effect-kind.ts";

interface About {
  readonly groups: readonly { readonly id: number; readonly name: string }[];
}

/** Puts people into groups that the giver fills. Whoever uses the code comes among the people of those who look after these groups: the preview says which groups. */
export const groups: EffectKind<GroupsEffect, About, About> = {
  rule: fills,
  async about({ db, scope }, { groupIds }) {
    const found = [];
    for (const id of new Set(groupIds)) {
      const group = await reachGroup(db, scope, id);
      requireFillable(group);
      found.push({ id, name: group.name });
    }
    return { groups: found };
  },
  tell: (say, about) => ({ title: say("Groups"), items: about.groups.map(({ name }) => name) }),
  async grant({ db, portalId, actor }, { userId }, _, about) {
    await lockGroups(db, portalId);
    const pairs = about.groups.map(({ id }) => ({ groupId: id, userId }));
    const came = await putIntoGroups(db, { portalId, actorId: actor.userId, cause: "code" }, pairs);
    const joined = about.groups.filter(({ id }) => came.some(({ groupId }) => groupId === id));
    return joined.length > 0 ? { groups: joined } : null;
  },
  async undo({ db, portalId, actor }, userId, granted) {
    await lockGroups(db, portalId);
    const pairs = granted.groups.map(({ id }) => ({ groupId: id, userId }));
    const out = await takeOutOfGroups(db, { portalId, actorId: actor.userId, cause: "code" }, pairs);
    return granted.groups.filter(({ id }) => !out.some(({ groupId }) => groupId === id)).map(({ name }) => name);
  },
};
