import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from "fastify";
import { inject } from "vitest";
import { cookieNames } from "#features/auth/server/cookies.ts";
import { issueCsrf } from "#features/auth/server/csrf.ts";
import { hashPassword } from "#features/auth/server/passwords.ts";
import type { Config } from "#platform/config.ts";
import type { Databases } from "#platform/db/connect.ts";
import type { ServerDeps } from "../server.ts";
import { assignmentsOf, builders, type Builders } from "./builders.ts";
import { startInProcess } from "./server.ts";

export type PortalKey = "a" | "b";
export type RoleKey = "student" | "author" | "manager" | "admin" | "system";
export const testPassword = "correct-horse-battery";

/** A browser of one portal, signed in or anonymous: cookies, Origin and CSRF token are correct unless a test overrides them. */
export interface Client {
  readonly userId: number;
  readonly email: string;
  readonly cookie: string;
  readonly csrf: string;
  request(options: InjectOptions): Promise<LightMyRequestResponse>;
  get(url: string, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
  post(url: string, body?: object, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
  put(url: string, body?: object): Promise<LightMyRequestResponse>;
  /** Sends a file as it is. */
  upload(url: string, data: Buffer | string): Promise<LightMyRequestResponse>;
}

export interface TestApp extends Builders {
  readonly server: FastifyInstance;
  readonly databases: Databases;
  readonly config: Config;
  /** Superuser URL of this test's database, for checking it directly. */
  readonly databaseUrl: string;
  portal(key: PortalKey): { id: number; host: string };
  person(role: RoleKey, key: PortalKey): { id: number; email: string };
  signIn(role: RoleKey, key: PortalKey): Promise<Client>;
  /** Signs in a person made by a builder. */
  signInAs(person: { id: number; email: string }, key: PortalKey): Promise<Client>;
  anonymous(key: PortalKey): Client;
  /** The token of a new session. */
  openSession(portalId: number, userId: number): Promise<string>;
  close(): Promise<void>;
}

const hosts = { a: "a.test", b: "b.test" } as const;
const roles: RoleKey[] = ["student", "author", "manager", "admin", "system"];
let passwordHash: Promise<string> | undefined;

/**
 * Starts the whole server on a fresh database with two portals, A (a.test) and B (b.test), and one person for each role in each:
 * `student@a.test` and so on, all with testPassword. system@… is a system admin without a membership.
 */
export async function startTestApp(
  overrides: Record<string, string> = {},
  lowered: Pick<ServerDeps, "importLimits" | "bodyMs" | "loginWait" | "moreJobKinds" | "live"> = {},
  /** Maps the database's URL to the one that the server uses, such as a proxy's; the same by default. */
  reachedBy: (databaseUrl: string) => string = (url) => url,
): Promise<TestApp> {
  const stoa = await startInProcess(inject("superUrl"), { settings: overrides, lowered, reachedBy });
  const { databases, config, server } = stoa;
  passwordHash ??= hashPassword(testPassword);
  const hash = await passwordHash;
  const { portals, people } = await databases.inSystem("prepare a test", async (db) => {
    const made = await db
      .insertInto("portals")
      .values([
        { slug: "a", name: "Portal A", time_zone: "Europe/Berlin" },
        { slug: "b", name: "Portal B", time_zone: "America/New_York" },
      ])
      .returning(["id", "slug"])
      .execute();
    const idOf = (key: PortalKey) => made.find((row) => row.slug === key)?.id ?? 0;
    await db
      .insertInto("portal_hosts")
      .values((["a", "b"] as const).map((key) => ({ host: hosts[key], portal_id: idOf(key), is_primary: true })))
      .execute();
    const keys = (["a", "b"] as const).flatMap((key) => roles.map((role) => ({ key, role })));
    const users = await db
      .insertInto("users")
      .values(
        keys.map(({ key, role }) => ({
          email: `${role}@${hosts[key]}`,
          given_name: role.replace(/^./, (c) => c.toUpperCase()),
          family_name: key.toUpperCase(),
          password_hash: hash,
          is_system_admin: role === "system",
        })),
      )
      .returning(["id", "email"])
      .execute();
    const userOf = (role: RoleKey, key: PortalKey) => users.find((user) => user.email === `${role}@${hosts[key]}`) ?? { id: 0, email: "" };
    const memberships = keys
      .filter(({ role }) => role !== "system")
      .map(({ key, role }) => ({
        portal_id: idOf(key),
        user_id: userOf(role, key).id,
        is_author: role === "author",
        is_manager: role === "manager",
        is_admin: role === "admin",
      }));
    await db.insertInto("memberships").values(memberships).execute();
    await db.insertInto("role_assignments").values(assignmentsOf(memberships)).execute();
    return { portals: { a: { id: idOf("a"), host: hosts.a }, b: { id: idOf("b"), host: hosts.b } }, people: userOf };
  });

  const clientOf = (key: PortalKey, who: { id: number; email: string }, token: string | null): Client => {
    const { host } = portals[key];
    const names = cookieNames(false);
    const csrf = issueCsrf(config.secret, token);
    const cookie = [`${names.csrf}=${csrf}`, ...(token ? [`${names.session}=${token}`] : [])].join("; ");
    const base = { host, cookie };
    const write = { ...base, origin: `http://${host}`, "sec-fetch-site": "same-origin", "x-csrf-token": csrf };
    const request = (options: InjectOptions) => server.inject(options);
    return {
      userId: who.id,
      email: who.email,
      cookie,
      csrf,
      request,
      get: (url, headers = {}) => request({ method: "GET", url, headers: { ...base, ...headers } }),
      post: (url, body, headers = {}) =>
        request({ method: "POST", url, headers: { ...write, ...headers }, ...(body !== undefined && { payload: body }) }),
      upload: (url, data) =>
        request({ method: "POST", url, headers: { ...write, "content-type": "application/octet-stream" }, payload: Buffer.from(data) }),
      put: (url, body) => request({ method: "PUT", url, headers: write, ...(body !== undefined && { payload: body }) }),
    };
  };
  const signInAs = async (who: { id: number; email: string }, key: PortalKey) => {
    const token = await stoa.openSession(portals[key].id, who.id);
    return clientOf(key, who, token);
  };

  return {
    server,
    databases,
    config,
    databaseUrl: stoa.databaseUrl,
    portal: (key) => portals[key],
    person: people,
    signIn: (role, key) => signInAs(people(role, key), key),
    signInAs,
    anonymous: (key) => clientOf(key, { id: 0, email: "" }, null),
    ...builders(databases, (key) => portals[key].id, hash),
    openSession: stoa.openSession,
    close: stoa.close,
  };
}
