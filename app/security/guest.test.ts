import { afterAll, beforeAll, expect, test } from "vitest";
import { cookieNames } from "#features/auth/server/cookies.ts";
import { issueCsrf } from "#features/auth/server/csrf.ts";
import { hashToken, keptSession } from "#platform/tokens.ts";
import { nameOf } from "./check-matrix.ts";
import { expectations } from "./expectations.ts";
import { isSlow } from "./valid-request.ts";
import { buildWorld, type World } from "./world.ts";

// The preview guest, user 13, at every route (decisions.md "User 13", security.md §3.1).

let world: World;
beforeAll(async () => void (world = await buildWorld({ RATE_ANON_PER_IP: "100000" })));
afterAll(() => world.app.close());

test("a browser with a preview link gets from every route what a visitor gets, except what previewing its one course needs", async () => {
  const { app, things } = world;
  const portalId = app.portal("a").id;
  const token = "p".repeat(43);
  await app.databases.inPortal(portalId, async (db) => {
    const { id: linkId } = await db
      .insertInto("preview_links")
      .values({
        portal_id: portalId,
        course_id: things.a.courseId,
        name: "Guest",
        shows: "current",
        key: "guest",
        token_hash: hashToken("none"),
        made_by: app.person("admin", "a").id,
        expires_at: new Date(Date.now() + 86_400_000),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await db
      .insertInto("preview_passes")
      .values({ portal_id: portalId, link_id: linkId, token_hash: keptSession(token), expires_at: new Date(Date.now() + 1_800_000) })
      .execute();
    await db.insertInto("course_files").values({ portal_id: portalId, course_id: things.a.courseId, file_id: things.a.fileId }).execute();
  });
  const csrf = issueCsrf(app.config.secret, null);
  const cookie = `${cookieNames(false).csrf}=${csrf}; stoa_preview=${token}`;
  const differs: Record<string, [number, number]> = {};
  const routes = app.server.routeTable.filter((route) => !isSlow(route) && !/logout/i.test(route.path));
  expect(routes.length).toBeGreaterThan(300);
  for (const route of routes) {
    const request = { method: route.method, url: route.path, ...(await expectations[nameOf(route)]?.request?.(world, "anonymous", "a")) };
    const visitor = await world.send("anonymous", "a", request);
    const guest = await world.send("anonymous", "a", {
      ...request,
      headers: { ...request.headers, cookie, ...(request.method !== "GET" && request.method !== "HEAD" && { "x-csrf-token": csrf }) },
    });
    if (guest.status !== visitor.status) differs[nameOf(route)] = [visitor.status, guest.status];
  }
  expect(differs).toEqual({
    "GET /rest/environment/": [401, 200],
    "GET /rest/files/:fileId/:name": [401, 200],
    "HEAD /rest/files/:fileId/:name": [401, 200],
    "GET /rest/preview/external/:courseId": [403, 200],
    // The block of the matrix does not exist.
    "POST /rest/preview/external/:courseId/tries": [403, 404],
    // No block of it is a package, and no file of it web pages.
    "POST /rest/preview/external/:courseId/package": [403, 404],
    "POST /rest/preview/external/:courseId/site": [403, 404],
  });
  // On the other portal the cookie is nothing.
  const elsewhere = await world.send("anonymous", "b", { method: "GET", url: "/rest/environment/", headers: { cookie } });
  expect(elsewhere.status).toBe(401);
});
