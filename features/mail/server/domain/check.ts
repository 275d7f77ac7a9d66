import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import type { Result } from "#platform/contract.ts";
import { conflict } from "#platform/errors.ts";
import type { checkMailDomain, DomainNote, DomainRecord } from "../../domain-contract.ts";
import { askNameServers, type Asking } from "./ask.ts";
import { dkimIn, dmarcIn, dmarcTexts, spfIn, textsOf, type SpfRecord } from "./records.ts";
import { passes, walk } from "./spf.ts";

/** How long a check may take altogether. */
const milliseconds = 4500;
/** How much of what was found is shown. */
const mostShown = { records: 5, characters: 1000 };

export interface Checking {
  /** Addresses of name servers; empty: those of the machine. */
  readonly nameServers: readonly string[];
  /** The name or address of the mail server; null for none. */
  readonly server: string | null;
}

type Note = DomainRecord["notes"][number];
const note = (code: DomainNote, about: string | number = ""): Note => ({ code, about: String(about) });
const shown = (texts: readonly string[]) => texts.slice(0, mostShown.records).map((text) => text.slice(0, mostShown.characters));

/** What the name servers say of the domain that mail comes from. Throws 409 for a domain that only this machine or network knows. */
export async function checkDomain(
  domain: string,
  selector: string,
  { nameServers, server }: Checking,
): Promise<Result<typeof checkMailDomain>> {
  if (!domain.includes(".") || isIP(domain) !== 0 || /\.(?:localhost|local|internal)$/.test(domain))
    throw conflict("domain_not_public", "{domain} is not known outside of this network. Set a sender address of a public domain first.", {
      domain,
    });
  const asking = askNameServers(nameServers, milliseconds);
  try {
    const records = [spfOf(asking, domain, server), dkimOf(asking, domain, selector), dmarcOf(asking, domain)];
    return { domain, records: await Promise.all(records) };
  } finally {
    asking.close();
  }
}

/** The mail server by its name or address, and those of its addresses that others may see it send from. */
async function sendingServer(asking: Asking, named: string | null) {
  const host = (named ?? "").replace(/^\[|\]$/g, "");
  if (host === "") return null;
  const asked = isIP(host) === 0 ? await Promise.all(([4, 6] as const).map((family) => asking.addresses(host, family))) : [found([host])];
  const addresses = asked.flatMap((answer) => (answer.kind === "found" ? answer.values : []));
  const open = addresses.filter((address) => ipaddr.process(address).range() === "unicast");
  const term = isIP(host) === 0 ? `a:${host}` : `ip${isIP(host)}:${host}`;
  return open.length > 0 ? { host, term, addresses: open } : null;
}
const found = (values: readonly string[]) => ({ kind: "found", values }) as const;
type Server = NonNullable<Awaited<ReturnType<typeof sendingServer>>>;

async function spfOf(asking: Asking, domain: string, through: string | null): Promise<DomainRecord> {
  const [answer, server] = await Promise.all([asking.txt(domain), sendingServer(asking, through)]);
  const of = (state: DomainRecord["state"], notes: Note[], texts: readonly string[] = [], value: string | null = null): DomainRecord => ({
    kind: "spf",
    state,
    notes,
    found: shown(texts),
    wanted: value === null ? null : { name: domain, value },
  });
  if (answer.kind === "unasked") return of("unasked", []);
  const spf = spfIn(answer.kind === "none" ? [] : textsOf(answer.values));
  if (spf.kind === "missing") return of("missing", server ? [] : [note("spf_server")], [], `v=spf1 ${server?.term ?? "mx"} ~all`);
  if (spf.kind === "several") return of("wrong", [note("spf_several", spf.texts.length)], spf.texts);
  if (spf.kind === "wrong") return of("wrong", [note("spf_syntax", spf.term)], [spf.text]);

  const walked = await walk(asking, spf);
  const all = spf.mechanisms.find(({ name }) => name === "all");
  const wrong = [
    ...(walked.isTooLong ? [note("spf_lookups")] : []),
    ...(walked.unreadable === null ? [] : [note("spf_include", walked.unreadable)]),
    ...(all?.qualifier === "+" ? [note("spf_everybody")] : []),
  ];
  const partly = walked.isPartly ? [note("spf_partly")] : [];
  const open = all ? all.qualifier === "?" : spf.redirect === null;
  // Whoever receives mail does not read on in a record that is wrong.
  const named = wrong.length > 0 || !server ? "unknown" : await passesAll(asking, spf, domain, server);
  const warnings = [...(open ? [note("spf_open")] : []), ...(named === "no" && server ? [note("spf_lacks", server.host)] : [])];
  const notes = [
    ...wrong,
    ...partly,
    ...warnings,
    ...(named === "yes" && server ? [note("spf_names", server.host)] : []),
    ...(named === "unknown" && wrong.length === 0 && partly.length === 0 ? [note("spf_server")] : []),
  ];
  const state = wrong.length > 0 ? "wrong" : partly.length > 0 ? "unasked" : warnings.length > 0 ? "warning" : "good";
  return of(state, notes, [spf.text], named === "no" && server ? withTerm(spf, server.term) : null);
}

/** Whether all addresses of the mail server may send. */
async function passesAll(asking: Asking, spf: SpfRecord, domain: string, { addresses }: Server) {
  const results = await Promise.all(addresses.map((address) => passes(asking, spf, domain, address)));
  return results.includes("no") ? "no" : results.includes("unknown") ? "unknown" : "yes";
}

/** The record with one more term: the first that fits counts, so it stands in front. */
const withTerm = ({ text }: SpfRecord, term: string) => text.replace(/^(v=spf1)/i, `$1 ${term}`);

async function dkimOf(asking: Asking, domain: string, selector: string): Promise<DomainRecord> {
  const name = `${selector}._domainkey.${domain}`;
  const of = (state: DomainRecord["state"], notes: Note[], texts: readonly string[] = [], wantsKey = false): DomainRecord => ({
    kind: "dkim",
    state,
    notes,
    found: shown(texts),
    wanted: wantsKey ? { name, value: "v=DKIM1; k=rsa; p=PUBLIC_KEY" } : null,
  });
  if (selector === "") return of("skipped", []);
  const answer = await asking.txt(name);
  if (answer.kind === "unasked") return of("unasked", []);
  const texts = answer.kind === "none" ? [] : textsOf(answer.values);
  const dkim = dkimIn(texts);
  if (dkim.kind === "missing") return of("missing", [], [], true);
  if (dkim.kind !== "key") return of("wrong", [note(`dkim_${dkim.kind}`, texts.length)], texts, dkim.kind !== "several");
  return of(dkim.isTesting ? "warning" : "good", [note("dkim_key", dkim.said), ...(dkim.isTesting ? [note("dkim_testing")] : [])], texts);
}

/** A domain and those above it that have two labels at least, nearest first. */
function upwards(domain: string): string[] {
  const labels = domain.split(".");
  return labels.slice(0, -1).map((_, nth) => labels.slice(nth).join("."));
}

async function dmarcOf(asking: Asking, domain: string): Promise<DomainRecord> {
  const of = (state: DomainRecord["state"], notes: Note[], texts: readonly string[] = [], value: string | null = null): DomainRecord => ({
    kind: "dmarc",
    state,
    notes,
    found: shown(texts),
    wanted: value === null ? null : { name: `_dmarc.${domain}`, value },
  });
  const beginning = "v=DMARC1; p=none";
  for (const at of upwards(domain)) {
    const answer = await asking.txt(`_dmarc.${at}`);
    if (answer.kind === "unasked") return of("unasked", []);
    const texts = answer.kind === "none" ? [] : dmarcTexts(textsOf(answer.values));
    const dmarc = dmarcIn(texts);
    if (dmarc.kind === "missing") continue;
    const inherited = at === domain ? [] : [note("dmarc_inherited", at)];
    if (dmarc.kind === "several") return of("wrong", [note("dmarc_several", texts.length), ...inherited], texts);
    if (dmarc.kind !== "record") return of("wrong", [note("dmarc_policy"), ...inherited], texts, beginning);
    const policy = at === domain ? dmarc.ofDomain : dmarc.ofSubdomains;
    return of(policy === "none" ? "warning" : "good", [note(`dmarc_${policy}`), ...inherited], texts);
  }
  return of("missing", [], [], beginning);
}
