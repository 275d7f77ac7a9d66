import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestApp, type TestApp } from "#app/test/app.ts";
import { hashToken, newToken } from "#platform/tokens.ts";
import { sweepExpired } from "./server/sessions.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app?.close());

it("sweeps what has run out on every portal, and nothing else", async () => {
  const clients = await Promise.all([
    app.signIn("student", "a"),
    app.signIn("author", "a"),
    app.signIn("student", "b"),
    app.signIn("admin", "b"),
    app.signIn("manager", "a"),
  ]);
  const [expired, idle, other, kept, recent] = clients.map((client) => client.userId);
  const past = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  const { id: a } = app.portal("a");
  const { id: b } = app.portal("b");
  await app.databases.inSystem("prepare a test", async (db) => {
    await db
      .updateTable("sessions")
      .set({ expires_at: past(1), last_seen_at: past(13 * 60 + 1) })
      .where("user_id", "in", [expired ?? 0, other ?? 0])
      .execute();
    await db
      .updateTable("sessions")
      .set({ last_seen_at: past(13 * 60 + 1) })
      .where("user_id", "=", idle ?? 0)
      .execute();
    // Ran out too, but what was opened in it may still have a valid token.
    await db
      .updateTable("sessions")
      .set({ expires_at: past(1), last_seen_at: past(13 * 60 - 1) })
      .where("user_id", "=", recent ?? 0)
      .execute();
    await db
      .insertInto("handover_tokens")
      .values(
        [-1, 60].map((seconds) => ({
          portal_id: a,
          user_id: kept ?? 0,
          source_portal_id: b,
          source_origin: "http://b.test",
          return_path: "/v/",
          token_hash: hashToken(newToken()),
          expires_at: new Date(Date.now() + seconds * 1000),
        })),
      )
      .execute();
    await db
      .insertInto("rate_limits")
      .values([
        { key: "old", points: 1, expire: Date.now() - 1 },
        { key: "new", points: 1, expire: Date.now() + 60_000 },
      ])
      .execute();
  });
  expect(await sweepExpired(app.databases, 60)).toBe(5);
  expect(await sweepExpired(app.databases, 60)).toBe(0);
  const left = await app.databases.inSystem("look at a test", async (db) => ({
    sessions: (await db.selectFrom("sessions").select("user_id").execute()).map((row) => row.user_id).toSorted(),
    handovers: (await db.selectFrom("handover_tokens").select("portal_id").execute()).length,
    counters: (await db.selectFrom("rate_limits").select("key").execute()).map((row) => row.key),
  }));
  expect(left).toEqual({ sessions: [kept, recent].toSorted(), handovers: 1, counters: ["new"] });
});

it("keeps the newest 50 browsers of a person in a portal, those that are trusted first, and those of others", async () => {
  const [many, few] = [await app.aPerson("a"), await app.aPerson("a")];
  const { id: a } = app.portal("a");
  const { id: b } = app.portal("b");
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000);
  const browser = (portalId: number, userId: number, ago: number, trustedUntil: Date | null = null) => ({
    portal_id: portalId,
    user_id: userId,
    token_hash: hashToken(newToken()),
    user_agent: `${ago}`,
    last_seen_at: day(ago),
    trusted_until: trustedUntil,
  });
  const days = Array.from({ length: 60 }, (_, nth) => nth + 1);
  await app.databases.inSystem("prepare a test", (db) =>
    db
      .insertInto("known_browsers")
      .values([
        ...days.map((ago) => browser(a, many.id, ago, ago === 60 ? day(-1) : ago === 59 ? day(1) : null)),
        ...days.slice(0, 20).map((ago) => browser(b, many.id, ago)),
        ...days.slice(0, 50).map((ago) => browser(a, few.id, ago)),
        browser(a, few.id, 401),
      ])
      .execute(),
  );
  expect(await sweepExpired(app.databases, 60)).toBe(11);
  expect(await sweepExpired(app.databases, 60)).toBe(0);
  const left = await app.databases.inSystem("look at a test", (db) =>
    db.selectFrom("known_browsers").select(["portal_id", "user_id", "user_agent"]).where("user_id", "in", [many.id, few.id]).execute(),
  );
  const of = (portalId: number, userId: number) =>
    left
      .filter((row) => row.portal_id === portalId && row.user_id === userId)
      .map((row) => Number(row.user_agent))
      .toSorted((one, other) => one - other);
  expect(of(a, many.id)).toEqual([...days.slice(0, 49), 60]);
  expect([of(b, many.id), of(a, few.id)]).toEqual([days.slice(0, 20), days.slice(0, 50)]);
});

it("security.md 57: tokens are 256 random bits and never meet again", () => {
  const count = 200_000;
  const seen = new Set<string>();
  const ones = Array.from({ length: 256 }, () => 0);
  for (let n = 0; n < count; n++) {
    const token = newToken();
    seen.add(token);
    if (n < 2000)
      Buffer.from(token, "base64url").forEach((byte, at) =>
        Array.from({ length: 8 }, (_, bit) => (ones[at * 8 + bit] = (ones[at * 8 + bit] ?? 0) + ((byte >> bit) & 1))),
      );
  }
  expect(seen.size).toBe(count);
  // Each bit is set about half the time: 1000 ± 8 standard deviations in 2000 tokens.
  expect(ones.filter((set) => Math.abs(set - 1000) > 180)).toEqual([]);
});
