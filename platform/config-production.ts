import type { Config } from "./config.ts";

const wellKnown = /^(change-?me|secret|password|default|example|stoa|test|insecure|replace-?me|your-?secret|keyboard.?cat)/i;

/** Why a signing secret is too weak, as a sentence; undefined when it is strong enough. */
function secretProblem(secret: string): string | undefined {
  if (secret.length < 32) return "STOA_SECRET is shorter than 32 characters.";
  if (wellKnown.test(secret) || new Set(secret).size < 8) return "STOA_SECRET is a value that is easy to guess.";
  return undefined;
}

const hostOf = (hostOrUrl: string) =>
  (URL.canParse(hostOrUrl) && hostOrUrl.includes("://") ? new URL(hostOrUrl).hostname : new URL(`http://${hostOrUrl}`).hostname).replace(
    /\.$/,
    "",
  );

/**
 * What production mode refuses (issue 2, section 1; security.md, course content is hostile), one sentence each; empty outside production.
 * `portalHosts` are the portals' host names, with or without a port. The database's own settings are checked after connecting:
 * `postgres/durability.ts`.
 */
export function productionProblems(config: Config, portalHosts: readonly string[]): string[] {
  if (!config.production) return [];
  const problems: string[] = [];
  if (config.demo && !config.demoInProduction)
    problems.push("The demo sign-ins have a password everybody knows: set STOA_DEMO=off, or STOA_DEMO_IN_PRODUCTION=on to allow them.");
  if (config.secret !== "") {
    const problem = secretProblem(config.secret);
    if (problem) problems.push(problem);
  } else if (config.databaseUrl !== undefined) {
    problems.push("STOA_SECRET must be set in production with DATABASE_URL, so that every server uses the same one.");
  }
  // A different port of the same host does not separate origins enough: cookies ignore the port.
  const contentHost = hostOf(config.contentOrigin);
  const clash = [config.publicUrl, ...portalHosts].map(hostOf).find((host) => host === contentHost);
  if (clash !== undefined)
    problems.push(
      `CONTENT_ORIGIN is on ${clash}, which people sign in to: uploaded course content needs a host of its own, and another port is not enough.`,
    );
  return problems;
}
