// Every setting that the server reads, in one typed table. `.env.example` is generated from it, and a wrong value is named at start
// (issue 2, section 1). Nothing else in the server reads process.env.
import { readFileSync } from "node:fs";
import type * as z from "zod/mini";
import {
  email,
  hostOrOff,
  innerAddresses,
  nameServers,
  networks,
  oneOf,
  onOff,
  origin,
  postgresUrl,
  smtpUrl,
  text,
  textOfAtLeast,
  wholeNumber,
} from "./config-values.ts";
import { isAddress } from "./host.ts";
import { StartError } from "./lifecycle-error.ts";

type Seen = Readonly<Record<string, string>>;

interface Variable<S extends z.ZodMiniType> {
  readonly name: string;
  readonly schema: S;
  /** Text used when the variable is absent; without a fallback the setting is undefined. It may depend on variables further up in the table. */
  readonly fallback?: string | ((seen: Seen) => string);
  readonly doc: string;
  /** Never printed; may also be read from the file named by NAME_FILE. */
  readonly secret?: true;
}

const variable = <S extends z.ZodMiniType, const R extends Omit<Variable<S>, "name" | "schema">>(name: string, schema: S, rest: R) =>
  ({ name, schema, ...rest }) as Variable<S> & R;

/** Characters of a secret that signs, at least. */
export const shortestSecret = 32;

/** The host name in an address; undefined where its host is a number, as names below it lead nowhere. */
function nameIn(address: string | undefined): string | undefined {
  const host = address && URL.canParse(address) ? new URL(address).hostname : undefined;
  return host === undefined || isAddress(host) ? undefined : host;
}

const inProduction = (seen: Seen) => seen.NODE_ENV === "production";

/** All settings, in the order of `.env.example`. */
export const variables = {
  environment: variable("NODE_ENV", oneOf(["development", "test", "production"]), {
    fallback: "development",
    doc: "production turns the demo off by default and refuses unsafe settings.",
  }),
  port: variable("PORT", wholeNumber(1, 65535), { fallback: "3000", doc: "Port the server listens on." }),
  host: variable("HOST", text, {
    fallback: (seen) => (inProduction(seen) ? "0.0.0.0" : "127.0.0.1"),
    doc: "Address the server listens on. Every address in production, this machine only otherwise.",
  }),
  dataDir: variable("STOA_DATA", text, {
    fallback: "./data",
    doc: "Folder for the built-in database, uploads and generated secrets.",
  }),
  demo: variable("STOA_DEMO", onOff, {
    fallback: (seen) => (inProduction(seen) ? "off" : "on"),
    doc: "on fills an empty database with demo portals, people and courses. Off by default in production.",
  }),
  demoInProduction: variable("STOA_DEMO_IN_PRODUCTION", onOff, {
    fallback: "off",
    doc: "on allows the demo sign-ins, whose password everybody knows, in production.",
  }),
  databaseUrl: variable("DATABASE_URL", postgresUrl, {
    secret: true,
    doc: "Your own PostgreSQL (15 or newer), such as postgresql://user:password@host:5432/stoa. Without it the built-in one runs.",
  }),
  databaseAppUrl: variable("DATABASE_APP_URL", postgresUrl, {
    secret: true,
    doc: "Optional second login for requests; it must be a member of the role stoa_app and own nothing.",
  }),
  databaseDirectUrl: variable("DATABASE_DIRECT_URL", postgresUrl, {
    secret: true,
    doc: "Behind PgBouncer in transaction mode: PostgreSQL itself, for one connection of each process, which listens for notifications. Without it open pages ask again every few seconds.",
  }),
  databasePrepared: variable("DATABASE_PREPARED", onOff, {
    fallback: "on",
    doc: "Named prepared statements, and connections of a role each. Turn off behind PgBouncer in transaction mode: each transaction then sets its role.",
  }),
  databasePoolSize: variable("DATABASE_POOL_SIZE", wholeNumber(1, 500), {
    fallback: "10",
    doc: "Most database connections one process opens for requests.",
  }),
  databaseStatementSeconds: variable("DATABASE_STATEMENT_SECONDS", wholeNumber(1, 600), {
    fallback: "8",
    doc: "Seconds after which a statement of a request is given up and answered with 503; half of it is the longest wait for a lock.",
  }),
  jobLeaseSeconds: variable("JOB_LEASE_SECONDS", wholeNumber(1, 600), {
    fallback: "30",
    doc: "Seconds after which a job whose worker gives no sign of life is taken up by another one.",
  }),
  migrate: variable("MIGRATE", onOff, {
    fallback: "on",
    doc: "on brings the database schema up to date at start; off only checks that it is.",
  }),
  publicUrl: variable("PUBLIC_URL", origin, {
    fallback: (seen) => `http://localhost:${seen.PORT ?? "3000"}`,
    doc: "Address people use to reach the first portal.",
  }),
  portalsBelow: variable("PORTALS_BELOW", hostOrOff, {
    fallback: (seen) => nameIn(seen.PUBLIC_URL) ?? "off",
    doc: "Host name below which every portal is reached by its short name too, such as harbor-health.learn.example.org; that needs a wildcard name and certificate. The host of PUBLIC_URL when absent, and off for none.",
  }),
  contentOrigin: variable("CONTENT_ORIGIN", origin, {
    fallback: (seen) => `http://content.localhost:${seen.PORT ?? "3000"}`,
    doc: "Address uploaded course content is served from. A host of its own: another port of a portal's host is no boundary.",
  }),
  contentHosts: variable("CONTENT_HOSTS", oneOf(["per-course", "one"]), {
    fallback: "per-course",
    doc: "per-course gives every course and person a host below CONTENT_ORIGIN, which needs a wildcard name and certificate; one keeps to that host alone and isolates less.",
  }),
  secret: variable("STOA_SECRET", textOfAtLeast(shortestSecret), {
    fallback: "",
    secret: true,
    doc: `At least ${shortestSecret} random characters that sign tokens. Made and kept in the data folder when absent; needed in production with DATABASE_URL.`,
  }),
  adminEmail: variable("STOA_ADMIN_EMAIL", email, {
    doc: "With STOA_ADMIN_PASSWORD and an empty database: the first system admin.",
  }),
  adminPassword: variable("STOA_ADMIN_PASSWORD", text, { secret: true, doc: "Password of the first system admin." }),
  setupToken: variable("STOA_SETUP_TOKEN", text, {
    secret: true,
    doc: "Token for the one-time setup page. A random one is printed at start when absent.",
  }),
  smtpUrl: variable("SMTP_URL", smtpUrl, {
    secret: true,
    doc: "Mail server, such as smtp://user:password@mail.example.com:587, or smtps:// for TLS from the start. Without it nothing is sent: messages are kept in the product, where admins read them.",
  }),
  mailFrom: variable("MAIL_FROM", email, {
    doc: "Address that mail comes from; no-reply@ and the portal's host when absent.",
  }),
  nameServers: variable("DNS_SERVERS", nameServers, {
    fallback: "",
    doc: "Name servers that the check of a sender's domain asks: addresses with commas between, each with a port where it is not 53. Those of the machine when absent.",
  }),
  linkCheckInner: variable("LINK_CHECK_INNER", innerAddresses, {
    fallback: "",
    doc: "Addresses of an inner network that the check of quick links may ask, each with its port, such as 10.1.2.3:443, with commas between. None by default: only public addresses are asked, on ports 80 and 443.",
  }),
  hostCheckInner: variable("HOST_CHECK_INNER", innerAddresses, {
    fallback: "",
    doc: "Addresses of an inner network at which the check of a portal's addresses may ask for this installation, each with its port, such as 127.0.0.1:3000, with commas between. None by default: only public addresses are asked, on ports 80 and 443.",
  }),
  mediaInner: variable("MEDIA_INNER", innerAddresses, {
    fallback: "",
    doc: "Addresses of an inner network from which authors may have files fetched for their courses, each with its port, with commas between. None by default: files are fetched from public addresses only, on ports 80 and 443.",
  }),
  webhookInner: variable("WEBHOOK_INNER", innerAddresses, {
    fallback: "",
    doc: "Addresses of an inner network to which webhooks may be sent, without https too, each with its port, with commas between. None by default: webhooks go to public addresses only, with https on port 443.",
  }),
  mailInner: variable("MAIL_INNER", innerAddresses, {
    fallback: "",
    doc: "Addresses of an inner network at which portals may have a mail server of their own, each with its port, with commas between; with any certificate there. None by default: portals send through public addresses only, on ports 25, 465, 587 and 2525.",
  }),
  productName: variable("PRODUCT_NAME", text, { fallback: "Stoa", doc: "Name that ends every document title." }),
  logLevel: variable("LOG_LEVEL", oneOf(["trace", "debug", "info", "warn", "error", "fatal", "silent"]), {
    fallback: "info",
    doc: "Least serious log line that is written.",
  }),
  trustedProxies: variable("TRUSTED_PROXIES", networks, {
    fallback: "",
    doc: "Proxies whose X-Forwarded headers are believed: addresses or ranges with commas between, or loopback.",
  }),
  metrics: variable("METRICS", onOff, {
    fallback: "on",
    doc: "Serves /metrics to this machine, and to others with METRICS_TOKEN.",
  }),
  metricsToken: variable("METRICS_TOKEN", text, {
    secret: true,
    doc: "Bearer token that opens /metrics to other machines.",
  }),
  rateLoginPerAccount: variable("RATE_LOGIN_PER_ACCOUNT", wholeNumber(1, 100_000), {
    fallback: "5",
    doc: "Sign-in attempts a minute for one account from one address; attempts from anywhere after which each waits a little longer.",
  }),
  rateLoginPerIp: variable("RATE_LOGIN_PER_IP", wholeNumber(1, 100_000), {
    fallback: "20",
    doc: "Sign-in attempts a minute from one address; also hand-overs and sign-outs without a session.",
  }),
  rateAnonPerIp: variable("RATE_ANON_PER_IP", wholeNumber(1, 1_000_000), {
    fallback: "60",
    doc: "Calls a minute from one address to what is open without signing in, and calls with a session that does not exist.",
  }),
  rateToken: variable("RATE_TOKEN", wholeNumber(10, 1_000_000), {
    fallback: "120",
    doc: "Calls a minute with one API token.",
  }),
  rateCommit: variable("RATE_COMMIT", wholeNumber(1, 1_000_000), {
    fallback: "60",
    doc: "Progress commits a minute for one attempt.",
  }),
  rateCommitBurst: variable("RATE_COMMIT_BURST", wholeNumber(1, 1_000_000), {
    fallback: "20",
    doc: "Progress commits one attempt may send at once.",
  }),
  stateAttemptMb: variable("STATE_ATTEMPT_MB", wholeNumber(1, 16), {
    fallback: "4",
    doc: "Most megabytes that course packages may keep for one attempt; beyond it they are told that nothing more is stored.",
  }),
  statePersonDayMb: variable("STATE_PERSON_DAY_MB", wholeNumber(1, 100_000), {
    fallback: "64",
    doc: "Most megabytes that course packages may report for one person on one day (UTC).",
  }),
  portalGigabytes: variable("PORTAL_GIGABYTES", wholeNumber(1, 1_000_000), {
    fallback: "200",
    doc: "Most gigabytes of files that one portal may keep; beyond it uploads are refused, everything else goes on.",
  }),
  portalFiles: variable("PORTAL_FILES", wholeNumber(1, 100_000_000), {
    fallback: "200000",
    doc: "Most files that one portal may keep.",
  }),
  sessionIdleMinutes: variable("SESSION_IDLE_MINUTES", wholeNumber(1, 525_600), {
    fallback: "720",
    doc: "Minutes without use after which a session ends.",
  }),
  sessionMaxHours: variable("SESSION_MAX_HOURS", wholeNumber(1, 8_760), {
    fallback: "720",
    doc: "Hours after sign-in at which a session ends in any case.",
  }),
  sessionVisitHours: variable("SESSION_VISIT_HOURS", wholeNumber(1, 720), {
    fallback: "4",
    doc: "Hours after which the session of a system admin ends in a portal of which they are no member.",
  }),
  shutdownSeconds: variable("SHUTDOWN_SECONDS", wholeNumber(1, 600), {
    fallback: "25",
    doc: "Longest wait for requests in flight when the server is asked to stop.",
  }),
};

/** The names of an environment file that are no setting, and no file of a secret one; each with the setting it may be meant for, where one is close. */
export function unknownNames(names: readonly string[]): { name: string; meant: string | undefined }[] {
  const known = Object.values(variables).flatMap((row) => ("secret" in row ? [row.name, `${row.name}_FILE`] : [row.name]));
  return names
    .filter((name) => !known.includes(name))
    .map((name) => ({ name, meant: known.find((one) => isNear(one, name.toUpperCase())) }));
}

/** Whether one text becomes the other by a change of at most two signs. */
function isNear(one: string, other: string): boolean {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [i, sign] of [...one].entries()) {
    const next = [i + 1];
    for (const [j, typed] of [...other].entries())
      next.push(Math.min((next[j] ?? 0) + 1, (row[j + 1] ?? 0) + 1, (row[j] ?? 0) + (sign === typed ? 0 : 1)));
    row = next;
  }
  return (row.at(-1) ?? 0) <= 2;
}

type Table = typeof variables;
type Value<K extends keyof Table> = z.output<Table[K]["schema"]>;

/** The parsed settings. `secret` is empty only until main fills it from the data folder; an optional variable may be undefined. */
export type Config = {
  readonly [K in keyof Table]: Table[K] extends { fallback: unknown } ? Value<K> : Value<K> | undefined;
} & {
  readonly production: boolean;
  /** The settings that somebody has set, instead of leaving them at their default. */
  readonly given: ReadonlySet<keyof Table>;
};

const article = (value: string) => JSON.stringify(value.length > 80 ? `${value.slice(0, 80)}…` : value);

/** The text of one variable: its own value, else the content of the file named by NAME_FILE. Empty counts as absent. Adds mistakes to `problems`. */
function given(env: NodeJS.ProcessEnv, name: string, secret: boolean, problems: string[]): string | undefined {
  const direct = env[name] || undefined;
  const file = secret ? env[`${name}_FILE`] || undefined : undefined;
  if (file === undefined) return direct;
  if (direct !== undefined) {
    problems.push(`${name} and ${name}_FILE are both set; keep one of them.`);
    return undefined;
  }
  try {
    const content = readFileSync(file, "utf8").trim();
    if (content === "") problems.push(`${name}_FILE names an empty file, ${article(file)}.`);
    return content || undefined;
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code === "ENOENT" ? "does not exist" : "cannot be read";
    problems.push(`${name}_FILE names ${article(file)}, which ${why}.`);
    return undefined;
  }
}

/**
 * Parses the settings of an environment. Throws one StartError that names every wrong variable, one sentence each; it never repeats the value of a
 * secret.
 */
export function loadConfig(env: NodeJS.ProcessEnv): Config {
  const problems: string[] = [];
  const seen: Record<string, string> = {};
  const config: Record<string, unknown> = {};
  const givenKeys = new Set<string>();
  for (const [key, row] of Object.entries(variables) as [string, Variable<z.ZodMiniType>][]) {
    const secret = row.secret === true;
    const fromEnv = given(env, row.name, secret, problems);
    const value = fromEnv ?? (typeof row.fallback === "function" ? row.fallback(seen) : row.fallback);
    if (value === undefined || (fromEnv === undefined && value === "" && secret)) {
      config[key] = value;
      continue;
    }
    const parsed = row.schema.safeParse(value);
    if (!parsed.success) {
      const must = `${row.name} must be ${parsed.error.issues[0]?.message ?? "something else"}`;
      problems.push(secret ? `${must}.` : `${must}, not ${article(value)}.`);
      continue;
    }
    seen[row.name] = value;
    config[key] = parsed.data;
    if (fromEnv !== undefined) givenKeys.add(key);
  }
  if ((config.adminEmail === undefined) !== (config.adminPassword === undefined) && problems.length === 0)
    problems.push("STOA_ADMIN_EMAIL and STOA_ADMIN_PASSWORD belong together; set both or neither.");
  if (config.databaseAppUrl !== undefined && config.databaseUrl === undefined && problems.length === 0)
    problems.push("DATABASE_APP_URL needs DATABASE_URL.");
  if (problems.length > 0) throw new StartError(problems.join("\n"));
  return { ...config, production: config.environment === "production", given: givenKeys } as unknown as Config;
}
