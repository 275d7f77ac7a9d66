import * as pg from "pg";
import { describe, expect, it } from "vitest";
import { startTestApp, testPassword, type PortalKey } from "#app/test/app.ts";
import { useSignIns } from "./test/sign-ins.ts";

// The limits of one server as they ship; login-limits.test.ts has guesses from many sources, and several servers.
const { app, login } = useSignIns();

describe("the limiter, with its real limits", () => {
  it("stops the sixth guess of one source at one account, and tells how long", async () => {
    const person = await app.aPerson("a");
    const guess = (password: string, key: PortalKey = "a") => login({ email: person.email, password, from: "10.9.0.1", key });
    for (let n = 1; n <= 5; n++) expect((await guess("wrong password")).statusCode).toBe(401);
    const stopped = await guess(testPassword);
    expect(stopped.statusCode).toBe(429);
    const seconds = Number(stopped.headers["retry-after"]);
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(stopped.json().message).toMatch(/^Too many attempts\. Try again in \d+ seconds?\.$/);
    // A person has one password for all portals, so guesses at any portal count together.
    expect((await guess(testPassword, "b")).statusCode).toBe(429);
  });

  it("counts an account that does not exist alike", async () => {
    for (let n = 1; n <= 5; n++) await login({ email: "ghost@nowhere.test", from: "10.9.1.1" });
    expect((await login({ email: "GHOST@nowhere.test", from: "10.9.1.1" })).statusCode).toBe(429);
  });

  it("security.md 55: lets no more through when guesses come at once", async () => {
    const person = await app.aPerson("a");
    const statuses = await Promise.all(
      Array.from({ length: 12 }, () => login({ email: person.email, password: "wrong password", from: "10.9.2.1" })),
    );
    expect(statuses.filter((reply) => reply.statusCode === 401)).toHaveLength(5);
  });

  it("stops the 21st guess of one address", async () => {
    for (let n = 1; n <= 20; n++) expect((await login({ email: `spray${n}@nowhere.test`, from: "10.9.3.1" })).statusCode).toBe(401);
    expect((await login({ email: "spray21@nowhere.test", from: "10.9.3.1" })).statusCode).toBe(429);
    expect((await login({ from: "10.9.3.1" })).statusCode).toBe(429);
  });

  it("begins again for the account after a success, and a class behind one address gets in", async () => {
    const person = await app.aPerson("a");
    for (let round = 0; round < 2; round++) {
      for (let n = 0; n < 4; n++)
        expect((await login({ email: person.email, password: "wrong password", from: `10.9.4.${round + 1}` })).statusCode).toBe(401);
      expect((await login({ email: person.email, from: `10.9.4.${round + 1}` })).statusCode).toBe(200);
    }
    for (let n = 0; n < 25; n++) expect((await login({ from: "10.9.5.1" })).statusCode).toBe(200);
  }, 20_000);

  it("keeps no email and no address", async () => {
    await login({ email: "spray@nowhere.test" });
    const rows = await app.databases.shared.selectFrom("rate_limits").selectAll().execute();
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toMatch(/nowhere|@|10\.\d+\.\d+\.\d+/);
  });

  it("never opens when its table cannot be asked; only a database that does not answer is worth another try", async () => {
    const broken = await startTestApp({ DATABASE_STATEMENT_SECONDS: "1" });
    const superuser = new pg.Client({ connectionString: broken.databaseUrl });
    try {
      await superuser.connect();
      const attempt = () => broken.anonymous("a").post("/rest/auth/login", { email: "student@a.test", password: testPassword });
      // Locked, it is a database that does not answer: later it may.
      await superuser.query("begin; lock table rate_limits");
      const locked = await attempt();
      expect([locked.statusCode, locked.headers["retry-after"], locked.cookies]).toEqual([503, "5", []]);
      await superuser.query("rollback; alter table rate_limits rename to rate_limits_away");
      // Missing, it is a mistake of ours, which nobody should wait for.
      const missing = await attempt();
      expect([missing.statusCode, missing.json().code, missing.cookies]).toEqual([500, "internal", []]);
    } finally {
      await superuser.end();
      await broken.close();
    }
  });
});
