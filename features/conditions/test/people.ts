import type { TestApp } from "#app/test/app.ts";
import { folded } from "#platform/folded.ts";
import type { Place } from "../server/service.ts";
import type { Known } from "./a-condition.ts";

export interface Person {
  readonly id: number;
  readonly familyName: string;
}

const given = ["Ana", "Zoë", "Đặng", "O'Neil", "", "maximilian", "ÉLODIE", "Ана"];
const family = ["Müller", "Muller", "Weiß", "van den Berg", "Ruiz", "", "Ørsted", "Ruíz"];
const externalIds = ["NR-0", null, "É7-", "Ana ", "p1%_"];
const locales = ["de", null, "en", "de-AT", "fr"];
const zones = ["Europe/Berlin", "Asia/Calcutta", null, "europe/berlin", "America/New_York", "asia/kolkata", "UTC"];
const dayMs = 86_400_000;

/** Forty people of portal A, no two alike: names, external ids, languages, time zones, roles, status, dates, groups, enrolments, completions, and values of a field of each way of comparing. */
export async function people(app: TestApp, { portalId, now }: Place): Promise<{ known: Known; made: Person[] }> {
  const courses: { id: number; versionId: number }[] = [];
  for (const title of ["One", "Two", "Three"]) courses.push(await app.aCourse("a", { title }));
  const courseIds = courses.map(({ id }) => id);
  const kinds = ["text", "number", "yes_no", "date", "date_time", "single", "multi", "person"];
  const { groupIds, fieldIds, optionIds } = await app.databases.inSystem("prepare a test", async (db) => {
    const groups = await db
      .insertInto("groups")
      .values(["North", "South", "Night shift"].map((name) => ({ portal_id: portalId, name })))
      .returning("id")
      .execute();
    const fields = await db
      .insertInto("fields")
      .values(kinds.map((kind, position) => ({ portal_id: portalId, kind, name: `Field ${kind}`, position })))
      .returning(["id", "kind"])
      .execute();
    const idOf = (kind: string) => fields.find((one) => one.kind === kind)?.id ?? 0;
    const options = await db
      .insertInto("field_options")
      .values(
        ["single", "multi"].flatMap((kind) =>
          ["Red", "Green", "Blue"].map((name, position) => ({ portal_id: portalId, field_id: idOf(kind), name, position })),
        ),
      )
      .returning(["id", "field_id"])
      .execute();
    return {
      groupIds: groups.map(({ id }) => id),
      fieldIds: Object.fromEntries(kinds.map((kind) => [kind, idOf(kind)])),
      optionIds: options,
    };
  });
  const idsOf = (kind: string) => optionIds.filter(({ field_id }) => field_id === fieldIds[kind]).map(({ id }) => id);
  const ago = (days: number) => new Date(now.getTime() - days * dayMs);
  const made: Person[] = [];
  for (let n = 0; n < 40; n++) {
    const has = (every: number, of = n) => of % every === 0;
    const familyName = family[(n * 3) % family.length] ?? "";
    const person = await app.aPerson("a", {
      email: `p${n}.${"abc"[n % 3]}@${has(2) ? "north" : "south"}.test`,
      givenName: given[n % given.length] ?? "",
      familyName,
      status: n > 4 && has(7) ? "suspended" : "active",
      isAuthor: has(5, n + 1),
      isManager: has(6, n + 1),
      isAdmin: has(11, n + 1),
    });
    made.push({ id: person.id, familyName });
    const user_id = person.id;
    for (const [at, courseId] of courseIds.entries())
      if ((n + at) % 3 !== 0)
        await app.anEnrolment("a", {
          courseId,
          userId: user_id,
          ...(has(2, n + at) && { dueAt: ago((n % 9) - 4) }),
          ...(has(5, n + at) && { expiresAt: ago(1) }),
        });
    await app.databases.inSystem("prepare a test", async (db) => {
      const portal_id = portalId;
      const externalId = externalIds[(n * 2) % externalIds.length] ?? null;
      await db
        .updateTable("memberships")
        .set({
          external_id: externalId && externalId + n,
          joined_at: ago((n * 13) % 400),
          last_sign_in_at: has(4) ? null : ago((n * 7) % 90),
        })
        .where("portal_id", "=", portal_id)
        .where("user_id", "=", user_id)
        .execute();
      await db
        .updateTable("users")
        .set({ locale: locales[n % locales.length] ?? null, time_zone: zones[n % zones.length] ?? null })
        .where("id", "=", user_id)
        .execute();
      const inGroups = groupIds.filter((_, at) => (n + at) % (at + 2) === 0);
      if (inGroups.length > 0)
        await db
          .insertInto("group_members")
          .values(inGroups.map((group_id) => ({ portal_id, group_id, user_id, cause: "hand" })))
          .execute();
      const field = (kind: string) => ({ portal_id, user_id, field_id: fieldIds[kind] ?? 0 });
      const words = `${given[(n + 2) % given.length]} ${family[n % family.length]}`.trim();
      const values = [
        ...(has(3) || words === "" ? [] : [{ ...field("text"), words, folded: folded(words) }]),
        ...(has(4) ? [] : [{ ...field("number"), number: (n % 10) - 2.5 }]),
        ...(has(3, n + 1) ? [] : [{ ...field("yes_no"), number: n % 2 }]),
        ...(has(5)
          ? []
          : [
              {
                ...field("date"),
                day: ago(n * 9)
                  .toISOString()
                  .slice(0, 10),
              },
            ]),
        ...(has(5, n + 2) ? [] : [{ ...field("date_time"), moment: ago(n * 9) }]),
        ...(has(4, n + 1) ? [] : [{ ...field("single"), option_id: idsOf("single")[n % 3] ?? 0 }]),
        ...idsOf("multi").flatMap((option_id, nth) => (has(nth + 2) ? [{ ...field("multi"), nth, option_id }] : [])),
        ...(has(2) && made[n - 1] ? [{ ...field("person"), person_id: made[n - 1]?.id ?? 0 }] : []),
      ];
      for (const value of values) await db.insertInto("field_values").values(value).execute();
      for (const [at, course] of courses.entries())
        if ((n + at * 2) % 4 === 1) {
          const enrolment = await db
            .selectFrom("enrolments")
            .select("id")
            .where("user_id", "=", user_id)
            .where("course_id", "=", course.id)
            .executeTakeFirst();
          if (!enrolment) continue;
          const { id: attempt_id } = await db
            .insertInto("attempts")
            .values({ portal_id, enrolment_id: enrolment.id, course_id: course.id, user_id, version_id: course.versionId, number: 1 })
            .returning("id")
            .executeTakeFirstOrThrow();
          await db
            .insertInto("completions")
            .values({
              portal_id,
              attempt_id,
              course_id: course.id,
              user_id,
              version_id: course.versionId,
              completed_at: ago((n * 11) % 200),
              source: "rule",
            })
            .execute();
          // Some do it again, and have not finished.
          if (n % 3 === 1)
            await db
              .insertInto("attempts")
              .values({ portal_id, enrolment_id: enrolment.id, course_id: course.id, user_id, version_id: course.versionId, number: 2 })
              .execute();
        }
    });
  }
  return {
    made,
    known: {
      courseIds,
      groupIds,
      fieldIds,
      optionIds: [...idsOf("single"), ...idsOf("multi")],
      personIds: made.map(({ id }) => id),
      managerIds: made.slice(0, 3).map(({ id }) => id),
    },
  };
}
