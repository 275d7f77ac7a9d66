// The demo's long course once more, made by the editor's own calls: copied by an author and published (W5a, W5av).
import { onDatabase, type ServerProcess } from "#app/test/server.ts";
import { ask } from "./large-course.ts";
import { inOneGo, workThroughPlan, type Seeded } from "./seed.ts";
import { signIn } from "./view-workloads.ts";

/** Makes it, and lets everybody of `emails` begin it. */
export async function seedAuthoredCourse(
  server: ServerProcess,
  { portalId, longCourse, emails }: Pick<Seeded, "portalId" | "longCourse" | "emails">,
): Promise<Seeded["longCourse"]> {
  const author = await signIn(server, "author@stoa.example");
  const { id } = await ask<{ id: number }>(author, "POST", `/rest/editor/courses/${longCourse.id}/duplicate`);
  const { revision } = await ask<{ revision: number }>(author, "GET", `/rest/editor/online/${id}`);
  await ask(author, "POST", `/rest/editor/online/${id}/publish`, { revision, note: "Made by the editor" });
  author.close();
  await onDatabase(server, async (client) => {
    await inOneGo(client, async () => {
      await client.query(
        "create temp table plan on commit drop as select id as user_id, $1::bigint as course_id, 1 as k from users where email = any ($2)",
        [id, [...emails]],
      );
      await workThroughPlan(client, portalId, true);
    });
    await client.query("vacuum analyze");
  });
  return { id, items: longCourse.items };
}
