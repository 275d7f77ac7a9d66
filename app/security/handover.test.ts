import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { hashToken } from "#platform/tokens.ts";
import { buildWorld, type World } from "./world.ts";

// Switch Portal and its hand-over (security.md §3.1, 53; decisions.md, Portals).

let world: World;
let both: { id: number; email: string };
let loner: { id: number; email: string };
beforeAll(async () => {
  world = await buildWorld();
  both = await world.app.aPerson("a");
  loner = await world.app.aPerson("a");
  await world.app.databases.inSystem("a second membership", (db) =>
    db
      .insertInto("memberships")
      .values({ portal_id: world.app.portal("b").id, user_id: both.id })
      .execute(),
  );
});
afterAll(() => world.app.close());

const loginPage = "/v/auth/login";
let token = "";
const start = async (path?: string) => {
  const reply = await world.sendAs(both.id, "a", {
    method: "POST",
    url: "/rest/environment/switchPortal",
    body: { portalId: world.app.portal("b").id, ...(path !== undefined && { path }) },
  });
  expect(reply.status).toBe(200);
  const made = JSON.parse(reply.body) as { action: string; token: string };
  expect(made.action).toBe("http://b.test/rest/auth/handover");
  return made.token;
};
beforeEach(async () => void (token = await start()));

/** Posts the form to a portal's host, as a browser would from a page of the given origin. */
async function post(
  given: string,
  { origin = "http://a.test" as string | null, key = "b" as "a" | "b", userId = null as number | null } = {},
) {
  const reply = await world.sendAs(userId, key, {
    method: "POST",
    url: "/rest/auth/handover",
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      origin: origin ?? "",
      "sec-fetch-site": "cross-site",
      "x-csrf-token": "",
    },
    body: `token=${encodeURIComponent(given)}`,
  });
  return {
    status: reply.status,
    to: String(reply.headers["location"]),
    signedIn: String(reply.headers["set-cookie"] ?? "").includes("stoa_session="),
  };
}
const refused = { status: 303, to: loginPage, signedIn: false };

test("a token opens its portal once, for its person", async () => {
  expect(await post(token)).toEqual({ status: 303, to: "/v/", signedIn: true });
  const rows = await world.app.databases.inPortal(world.app.portal("b").id, (db) =>
    db.selectFrom("sessions").select("user_id").where("user_id", "=", both.id).execute(),
  );
  expect(rows.length).toBeGreaterThan(0);
  expect(await post(token)).toEqual(refused);
});

test("of twenty posts at once one gets in", async () => {
  const replies = await Promise.all(Array.from({ length: 20 }, () => post(token)));
  expect(replies.filter(({ signedIn }) => signedIn)).toHaveLength(1);
});

test("sixty seconds, and it is worth nothing", async () => {
  const before = Date.now();
  token = await start();
  const after = Date.now();
  const [row] = await world.app.databases.inSystem("look at the token", (db) =>
    db.selectFrom("handover_tokens").select(["expires_at"]).where("token_hash", "=", hashToken(token)).execute(),
  );
  const ends = row?.expires_at.getTime() ?? 0;
  expect(ends).toBeLessThanOrEqual(after + 60_500);
  expect(ends).toBeGreaterThanOrEqual(before + 59_500);
  await world.app.databases.inSystem("time passes", (db) =>
    db
      .updateTable("handover_tokens")
      .set({ expires_at: new Date(Date.now() - 1) })
      .where("token_hash", "=", hashToken(token))
      .execute(),
  );
  expect(await post(token)).toEqual(refused);
});

test.each([
  ["another origin", { origin: "http://evil.test" }],
  ["the target's own origin", { origin: "http://b.test" }],
  ["no origin", { origin: null }],
  ["an opaque origin", { origin: "null" }],
  ["the right origin over https", { origin: "https://a.test" }],
  ["the right origin with a port", { origin: "http://a.test:8080" }],
  ["an origin that begins alike", { origin: "http://a.test.evil.test" }],
  ["another portal's host", { key: "a" as const }],
])("from %s it is refused", async (_, from) => {
  expect(await post(token, from)).toEqual(refused);
});

test("it stays good for its own page after such a try, and only its hash is kept", async () => {
  await post(token, { origin: "http://evil.test" });
  const kept = await world.app.databases.inSystem("look at the token", (db) => db.selectFrom("handover_tokens").selectAll().execute());
  expect(JSON.stringify(kept)).not.toContain(token);
  expect((await post(token)).signedIn).toBe(true);
});

test("text that is no token leads to login", async () => {
  for (const given of ["", "x", token.slice(1), `${token}x`, token.toUpperCase(), "\u0000", "%00", "' or 1=1 --", "x".repeat(3000)])
    expect([given, await post(given)]).toEqual([given, refused]);
});

test("whoever is suspended, or leaves, within the sixty seconds does not get in", async () => {
  const portal_id = world.app.portal("b").id;
  const set = (status: "active" | "suspended") =>
    world.app.databases.inSystem("suspend", (db) =>
      db.updateTable("memberships").set({ status }).where("portal_id", "=", portal_id).where("user_id", "=", both.id).execute(),
    );
  await set("suspended");
  expect(await post(token)).toEqual(refused);
  await set("active");
});

test("it signs in the person it was made for, whoever is signed in there", async () => {
  const student = world.app.person("student", "b").id;
  expect((await post(token, { userId: student })).signedIn).toBe(true);
  const left = await world.app.databases.inPortal(world.app.portal("b").id, (db) =>
    db.selectFrom("audit_events").select(["actor_id"]).where("action", "=", "portal_switched").orderBy("id", "desc").limit(1).execute(),
  );
  expect(left).toEqual([{ actor_id: both.id }]);
});

test("it leads nowhere but into the portal (ReturnUrl rules)", async () => {
  for (const path of [
    "//evil.test",
    "https://evil.test/v/",
    "/\\evil.test",
    "javascript:alert(1)",
    "/rest/account",
    "/v/..//evil.test",
    "/v/auth/login?ReturnUrl=/v/",
    "\r\nset-cookie: a=b",
  ]) {
    const { to } = await post(await start(path));
    expect([path, new URL(to, "http://b.test").origin, to.startsWith("/v/")]).toEqual([path, "http://b.test", true]);
    expect(to).not.toMatch(/evil|rest|[\r\n]/);
  }
  expect((await post(await start("/v/course/catalog"))).to).toBe("/v/course/catalog");
});

test("only portals one belongs to are listed, and only they can be switched to", async () => {
  const portals = async (userId: number) => {
    const reply = await world.sendAs(userId, "a", { method: "GET", url: "/rest/environment/" });
    return (JSON.parse(reply.body) as { Portals: { Name: string }[] }).Portals.map(({ Name }) => Name);
  };
  expect(await portals(both.id)).toEqual(["Portal A", "Portal B"]);
  expect(await portals(loner.id)).toEqual(["Portal A"]);
  const refusal = await world.sendAs(loner.id, "a", {
    method: "POST",
    url: "/rest/environment/switchPortal",
    body: { portalId: world.app.portal("b").id },
  });
  expect(refusal.status).toBe(404);
});
