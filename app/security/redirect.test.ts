import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildWorld, testPassword, type World } from "./world.ts";

// Where an address written by an attacker can send a browser (security.md 41, 49, 52, §3.1), at every endpoint that takes one.

let world: World;
beforeAll(async () => void (world = await buildWorld()));
afterAll(() => world.app.close());

const outside = [
  "//evil.test",
  "/\\evil.test",
  "\\/\\/evil.test",
  "/%2f/evil.test",
  "/%09/evil.test",
  "/\t/evil.test",
  "https:evil.test",
  "https://evil.test/v/",
  "http://b.test/v/student/dashboard",
  "http://a.test@evil.test/v/",
  "@evil.test",
  ".evil.test",
  "javascript:alert(1)",
  "java\nscript:alert(1)",
  "data:text/html,/v/",
  "/v/..//evil.test",
  "/v/%2e%2e//evil.test",
  "/v/..%2f/evil.test",
  "/v/\r\nlocation: https://evil.test",
  "/v/\u0000",
  "/rest/account",
  "/onlinetraining/auth/logout",
  "/v/auth/login?ReturnUrl=/v/auth/login",
  "/v/../rest/auth/logout",
  "/c/none/index.html",
  "",
];
const inside = ["/v/student/history", "/v/course/catalog?q=fire%20safety"];

/** Where the address leads a browser on portal A; throws unless that is a page of portal A. */
function landing(to: string): string {
  expect(to).not.toMatch(/[\r\n\0]/);
  const url = new URL(to, "http://a.test");
  expect([to, url.origin, url.pathname.startsWith("/v/")]).toEqual([to, "http://a.test", true]);
  return url.pathname + url.search;
}

describe("a wrong ReturnUrl is dropped and a right one kept", () => {
  test("at sign-in", async () => {
    const to = async (returnUrl: unknown) => {
      const reply = await world.sendAs(null, "a", {
        method: "POST",
        url: "/rest/auth/login",
        body: { email: "student@a.test", password: testPassword, returnUrl },
      });
      expect(reply.status).toBe(200);
      return landing((JSON.parse(reply.body) as { redirect: string }).redirect);
    };
    for (const path of outside) expect([path, await to(path)]).toEqual([path, "/v/student/dashboard"]);
    for (const path of inside) expect(await to(path)).toBe(path);
  });

  test("at the password change", async () => {
    const person = await world.app.aPerson("a");
    const passwords = [testPassword, "violet-harbour-lantern-41", "copper-meadow-signal-52", "amber-orchard-thimble-63"];
    for (const [turn, returnUrl] of ["//evil.test", "javascript:alert(1)", "/v/student/history"].entries()) {
      const reply = await world.sendAs(person.id, "a", {
        method: "POST",
        url: "/rest/auth/changePassword",
        body: { currentPassword: passwords[turn], newPassword: passwords[turn + 1], returnUrl },
      });
      expect(reply.status).toBe(200);
      expect(landing((JSON.parse(reply.body) as { redirect: string }).redirect)).toBe(
        turn === 2 ? "/v/student/history" : "/v/student/dashboard",
      );
    }
  });

  test("at sign-out", async () => {
    for (const name of ["ReturnUrl", "returnUrl", "RETURNURL"])
      for (const path of outside) {
        const reply = await world.send("student", "a", {
          method: "GET",
          url: `/onlinetraining/auth/logout?${name}=${encodeURIComponent(path)}`,
        });
        expect([path, reply.status, landing(String(reply.headers["location"]))]).toEqual([path, 302, "/v/auth/login"]);
      }
    const reply = await world.send("student", "a", {
      method: "GET",
      url: "/onlinetraining/auth/logout?ReturnUrl=//evil.test&ReturnUrl=/v/student/history",
    });
    expect(landing(String(reply.headers["location"]))).toBe("/v/auth/login");
  });

  test("when a page sends a visitor to login, and back", async () => {
    for (const path of [
      "/v/student/history",
      "/v//evil.test",
      "/v/..//evil.test",
      "/v/%2e%2e/%2e%2e//evil.test",
      "/v/%0d%0aset-cookie:a=b",
      "/v/\\evil.test",
    ]) {
      const reply = await world.send("anonymous", "a", { method: "GET", url: path });
      if (reply.status === 404) continue;
      expect([path, reply.status]).toEqual([path, 302]);
      const login = new URL(landing(String(reply.headers["location"])), "http://a.test");
      expect(login.pathname).toBe("/v/auth/login");
      const back = login.searchParams.get("ReturnUrl") ?? "";
      const signedIn = await world.sendAs(null, "a", {
        method: "POST",
        url: "/rest/auth/login",
        body: { email: "student@a.test", password: testPassword, returnUrl: back },
      });
      landing((JSON.parse(signedIn.body) as { redirect: string }).redirect);
    }
  });
});

test("another site cannot sign anyone out (logout CSRF; security.md 49)", async () => {
  const person = await world.app.aPerson("a");
  for (const site of ["cross-site", "same-site"])
    expect(
      (await world.sendAs(person.id, "a", { method: "GET", url: "/onlinetraining/auth/logout", headers: { "sec-fetch-site": site } }))
        .status,
    ).toBe(403);
});

test("every write of every route needs the portal's own page: origin, site and token (security.md 48, 51)", async () => {
  const open: unknown[] = [];
  for (const route of world.app.server.routeTable) {
    if (["GET", "HEAD"].includes(route.method)) continue;
    // These prove by a token of their own where they come from, and are tested elsewhere. The last is sent by mail programs, without a page (RFC 8058).
    if (["/rest/auth/handover", "/rest/scorm/commit", "/rest/mail/unsubscribe/:token"].includes(route.path)) continue;
    const url = route.path.replace(/:[A-Za-z]+/g, "1");
    const tries: Record<string, string>[] = [
      { origin: "http://b.test" },
      { origin: "https://a.test" },
      { origin: "http://sub.a.test" },
      { origin: "http://a.test.evil.test" },
      { origin: "http://a.test:81" },
      { origin: "null" },
      { origin: "" },
      { "sec-fetch-site": "same-site" },
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "none" },
      { "x-csrf-token": "" },
      { "x-csrf-token": "x" },
      { cookie: "stoa_csrf=x" },
    ];
    for (const headers of tries) {
      const reply = await world.send("student", "a", { method: route.method, url, headers, ...(route.endpoint?.body && { body: {} }) });
      const { code } = JSON.parse(reply.body) as { code: string };
      if (reply.status !== 403 || !["origin", "csrf"].includes(code)) open.push([route.method, route.path, headers, reply.status, code]);
    }
  }
  expect(open).toEqual([]);
});
