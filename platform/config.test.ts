import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { envExample } from "#app/env-example.ts";
import { productionProblems, productionWarnings } from "./config-production.ts";
import { loadConfig, unknownNames, variables } from "./config.ts";

const folder = mkdtempSync(join(tmpdir(), "stoa-config-"));
afterAll(() => rmSync(folder, { recursive: true }));

const complaint = (env: NodeJS.ProcessEnv) => {
  try {
    loadConfig(env);
    return "";
  } catch (error) {
    return (error as Error).message;
  }
};

describe("settings", () => {
  test("have defaults that follow the port and the environment", () => {
    const config = loadConfig({ PORT: "4100" });
    expect(config).toMatchObject({
      port: 4100,
      host: "127.0.0.1",
      demo: true,
      publicUrl: "http://localhost:4100",
      contentOrigin: "http://content.localhost:4100",
      dataDir: "./data",
      databaseUrl: undefined,
      trustedProxies: [],
      rateLoginPerAccount: 5,
      rateLoginPerIp: 20,
      rateAnonPerIp: 60,
    });
    expect(config.portalsBelow).toBe("localhost");
    const belowOf = (env: NodeJS.ProcessEnv) => loadConfig(env).portalsBelow;
    expect(belowOf({ PUBLIC_URL: "https://Learn.example.org" })).toBe("learn.example.org");
    expect(belowOf({ PUBLIC_URL: "http://10.1.2.3:3000" })).toBeNull();
    expect(belowOf({ PUBLIC_URL: "http://[::1]:3000" })).toBeNull();
    expect(belowOf({ PUBLIC_URL: "https://learn.example.org", PORTALS_BELOW: "portals.example.net" })).toBe("portals.example.net");
    expect(belowOf({ PUBLIC_URL: "https://learn.example.org", PORTALS_BELOW: "off" })).toBeNull();
    expect(complaint({ PORTALS_BELOW: "https://x.example" })).toMatch(/^PORTALS_BELOW must be a host name in small letters/);
    expect(loadConfig({ NODE_ENV: "production" })).toMatchObject({ host: "0.0.0.0", demo: false, production: true });
  });

  test.each([
    [{ PORT: "abc" }, 'PORT must be a whole number between 1 and 65535, not "abc".'],
    [{ PORT: "0" }, 'PORT must be a whole number between 1 and 65535, not "0".'],
    [{ STOA_DEMO: "yes" }, 'STOA_DEMO must be on or off, not "yes".'],
    [{ PUBLIC_URL: "https://x.example/v" }, /^PUBLIC_URL must be the address of a site without a path/],
    [{ CONTENT_ORIGIN: "content.example" }, /^CONTENT_ORIGIN must be/],
    [{ TRUSTED_PROXIES: "10.0.0.0/99" }, /^TRUSTED_PROXIES must be a list of addresses/],
    [{ LOG_LEVEL: "loud" }, /^LOG_LEVEL must be one of trace, debug/],
    [{ NODE_ENV: "prod" }, /^NODE_ENV must be one of/],
    [{ STOA_ADMIN_EMAIL: "a@b.example" }, /belong together/],
    [{ DATABASE_APP_URL: "postgresql://a:b@h/d" }, "DATABASE_APP_URL needs DATABASE_URL."],
    [{ STOA_SECRET: "0123456789abcdef" }, /^STOA_SECRET must be at least 32 characters long\.$/],
  ])("name a wrong value: %j", (env, sentence) => {
    expect(complaint(env)).toMatch(sentence);
  });

  test("name every wrong value at once and never repeat a secret", () => {
    const said = complaint({ PORT: "x", DATABASE_URL: "mysql://root:hunter2@db/stoa" });
    expect(said.split("\n")).toHaveLength(2);
    expect(said).toContain("DATABASE_URL must be an address such as");
    expect(said).not.toContain("hunter2");
  });

  test("read every secret from a file too", () => {
    const file = join(folder, "value");
    writeFileSync(file, "postgresql://owner:pw@db.example/stoa\n");
    const secrets = Object.values(variables).filter((row) => "secret" in row);
    expect(secrets.map((row) => row.name)).toContain("STOA_SECRET");
    expect(loadConfig({ DATABASE_URL_FILE: file }).databaseUrl).toBe("postgresql://owner:pw@db.example/stoa");
    for (const { name } of secrets) {
      expect(complaint({ [name]: "postgresql://a:b@c/d", [`${name}_FILE`]: file })).toBe(
        `${name} and ${name}_FILE are both set; keep one of them.`,
      );
      expect(complaint({ [`${name}_FILE`]: join(folder, "none") })).toMatch(`${name}_FILE names`);
    }
  });

  test("are told from what is none, with the one that may be meant", () => {
    expect(unknownNames(["PORT", "STOA_SECRET_FILE", "PUBLIC_UR", "STOA-DEMO", "public_url", "PORT_FILE", "MY_OWN_THING"])).toEqual([
      { name: "PUBLIC_UR", meant: "PUBLIC_URL" },
      { name: "STOA-DEMO", meant: "STOA_DEMO" },
      { name: "public_url", meant: "PUBLIC_URL" },
      { name: "PORT_FILE", meant: undefined },
      { name: "MY_OWN_THING", meant: undefined },
    ]);
  });

  test("are printed in .env.example as they are in the table", () => {
    expect(readFileSync(new URL("../.env.example", import.meta.url), "utf8")).toBe(envExample());
  });
});

describe("production refuses", () => {
  const safe = {
    NODE_ENV: "production",
    STOA_SECRET: "3sO9-1kq8ZpX_v7YtR2mWcE5uB6nH4aLdJfG0iQxTzK",
    PUBLIC_URL: "https://learn.example.org",
    CONTENT_ORIGIN: "https://content.example.net",
  };
  const problems = (env: NodeJS.ProcessEnv, hosts: string[] = []) => productionProblems(loadConfig({ ...safe, ...env }), hosts).join("\n");

  test("nothing when all is well, and nothing outside production", () => {
    expect(problems({}, ["learn.example.org", "b.example.org"])).toBe("");
    const unsafe = { CONTENT_ORIGIN: "http://localhost:3001", STOA_SECRET: "a".repeat(32) };
    expect(productionProblems(loadConfig(unsafe), ["localhost"])).toEqual([]);
  });

  test("demo sign-ins, unless explicitly allowed", () => {
    expect(problems({ STOA_DEMO: "on" })).toMatch("demo sign-ins");
    expect(problems({ STOA_DEMO: "on", STOA_DEMO_IN_PRODUCTION: "on" })).toBe("");
  });

  test("to guess the address of the first portal or of course content", () => {
    expect(problems({ PUBLIC_URL: "" })).toMatch(/^PUBLIC_URL must be set in production: [^\n]*$/);
    expect(problems({ CONTENT_ORIGIN: "" })).toMatch(/^CONTENT_ORIGIN must be set in production: [^\n]*$/);
  });

  test("a guessable secret, and none at all with an external database", () => {
    expect(problems({ STOA_SECRET: "changeme-changeme-changeme-changeme" })).toMatch("easy to guess");
    expect(problems({ STOA_SECRET: "a".repeat(40) })).toMatch("easy to guess");
    expect(problems({ STOA_SECRET: "" })).toBe("");
    expect(problems({ STOA_SECRET: "", DATABASE_URL: "postgresql://a:b@c/d" })).toMatch("STOA_SECRET must be set");
  });

  test("course content on a host people sign in to, whatever the port", () => {
    expect(problems({ CONTENT_ORIGIN: "https://learn.example.org" })).toMatch("CONTENT_ORIGIN is on learn.example.org");
    expect(problems({ CONTENT_ORIGIN: "https://learn.example.org:8443" })).toMatch("another port is not enough");
    expect(problems({}, ["content.example.net:443"])).toMatch("CONTENT_ORIGIN is on content.example.net");
    // A portal below the content host would be one of its hosts.
    expect(problems({}, ["learn.content.example.net"])).toMatch("learn.content.example.net");
    expect(problems({ CONTENT_HOSTS: "one" }, ["learn.content.example.net"])).toBe("");
  });

  test("nothing over http, but says what that means", () => {
    const warnings = (env: NodeJS.ProcessEnv) => productionWarnings(loadConfig({ ...safe, ...env })).join("\n");
    expect(warnings({})).toBe("");
    expect(problems({ PUBLIC_URL: "http://learn.example.org" })).toBe("");
    expect(warnings({ PUBLIC_URL: "http://learn.example.org" })).toMatch(/^PUBLIC_URL begins with http: /);
    expect(warnings({ CONTENT_ORIGIN: "http://content.example.net" })).toMatch(/^CONTENT_ORIGIN begins with http: while/);
    expect(productionWarnings(loadConfig({ PUBLIC_URL: "http://learn.example.org" }))).toEqual([]);
    // Fewer boundaries between packages are said in every mode.
    expect(warnings({ CONTENT_HOSTS: "one" })).toMatch(/^CONTENT_HOSTS=one: /);
    expect(productionWarnings(loadConfig({ CONTENT_HOSTS: "one" }))).toHaveLength(1);
  });
});
