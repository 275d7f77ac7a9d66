import type { Config } from "./config.ts";
import { isContentHost } from "./content-hosts.ts";

const wellKnown = /^(change-?me|secret|password|default|example|stoa|test|insecure|replace-?me|your-?secret|keyboard.?cat)/i;

/** Whether a signing secret is one that others try first. Its length is checked in every mode (config.ts). */
const isGuessable = (secret: string) => wellKnown.test(secret) || new Set(secret).size < 8;

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
    if (isGuessable(config.secret)) problems.push("STOA_SECRET is a value that is easy to guess.");
  } else if (config.databaseUrl !== undefined) {
    problems.push("STOA_SECRET must be set in production with DATABASE_URL, so that every server uses the same one.");
  }
  // Their defaults name this very machine, where no visitor's browser finds anything.
  if (!config.given.has("publicUrl"))
    problems.push("PUBLIC_URL must be set in production: the address people use, such as https://learn.example.org.");
  if (!config.given.has("contentOrigin"))
    problems.push(
      "CONTENT_ORIGIN must be set in production: the address of uploaded course content, on a host of its own, such as https://content.example.net.",
    );
  // A different port of the same host does not separate origins enough: cookies ignore the port.
  const clash = [config.publicUrl, ...portalHosts].map(hostOf).find((host) => isContentHost(config, host));
  if (clash !== undefined)
    problems.push(
      `CONTENT_ORIGIN is on ${clash}, which people sign in to: uploaded course content needs a host of its own, and another port is not enough.`,
    );
  return problems;
}

/** What a start goes on with all the same, but says, one sentence each. */
export function productionWarnings({ production, publicUrl, contentOrigin, contentHosts }: Config): string[] {
  const shared =
    contentHosts === "one"
      ? [
          "CONTENT_HOSTS=one: packages of all courses, portals and people share one host. A package can reach what another one does in the same browser at the same time, cannot open windows from the page, and keeps nothing in the browser from one launch to the next. A package in a window of its own plays apart from the page, which does not count the time in it as study time.",
        ]
      : [];
  if (!production) return shared;
  if (publicUrl.startsWith("http:"))
    return [
      ...shared,
      "PUBLIC_URL begins with http: everybody on the way can read passwords and sessions. Put a proxy that speaks https in front, and name its address.",
    ];
  if (contentOrigin.startsWith("http:"))
    return [...shared, "CONTENT_ORIGIN begins with http: while PUBLIC_URL begins with https: browsers do not show such courses."];
  return shared;
}
