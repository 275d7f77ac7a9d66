import type { Content } from "#features/courses/content.ts";
import type { Served } from "./stoa.ts";

/** The demo's course of Northwind whose title begins like this, with its current content. */
export const demoCourse = (stoa: Served, title: string): Promise<{ id: number; content: Content }> =>
  stoa.databases.inSystem("look at a test", async (db) => {
    const { id, content } = await db
      .selectFrom("courses as c")
      .innerJoin("course_versions as v", "v.id", "c.current_version_id")
      .select(["c.id", "v.content"])
      .where("c.portal_id", "=", stoa.portalId())
      .where("c.title", "like", `${title}%`)
      .executeTakeFirstOrThrow();
    return { id, content: content as unknown as Content };
  });
