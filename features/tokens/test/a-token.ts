import type { PortalKey, TestApp } from "#app/test/app.ts";
import { hashToken, newToken } from "#platform/tokens.ts";
import { insertToken } from "../server/queries.ts";

/** A token of somebody that no program has. Returns its number. */
export const aTokenOf = async (app: TestApp, key: PortalKey, userId: number, name = "A token"): Promise<number> =>
  app.databases.inSystem("prepare a test", async (db) => {
    const asker = { portalId: app.portal(key).id, userId };
    return (await insertToken(db, asker, { name, prefix: "stoa_test", hash: hashToken(newToken()), scopes: ["learning:read"], days: 90 }))
      .id;
  });
