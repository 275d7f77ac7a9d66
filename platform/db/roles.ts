import * as pg from "pg";
import { StartError } from "../lifecycle-error.ts";

const roles = ["stoa_app", "stoa_people", "stoa_system"] as const;

/** Which of the roles exist, and whether the login may SET ROLE to them. From PostgreSQL 16 on, a member may lack that right, even the role's creator. */
const memberships = async (client: pg.Client, login: string) => {
  const found = await client.query<{ role: string; member: boolean }>(
    `select rolname as role,
            pg_has_role($2::text, oid, case when current_setting('server_version_num')::int >= 160000 then 'set' else 'member' end) as member
       from pg_roles where rolname = any ($1)`,
    [roles, login],
  );
  return new Map(found.rows.map(({ role, member }) => [role, member]));
};

const insufficientPrivilege = "42501";
/** Whether the error says that another process was faster: duplicate_object, unique_violation, or "tuple concurrently updated" of two grants at once. */
const isRace = (error: unknown) => ["42710", "23505", "XX000"].includes((error as pg.DatabaseError).code ?? "");

async function makeAndGrant(client: pg.Client, login: string, wanted: readonly string[]) {
  const name = pg.escapeIdentifier(login);
  let have = await memberships(client, login);
  for (const role of roles) {
    if (have.has(role)) continue;
    await client.query(`create role ${role} nologin nosuperuser noinherit nobypassrls`).catch((error: unknown) => {
      if (!isRace(error)) throw error;
    });
  }
  have = await memberships(client, login);
  for (const role of wanted) {
    if (have.get(role) !== true)
      await client.query(`grant ${role} to ${name}`).catch((error: unknown) => {
        if (!isRace(error)) throw error;
      });
  }
}

const asLogin = (url: string) => new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });

async function loginOf(url: string): Promise<string> {
  const client = asLogin(url);
  await client.connect();
  const found = await client.query<{ login: string }>("select session_user as login").finally(() => client.end());
  return found.rows[0]?.login ?? "";
}

/** Refuses a request login that could reach beyond its portal: a second login would then protect nothing. */
async function refuseWide(client: pg.Client, login: string) {
  const found = await client.query<{ bypasses: boolean; owns: boolean }>(
    `select r.rolsuper or r.rolbypassrls as bypasses,
            exists (select from pg_class c where c.relnamespace = 'public'::regnamespace and pg_has_role(r.oid, c.relowner, 'member')) as owns
       from pg_roles r where r.rolname = $1`,
    [login],
  );
  const { bypasses, owns } = found.rows[0] ?? { bypasses: false, owns: false };
  const have = await memberships(client, login);
  const wider = (["stoa_system", "stoa_people"] as const).find((role) => have.get(role) === true);
  const why = bypasses ? "may bypass row-level security" : wider ? `may also become ${wider}` : owns ? "owns Stoa's tables" : undefined;
  if (why !== undefined)
    throw new StartError(
      `The login "${login}" of DATABASE_APP_URL ${why}, so one injected statement could reach more than its portal shows it. Name a login that is a member of stoa_app and nothing else.`,
    );
}

/**
 * Ensures that the roles exist: `stoa_app` (requests, one portal), `stoa_people` (people and rights of one portal) and `stoa_system` (across portals). Creates missing ones and grants
 * them to `grantTo`, by default the login of `url`, so that it may SET ROLE. The login of `appUrl`, when given, gets `stoa_app` alone and is refused
 * when it could become more. No role owns anything, logs in, or bypasses row-level security. Where this login may not create or grant the roles,
 * throws a StartError with the SQL that an operator runs once.
 */
export async function ensureRoles(
  url: string,
  options: { readonly grantTo?: string; readonly appUrl?: string | undefined } = {},
): Promise<void> {
  const client = asLogin(url);
  await client.connect();
  try {
    const own = await client.query<{ login: string }>("select session_user as login");
    const self = own.rows[0]?.login ?? "";
    const wanted = new Map<string, readonly string[]>([[options.grantTo ?? self, roles]]);
    let second: string | undefined;
    if (options.appUrl !== undefined) {
      second = await loginOf(options.appUrl);
      if (!wanted.has(second)) wanted.set(second, ["stoa_app"]);
    }
    for (const [login, needs] of wanted) {
      const have = await memberships(client, login);
      if (roles.every((role) => have.has(role)) && needs.every((role) => have.get(role) === true)) continue;
      await makeAndGrant(client, login, needs).catch((error: unknown) => {
        if ((error as pg.DatabaseError).code !== insufficientPrivilege) throw error;
        const create = roles.filter((role) => !have.has(role)).map((role) => `create role ${role} nologin; `);
        const grant = [...wanted].map(([name, list]) => `grant ${list.join(", ")} to ${pg.escapeIdentifier(name)};`);
        throw new StartError(
          `The database login "${self}" may not make or grant the roles Stoa needs. ` +
            `As an administrator of that server run once: ${create.join("")}${grant.join(" ")}`,
        );
      });
    }
    if (second !== undefined) await refuseWide(client, second);
    const loose = await client.query<{ rolname: string }>(
      "select rolname from pg_roles where rolname = any ($1) and (rolsuper or rolbypassrls)",
      [roles],
    );
    const bad = loose.rows[0]?.rolname;
    if (bad !== undefined)
      throw new StartError(
        `The role ${bad} may bypass row-level security, which keeps portals apart. Run once: alter role ${bad} nosuperuser nobypassrls;`,
      );
  } finally {
    await client.end();
  }
}
