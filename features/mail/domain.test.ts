import { generateKeyPairSync } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { startTestApp, type Client, type TestApp } from "#app/test/app.ts";
import type { DomainRecord } from "./domain-contract.ts";
import { startDnsServer, type DnsServer, type Zone } from "./test/dns-server.ts";

let dns: DnsServer;
let app: TestApp;
let admin: Client;
beforeAll(async () => {
  dns = await startDnsServer();
  app = await startTestApp({ DNS_SERVERS: dns.address, SMTP_URL: "smtp://relay.example.test:587" });
  admin = await app.signIn("admin", "a");
});
afterAll(async () => {
  await app.close();
  await dns.close();
});
afterEach(async () => {
  dns.zones.clear();
  dns.asked.length = 0;
  // Each test has its own count of checks.
  await app.databases.inSystem("clean up a test", (db) => db.deleteFrom("rate_limits").execute());
});

const ask = (selector = "", client = admin) => client.post("/rest/mail/domain/check", { selector });
/** What is said where the name server knows these names. */
async function saidOf(zones: Record<string, Zone>, selector = "") {
  for (const [name, zone] of Object.entries(zones)) dns.zones.set(name, zone);
  const answer = await ask(selector);
  expect(answer.statusCode, answer.body).toBe(200);
  const { domain, records } = answer.json() as { domain: string; records: DomainRecord[] };
  expect(domain).toBe("a.test");
  const [spf, dkim, dmarc] = records;
  if (!spf || !dkim || !dmarc) throw new Error("There are three.");
  return { spf, dkim, dmarc };
}
const codesOf = ({ notes }: DomainRecord) => notes.map(({ code, about }) => (about === "" ? code : `${code} ${about}`));
const relay = { "relay.example.test": { a: ["93.184.216.7"] } };
const spf = (text: string | string[]): Record<string, Zone> => ({ "a.test": { txt: ["something else", text] }, ...relay });

const key = generateKeyPairSync("rsa", { modulusLength: 2048 }).publicKey.export({ format: "der", type: "spki" }).toString("base64");
const good = {
  ...relay,
  "a.test": { txt: ["v=spf1 a:relay.example.test -all"] },
  "s1._domainkey.a.test": { txt: [[`v=DKIM1; k=rsa; p=${key.slice(0, 200)}`, key.slice(200)]] },
  "_dmarc.a.test": { txt: ["v=DMARC1; p=reject"] },
} satisfies Record<string, Zone>;

test("a domain whose records name the mail server, a key and a policy is in order; a key in two strings is one", async () => {
  const said = await saidOf(good, "S1");
  expect([said.spf, said.dkim, said.dmarc].map(({ state, wanted }) => [state, wanted])).toEqual([
    ["good", null],
    ["good", null],
    ["good", null],
  ]);
  expect([...codesOf(said.spf), ...codesOf(said.dkim), ...codesOf(said.dmarc)]).toEqual([
    "spf_names relay.example.test",
    "dkim_key RSA 2048",
    "dmarc_reject",
  ]);
  expect(said.spf.found).toEqual(["v=spf1 a:relay.example.test -all"]);
});

test("what is missing is said with the exact record to add: a name that does not exist, and one without such a record", async () => {
  const records = { spf: "v=spf1 a:relay.example.test ~all", dkim: "v=DKIM1; k=rsa; p=PUBLIC_KEY", dmarc: "v=DMARC1; p=none" };
  for (const zones of [relay, { ...relay, "a.test": {}, "s1._domainkey.a.test": {}, "_dmarc.a.test": { a: ["192.0.2.1"] } }]) {
    const said = await saidOf(zones, "s1");
    expect([said.spf.state, said.dkim.state, said.dmarc.state]).toEqual(["missing", "missing", "missing"]);
    expect(said.spf.wanted).toEqual({ name: "a.test", value: records.spf });
    expect(said.dkim.wanted).toEqual({ name: "s1._domainkey.a.test", value: records.dkim });
    expect(said.dmarc.wanted).toEqual({ name: "_dmarc.a.test", value: records.dmarc });
  }
});

test.each(["SERVFAIL", "REFUSED", "silent"] as const)("a name server that fails (%s) says nothing of what is missing", async (fails) => {
  const said = await saidOf({ ...relay, "a.test": { fails }, "s1._domainkey.a.test": { fails }, "_dmarc.a.test": { fails } }, "s1");
  expect([said.spf, said.dkim, said.dmarc].map(({ state, wanted }) => [state, wanted])).toEqual([
    ["unasked", null],
    ["unasked", null],
    ["unasked", null],
  ]);
});

// Asked one after another, each with a second try, they would take half a minute.
test("the time of a check holds for all questions together, however many names are silent", async () => {
  const names = Array.from({ length: 9 }, (_, nth) => `n${nth}.example.test`);
  const said = await saidOf({
    ...spf(`v=spf1 ${names.map((name) => `include:${name}`).join(" ")} -all`),
    ...Object.fromEntries(names.map((name) => [name, { fails: "silent" }])),
  });
  expect([said.spf.state, codesOf(said.spf)]).toEqual(["unasked", ["spf_partly"]]);
}, 15_000);

test("without a selector no key is asked for", async () => {
  expect((await saidOf(good)).dkim).toMatchObject({ state: "skipped", found: [], wanted: null });
  expect(dns.asked.filter((question) => question.includes("_domainkey"))).toEqual([]);
});

const include = (zone: Zone, all = "-all") => ({ ...spf(`v=spf1 include:_spf.example.test ${all}`), "_spf.example.test": zone });
test.each<[string, Record<string, Zone>, DomainRecord["state"], string[]]>([
  ["by its network", spf("v=spf1 ip4:93.184.216.0/24 ~all"), "good", ["spf_names relay.example.test"]],
  ["by its name", spf("V=SPF1  A:RELAY.example.test  -ALL"), "good", ["spf_names relay.example.test"]],
  [
    "as where mail arrives",
    { ...spf("v=spf1 mx -all"), "a.test": { txt: ["v=spf1 mx -all"], mx: ["relay.example.test"] } },
    "good",
    ["spf_names relay.example.test"],
  ],
  ["by what is included", include({ txt: ["v=spf1 ip4:93.184.216.7 -all"] }), "good", ["spf_names relay.example.test"]],
  [
    "by what it leads on to",
    { ...spf("v=spf1 redirect=_spf.example.test"), "_spf.example.test": { txt: ["v=spf1 ip4:93.184.216.7 -all"] } },
    "good",
    ["spf_names relay.example.test"],
  ],
  ["in a record of two strings", spf(["v=spf1 ip4:93.184.", "216.7 -all"]), "good", ["spf_names relay.example.test"]],
  ["nowhere", spf("v=spf1 ip4:192.0.2.1 -all"), "warning", ["spf_lacks relay.example.test"]],
  ["as one that may not", spf("v=spf1 -ip4:93.184.216.7 a:relay.example.test -all"), "warning", ["spf_lacks relay.example.test"]],
  ["not by what is included", include({ txt: ["v=spf1 ip4:192.0.2.1 -all"] }), "warning", ["spf_lacks relay.example.test"]],
  [
    "by one of two addresses",
    { ...spf("v=spf1 ip4:93.184.216.7 -all"), "relay.example.test": { a: ["93.184.216.7", "93.184.216.8"] } },
    "warning",
    ["spf_lacks relay.example.test"],
  ],
  ["perhaps, by what depends on the message", spf("v=spf1 exists:%{i}._spf.a.test -all"), "good", ["spf_server"]],
  [
    "an inner address, which is not told",
    { ...spf("v=spf1 ip4:192.0.2.1 -all"), "relay.example.test": { a: ["10.0.0.7"], aaaa: ["fd00::7"] } },
    "good",
    ["spf_server"],
  ],
  ["together with everybody", spf("v=spf1 +all"), "wrong", ["spf_everybody"]],
  ["in a record without an end", spf("v=spf1 a:relay.example.test"), "warning", ["spf_open", "spf_names relay.example.test"]],
  ["in a record that cannot be read", spf("v=spf1 a:relay.example.test nonsense -all"), "wrong", ["spf_syntax nonsense"]],
  ["in two records", { ...relay, "a.test": { txt: ["v=spf1 -all", "v=spf1 mx -all"] } }, "wrong", ["spf_several 2"]],
  ["beside an include of nothing", { ...spf("v=spf1 include:gone.example.test -all") }, "wrong", ["spf_include gone.example.test"]],
  ["beside an include that fails", include({ fails: "SERVFAIL" }), "unasked", ["spf_partly"]],
  ["in a record that includes itself", spf("v=spf1 include:a.test a:relay.example.test -all"), "wrong", ["spf_lookups"]],
  [
    "beside eleven names",
    spf(`v=spf1 ${Array.from({ length: 11 }, (_, nth) => `a:n${nth}.test`).join(" ")} -all`),
    "wrong",
    ["spf_lookups"],
  ],
  [
    "beside nine names and its own",
    { ...spf(`v=spf1 ${Array.from({ length: 9 }, (_, nth) => `a:n${nth}.test`).join(" ")} a:relay.example.test -all`) },
    "good",
    ["spf_names relay.example.test"],
  ],
])("SPF names the mail server %s", async (_, zones, state, codes) => {
  const said = (await saidOf(zones)).spf;
  expect([said.state, codesOf(said)]).toEqual([state, codes]);
});

test("where the mail server is not named, the record is given as it should be", async () => {
  const { wanted } = (await saidOf(spf("v=spf1 ip4:192.0.2.1 -all"))).spf;
  expect(wanted).toEqual({ name: "a.test", value: "v=spf1 a:relay.example.test ip4:192.0.2.1 -all" });
});

test.each<[string, Record<string, Zone>, DomainRecord["state"], string[]]>([
  ["only watches", { "_dmarc.a.test": { txt: ["v=DMARC1; p=none; rua=mailto:x@a.test"] } }, "warning", ["dmarc_none"]],
  ["puts aside", { "_dmarc.a.test": { txt: ["v=DMARC1; p=QUARANTINE"] } }, "good", ["dmarc_quarantine"]],
  ["says nothing", { "_dmarc.a.test": { txt: ["v=DMARC1"] } }, "wrong", ["dmarc_policy"]],
  ["is there twice", { "_dmarc.a.test": { txt: ["v=DMARC1; p=none", "v=DMARC1; p=reject"] } }, "wrong", ["dmarc_several 2"]],
])("DMARC that %s", async (_, zones, state, codes) => {
  const said = (await saidOf(zones)).dmarc;
  expect([said.state, codesOf(said)]).toEqual([state, codes]);
});

test("the domain is that of the sender as it is saved; the policy of a domain above holds for it", async () => {
  await app.databases.inSystem("prepare a test", (db) =>
    db
      .insertInto("portal_hosts")
      .values({ host: "learn.example.test", portal_id: app.portal("a").id, is_primary: false })
      .execute(),
  );
  const settings = (await admin.get("/rest/mail/settings")).json().settings as object;
  await admin.put("/rest/mail/settings", { ...settings, senderAddress: "us@learn.example.test" });
  dns.zones.set("_dmarc.example.test", { txt: ["v=DMARC1; p=reject; sp=quarantine"] });
  const answer = (await ask()).json() as { domain: string; records: DomainRecord[] };
  expect(answer.domain).toBe("learn.example.test");
  expect(answer.records[2]).toMatchObject({
    state: "good",
    notes: [{ code: "dmarc_quarantine" }, { code: "dmarc_inherited", about: "example.test" }],
  });
  await admin.put("/rest/mail/settings", settings);
});

test.each(["", "a b", "../x", "x;y", "a..b", "ä", `${"x".repeat(64)}`])(
  "%j as a selector asks nothing about another name",
  async (selector) => {
    const answer = await ask(selector);
    expect(answer.statusCode).toBe(selector === "" ? 200 : 400);
    if (selector !== "") expect([answer.json().errors[0].field, dns.asked]).toEqual(["selector", []]);
  },
);

test("only those who set the portal's mail may ask, each about the domain of their own portal", async () => {
  for (const role of ["student", "author", "manager"] as const)
    expect([role, (await ask("", await app.signIn(role, "a"))).statusCode]).toEqual([role, 403]);
  expect((await ask("", app.anonymous("a"))).statusCode).toBe(401);
  expect(dns.asked).toEqual([]);
  const other = (await ask("", await app.signIn("admin", "b"))).json() as { domain: string };
  expect(other.domain).toBe("b.test");
  expect(dns.asked.filter((question) => /\ba\.test$/.test(question))).toEqual([]);
});

test("a portal asks twenty times a minute, whoever asks; another portal has its own count", async () => {
  for (let nth = 0; nth < 20; nth++) expect((await ask()).statusCode).toBe(200);
  const refused = await ask("", await app.signIn("system", "a"));
  expect([refused.statusCode, refused.json().code]).toEqual([429, "too_many"]);
  expect((await ask("", await app.signIn("admin", "b"))).statusCode).toBe(200);
});

test("security.md 77: a domain of this machine or network is asked about nowhere, and the mail server is not spoken to", async () => {
  const inner = await startTestApp({ DNS_SERVERS: dns.address, MAIL_FROM: "us@localhost" });
  const client = await inner.signIn("admin", "a");
  for (const domain of ["localhost", "127.0.0.1", "intranet", "db.internal", "a.localhost"]) {
    await inner.databases.inSystem("prepare a test", (db) =>
      db
        .insertInto("mail_settings")
        .values({ portal_id: inner.portal("a").id, sender_address: `us@${domain}` })
        .onConflict((conflict) => conflict.column("portal_id").doUpdateSet({ sender_address: `us@${domain}` }))
        .execute(),
    );
    const answer = await ask("", client);
    expect([domain, answer.statusCode, answer.json().code]).toEqual([domain, 409, "domain_not_public"]);
  }
  expect(dns.asked).toEqual([]);
  await inner.close();
});
