import type { FieldDefinition } from "#features/fields/definition.ts";
import { storedOf } from "#features/fields/server/service.ts";
import { foreseeGroups, type Foreseen } from "#features/groups/server/service.ts";
import type { Db } from "#platform/db/connect.ts";
import { rowsAtATime } from "./check-rows.ts";
import type { JudgedRow } from "./judge.ts";
import * as queries from "./queries.ts";

/**
 * Which groups the people of these rows would join and leave by the groups' rules, by the numbers of the rows (IMP-2). Somebody who is not here yet is foreseen as the
 * row says them, also where they are known to another portal: what that portal knows would be told otherwise.
 */
export async function foreseeRows(
  db: Db,
  portalId: number,
  fields: readonly FieldDefinition[],
  rows: readonly JudgedRow[],
): Promise<Map<number, Foreseen>> {
  const written = rows.flatMap(({ number, writing, changes }) => {
    if (!writing) return [];
    const becomes = (meaning: string) => {
      const change = changes.find((one) => one.meaning === meaning);
      return change && (change.after ?? "");
    };
    const person = {
      // Values of somebody new stand under the row's number too.
      id: writing.joins || writing.userId === null ? -number : writing.userId,
      givenName: becomes("given_name"),
      familyName: becomes("family_name"),
      email: writing.joins ? writing.email : becomes("email"),
      externalId: becomes("external_id"),
      locale: becomes("language"),
      timeZone: becomes("time_zone"),
      status: writing.membership.status,
      isAuthor: writing.roles.includes("Author"),
      isManager: writing.roles.includes("Manager"),
      isAdmin: writing.roles.includes("Admin"),
      groupIds: writing.groupIds,
    };
    return [{ number, person, values: writing.values }];
  });
  const found = await foreseeGroups(db, portalId, {
    people: written.map(({ person }) => person),
    values: storedOf(
      fields,
      written.flatMap(({ values }) => values),
    ),
  });
  return new Map(
    written.flatMap(({ number, person }) => {
      const foreseen = found.get(person.id);
      return foreseen ? [[number, foreseen] as const] : [];
    }),
  );
}

/** Keeps the same of the next people whom the table does not name and who are deactivated, below a number. Gives the last one's number; null where there were none. */
export async function foreseeLeavers(
  db: Db,
  key: { readonly portalId: number; readonly id: number },
  below: number,
): Promise<number | null> {
  const leavers = await queries.listLeavers(db, key, below, rowsAtATime);
  const people = leavers.map(({ userId }) => ({ id: userId, status: "suspended" as const, groupIds: [] }));
  const found = await foreseeGroups(db, key.portalId, { people, values: [] });
  await queries.updateForeseen(
    db,
    key,
    leavers.flatMap(({ number, userId }) => {
      const foreseen = found.get(userId);
      return foreseen ? [{ number, ...foreseen }] : [];
    }),
  );
  return leavers.at(-1)?.number ?? null;
}
