import { randomUUID } from "node:crypto";
import type { TestApp } from "#app/test/app.ts";

/** A portal of nobody with one address. */
export async function aPortal({ databases }: Pick<TestApp, "databases">): Promise<{ id: number; host: string }> {
  const slug = `p-${randomUUID().slice(0, 30)}`;
  const host = `${slug}.test`;
  return databases.inSystem("prepare a test", async (db) => {
    const { id } = await db.insertInto("portals").values({ slug, name: slug }).returning("id").executeTakeFirstOrThrow();
    await db.insertInto("portal_hosts").values({ host, portal_id: id, is_primary: true }).execute();
    return { id, host };
  });
}

/** What opens a portal that nobody else has opened. */
export const aPortalBody = () => {
  const slug = `p-${randomUUID().slice(0, 30)}`;
  return {
    name: "New",
    slug,
    host: `${slug}.test`,
    locale: "en",
    timeZone: "UTC",
    templateId: null,
    parts: [],
    adminEmail: `${slug}@example.org`,
  };
};

/** One more address of a portal. */
export async function aSecondHost({ databases }: Pick<TestApp, "databases">, portalId: number): Promise<string> {
  const { host } = aPortalBody();
  await databases.inSystem("prepare a test", (db) => db.insertInto("portal_hosts").values({ host, portal_id: portalId }).execute());
  return host;
}
