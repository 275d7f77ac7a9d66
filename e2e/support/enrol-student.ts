import type { Served } from "./stoa.ts";

/** Enrols the demo's student of Northwind in a course. */
export async function enrolStudent(stoa: Served, courseId: number): Promise<void> {
  const [portal_id, user_id] = [stoa.portalId(), await stoa.userId()];
  await stoa.databases.inSystem("prepare a test", async (db) => {
    const { id } = await db
      .insertInto("enrolments")
      .values({ portal_id, course_id: courseId, user_id })
      .onConflict((conflict) => conflict.columns(["portal_id", "course_id", "user_id"]).doUpdateSet({ user_id }))
      .returning("id")
      .executeTakeFirstOrThrow();
    await db.insertInto("enrolment_causes").values({ portal_id, enrolment_id: id, kind: "self" }).execute();
  });
}
