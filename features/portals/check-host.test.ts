import type { AddressInfo } from "node:net";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "#app/test/app.ts";
import { startDnsServer, type DnsServer } from "#features/mail/test/dns-server.ts";
import { challengesOf } from "./server/challenges.ts";
import { lookAtHost } from "./server/check-host.ts";
import { certificateAuthority } from "./test/certificates.ts";

// A host check against a real name server and a real installation that listens.

let dns: DnsServer;
let app: TestApp;
let port = 0;
beforeAll(async () => {
  dns = await startDnsServer({
    "good.example": { a: ["192.0.2.7"], aaaa: ["2001:db8::7"] },
    "alias.example": { a: ["192.0.2.7"], cname: "proxy.example" },
    "mail.example": { a: ["192.0.2.7"], mx: ["mx.mail.example"] },
    "spf.example": { a: ["192.0.2.7"], txt: ["v=spf1 mx -all"], cname: "proxy.example" },
    "silent.example": { fails: "SERVFAIL" },
  });
  app = await startTestApp();
  await app.databases.inSystem("prepare a test", (db) =>
    db
      .insertInto("portal_hosts")
      .values({ host: "127.0.0.1", portal_id: app.portal("a").id })
      .execute(),
  );
  await app.server.listen({ port: 0, host: "127.0.0.1" });
  port = (app.server.server.address() as AddressInfo).port;
});
afterAll(async () => {
  await app.close();
  await dns.close();
});

interface More {
  readonly origin?: string;
  readonly isSuspended?: boolean;
  readonly portal?: "a" | "b";
  readonly secret?: string;
  readonly isOpen?: boolean;
}
const look = (host: string, { origin = `http://localhost:${port}`, isSuspended = false, portal = "a", secret, isOpen = true }: More = {}) =>
  lookAtHost(
    { host, portalId: app.portal(portal).id, origin, isSuspended },
    {
      nameServers: [dns.address],
      inner: isOpen ? [{ address: "127.0.0.1", port }] : [],
      challenges: challengesOf(secret ?? app.config.secret),
    },
  );

test("name servers are asked for addresses and aliases; one that fails is never called a name without records", async () => {
  expect((await look("good.example")).names).toEqual({ state: "found", addresses: ["192.0.2.7", "2001:db8::7"], alias: null });
  expect((await look("alias.example")).names).toMatchObject({ state: "found", alias: "proxy.example" });
  expect((await look("missing.example")).names).toEqual({ state: "none", addresses: [], alias: null });
  expect((await look("silent.example")).names.state).toBe("unasked");
});

test("a name that is an email domain too is warned of, above all with an alias (ENV-6)", async () => {
  expect((await look("good.example")).mail).toEqual({ state: "none" });
  expect((await look("mail.example")).mail).toEqual({ state: "domain" });
  expect((await look("spf.example")).mail).toEqual({ state: "alias" });
  expect((await look("silent.example")).mail).toEqual({ state: "unasked" });
});

test("the installation knows itself again, and nothing else is taken for it", async () => {
  expect((await look("127.0.0.1")).names.state).toBe("local");
  // Its own portal, by an address that it has.
  expect((await look("127.0.0.1")).reach).toEqual({ state: "here", to: null });
  // Another portal, and another installation.
  expect((await look("127.0.0.1", { portal: "b" })).reach.state).toBe("elsewhere");
  expect((await look("127.0.0.1", { secret: "another secret" })).reach.state).toBe("elsewhere");
  expect((await look("127.0.0.1", { isSuspended: true })).reach.state).toBe("suspended");
  expect((await look("127.0.0.1", { origin: "http://localhost:1" })).reach.state).toBe("inner");
});

test("nothing of an inner network is asked unless it is named (security.md 77)", async () => {
  for (const host of ["127.0.0.1", "10.0.0.1", "169.254.169.254"])
    expect([host, (await look(host, { isOpen: false, origin: "http://localhost" })).reach.state]).toEqual([host, "inner"]);
  expect((await look("127.0.0.1", { isOpen: false, origin: "https://localhost" })).certificate).toEqual({ state: "unasked", until: null });
  expect((await look("127.0.0.1")).certificate).toEqual({ state: "plain", until: null });
});

test("the certificate that an address shows is looked at: good, about to end, over, another name's, or of an authority that nobody knows", async () => {
  const authority = await certificateAuthority();
  const certificateAt = async (at: number) => {
    const origin = `https://localhost:${at}`;
    const asked = { host: "127.0.0.1", portalId: app.portal("a").id, origin, isSuspended: false };
    const challenges = challengesOf(app.config.secret);
    const { certificate, reach } = await lookAtHost(asked, {
      nameServers: [dns.address],
      inner: [{ address: "127.0.0.1", port: at }],
      challenges,
    });
    return { ...certificate, reach: reach.state };
  };
  const servers = await Promise.all(
    [{ days: 90 }, { days: 13 }, { days: -1 }, { days: 90, name: "other.example" }].map((of) =>
      authority.start(async ({ url = "" }, answer) => {
        const { statusCode, body } = await app.server.inject({ url, headers: { host: "127.0.0.1" } });
        answer.writeHead(statusCode).end(body);
      }, of),
    ),
  );
  const known = getCACertificates("default");
  try {
    const looked = async () => Promise.all(servers.map((server) => certificateAt(server.port)));
    const untils = servers.map(({ until }) => `${until.toISOString().slice(0, 19)}.000Z`);
    expect(await looked()).toEqual(untils.map((until) => ({ state: "wrong", until, reach: "certificate" })));
    setDefaultCACertificates([...known, authority.pem]);
    expect(await looked()).toEqual([
      { state: "valid", until: untils[0], reach: "here" },
      { state: "soon", until: untils[1], reach: "here" },
      { state: "wrong", until: untils[2], reach: "certificate" },
      { state: "wrong", until: untils[3], reach: "certificate" },
    ]);
  } finally {
    setDefaultCACertificates(known);
    await Promise.all(servers.map(({ close }) => close()));
  }
});
