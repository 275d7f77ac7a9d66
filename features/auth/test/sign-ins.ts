import { afterAll, beforeAll, beforeEach } from "vitest";
import { startTestApp, testPassword, type Client, type PortalKey, type TestApp } from "#app/test/app.ts";

/** What the form of signing in sends, and from where. */
export interface Typed {
  email?: unknown;
  password?: unknown;
  returnUrl?: unknown;
  key?: PortalKey;
  as?: Client;
  from?: string;
  headers?: Record<string, string>;
}

/** A server for the tests of a file, and what signs in there. Every test has its own IP address, so that they do not share rate limits. */
export function useSignIns() {
  let started: TestApp | undefined;
  let address = 0;
  beforeAll(async () => void (started = await startTestApp()));
  afterAll(() => started?.close());
  beforeEach(() => void address++);

  const app = new Proxy({} as TestApp, {
    get(_, name) {
      if (!started) throw new Error("The application runs in hooks and tests only.");
      return Reflect.get(started, name) as unknown;
    },
  });

  const ip = () => `10.0.${Math.floor(address / 250)}.${(address % 250) + 1}`;

  /** Sends the login form as the page does. */
  function login({ key = "a", as = app.anonymous(key), from = ip(), headers = {}, ...form }: Typed) {
    const { host } = app.portal(key);
    return app.server.inject({
      method: "POST",
      url: "/rest/auth/login",
      remoteAddress: from,
      headers: { host, origin: `http://${host}`, cookie: as.cookie, "x-csrf-token": as.csrf, ...headers },
      payload: { email: `student@${host}`, password: testPassword, ...form },
    });
  }

  const cookiesOf = (reply: Awaited<ReturnType<typeof login>>) => Object.fromEntries(reply.cookies.map((cookie) => [cookie.name, cookie]));
  const enter = (cookie: string, key: PortalKey = "a") =>
    app.server.inject({ url: "/rest/environment/", headers: { host: app.portal(key).host, cookie } });
  /** Switches to a role as the account menu does. */
  const takeRole = (newRole: string, { cookie, csrf }: { cookie: string; csrf: string }, key: PortalKey = "a") => {
    const { host } = app.portal(key);
    return app.server.inject({
      method: "POST",
      url: `/rest/environment/updateCurrentRole?newRole=${newRole}`,
      headers: { host, origin: `http://${host}`, cookie, "x-csrf-token": csrf },
    });
  };
  const audited = (userId: number, action: string, key: PortalKey = "a") =>
    app.databases.inPortal(app.portal(key).id, async (db) => {
      const rows = await db.selectFrom("audit_events").selectAll().where("actor_id", "=", userId).where("action", "=", action).execute();
      return rows.length;
    });

  async function system(change: (db: Parameters<Parameters<TestApp["databases"]["inSystem"]>[1]>[0]) => Promise<unknown>) {
    await app.databases.inSystem("prepare a test", change);
  }

  /** A new person with a session created by the login form. */
  async function someone(fields: Parameters<TestApp["aPerson"]>[1] = {}, key: PortalKey = "a") {
    const person = await app.aPerson(key, fields);
    const reply = await login({ email: person.email, key });
    const { stoa_session: session, stoa_csrf: csrf } = cookiesOf(reply);
    const cookie = `stoa_session=${session?.value}; stoa_csrf=${csrf?.value}`;
    return { ...person, reply, cookie, csrf: csrf?.value ?? "", token: session?.value ?? "" };
  }

  return { app, login, cookiesOf, enter, takeRole, audited, system, someone };
}
