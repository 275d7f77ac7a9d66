// Crowds for lists of people: a course of 10,000, a portal of 200,000, a group by a condition.
import { onDatabase, type ServerProcess } from "#app/test/server.ts";
import { addPeople, emailOf, inOneGo, workThroughPlan, type Seeded } from "./seed.ts";

export const participants = 10_000;

/** Letters that look like a name, from a number in SQL. */
const letters = (number: string) => `translate(md5((${number})::text), '0123456789abcdef', 'aeiouaeioulmnrst')`;

/**
 * Enrols 10,000 new people in one course of the portal, at every stage of it, a third of them in two groups each. Returns the course, one of the groups and one of
 * the people.
 */
export function seedParticipants(
  server: ServerProcess,
  { portalId, longCourse }: Pick<Seeded, "portalId" | "longCourse">,
): Promise<{ course: number; group: number; person: number }> {
  return onDatabase(server, async (client) => {
    const made = await inOneGo(client, async () => {
      const emails = Array.from({ length: participants }, (_, nth) => emailOf("participant", nth));
      const ids = await addPeople(client, portalId, emails, null);
      await client.query(
        `update users set given_name = initcap(left(${letters("id")}, 6)), family_name = initcap(left(${letters("id + 7")}, 8)) where id = any ($1::bigint[])`,
        [ids],
      );
      const { rows: courses } = await client.query<{ id: number }>(
        `select id from courses where portal_id = $1 and status = 'published' and type = 'online' and current_version_id is not null and id <> $2
         order by id desc limit 1`,
        [portalId, longCourse.id],
      );
      const course = Number(courses[0]?.id);
      await client.query(
        "create temp table plan on commit drop as select u.id as user_id, $2::bigint as course_id, nth - 1 as k from unnest($1::bigint[]) with ordinality as u(id, nth)",
        [ids, course],
      );
      // A person's courses are numbered from 0; here the people are, so that they stand at different stages.
      await client.query("update plan set k = k % 10");
      await workThroughPlan(client, portalId, false);
      const { rows: groups } = await client.query<{ id: number }>(
        "insert into groups (portal_id, name) select $1, 'Bench group ' || n from generate_series(1, 2) n returning id",
        [portalId],
      );
      await client.query(
        "insert into group_members (portal_id, group_id, user_id, cause) select $1, g, u, 'hand' from unnest($2::bigint[]) g, unnest($3::bigint[]) u",
        [portalId, groups.map(({ id }) => id), ids.filter((_, nth) => nth % 3 === 0)],
      );
      return { course, group: Number(groups[0]?.id), person: Number(ids[0]) };
    });
    await client.query("vacuum analyze");
    await client.query("checkpoint");
    return made;
  });
}

/** Adds people until the portal has 1,000 at least, from which on its lists of people must cost the same. */
export function seedThousand(server: ServerProcess, { portalId }: Seeded): Promise<void> {
  return onDatabase(server, async (client) => {
    const { rows } = await client.query<{ count: number }>("select count(*)::int as count from memberships where portal_id = $1", [
      portalId,
    ]);
    const lacking = Math.max(0, 1_000 - (rows[0]?.count ?? 0));
    const emails = Array.from({ length: lacking }, (_, nth) => emailOf("thousand", nth));
    await inOneGo(client, () => addPeople(client, portalId, emails, null));
    await client.query("vacuum analyze");
  });
}

/** Adds people until the portal has about 200,000, with names of the kind that people have, and without courses. Returns the seconds it took. */
export function seedCrowd(server: ServerProcess, { portalId }: Seeded): Promise<number> {
  return onDatabase(server, async (client) => {
    const began = performance.now();
    await client.query("set session_replication_role = replica");
    await inOneGo(client, async () => {
      const names = (count: number, length: number, from: number) =>
        `(select array_agg(initcap(left(${letters(`n + ${from}`)}, ${length}))) from generate_series(1, ${count}) n)`;
      await client.query(
        `with given as (select ${names(200, 6, 0)} as a), family as (select ${names(3000, 8, 1000)} as a),
         made as (
           insert into users (email, given_name, family_name)
           select lower(given.a[1 + i % 200] || '.' || family.a[1 + i * 7 % 3000]) || i || '@stoa.example', given.a[1 + i % 200], family.a[1 + i * 7 % 3000]
           from generate_series(1, 180000) i, given, family returning id)
         insert into memberships (portal_id, user_id) select $1, id from made`,
        [portalId],
      );
    });
    await client.query("vacuum analyze");
    await client.query("checkpoint");
    return (performance.now() - began) / 1000;
  });
}
