import ipaddr from "ipaddr.js";
import type { Asking } from "./ask.ts";
import { spfIn, textsOf, type Mechanism, type SpfRecord } from "./records.ts";

/** Questions to name servers that a record and those it includes may cost whoever receives mail (RFC 7208, 4.6.4). */
export const mostLookups = 10;

/** What a record and those it includes come to. */
export interface Walked {
  readonly isTooLong: boolean;
  /** A domain that is included and has no record that can be read. */
  readonly unreadable: string | null;
  /** Some of them could not be asked. */
  readonly isPartly: boolean;
}

const costs = new Set<Mechanism["name"]>(["include", "a", "mx", "ptr", "exists"]);
const hasMacro = (name: string) => name.includes("%");

/** Follows a record to all that it includes, at most as far as whoever receives mail would. */
export async function walk(asking: Asking, record: SpfRecord): Promise<Walked> {
  let lookups = 0;
  let unreadable: string | null = null;
  let isPartly = false;
  async function follow({ mechanisms, redirect }: SpfRecord): Promise<void> {
    const onward = redirect !== null && !mechanisms.some(({ name }) => name === "all") ? redirect : null;
    const steps = [
      ...mechanisms.filter(({ name }) => costs.has(name)).map(({ name, value }) => (name === "include" ? value : null)),
      ...(onward === null ? [] : [onward]),
    ];
    for (const domain of steps) {
      lookups++;
      if (lookups > mostLookups) return;
      if (domain === null || hasMacro(domain)) continue;
      const answer = await asking.txt(domain);
      if (answer.kind === "unasked") {
        isPartly = true;
        continue;
      }
      const spf = spfIn(answer.kind === "none" ? [] : textsOf(answer.values));
      if (spf.kind === "record") await follow(spf);
      else unreadable ??= domain;
    }
  }
  await follow(record);
  return { isTooLong: lookups > mostLookups, unreadable, isPartly };
}

/** Whether mail from an address passes; unknown where the record depends on more than the address, or a name server did not answer. */
export type Passes = "yes" | "no" | "unknown";

/** Whether a record of a domain lets an address send. Asked after the walk, which bounds how far it leads. */
export async function passes(asking: Asking, record: SpfRecord, domain: string, address: string, depth = 0): Promise<Passes> {
  if (depth > mostLookups) return "unknown";
  let isInDoubt = false;
  for (const mechanism of record.mechanisms) {
    const hit = await matches(asking, mechanism, domain, address, depth);
    if (hit === "yes") return mechanism.qualifier === "+" ? "yes" : isInDoubt ? "unknown" : "no";
    if (hit === "unknown") isInDoubt = true;
  }
  if (record.redirect !== null) {
    const onward = await passesAt(asking, record.redirect, address, depth);
    if (onward !== "no") return onward;
  }
  return isInDoubt ? "unknown" : "no";
}

/** Whether the record of another domain lets an address send. */
async function passesAt(asking: Asking, domain: string, address: string, depth: number): Promise<Passes> {
  if (hasMacro(domain)) return "unknown";
  const answer = await asking.txt(domain);
  if (answer.kind !== "found") return answer.kind === "none" ? "no" : "unknown";
  const spf = spfIn(textsOf(answer.values));
  return spf.kind === "record" ? passes(asking, spf, domain, address, depth + 1) : "unknown";
}

async function matches(asking: Asking, mechanism: Mechanism, domain: string, address: string, depth: number): Promise<Passes> {
  const { name, value } = mechanism;
  const target = value ?? domain;
  if (name === "all") return "yes";
  if (name === "ip4" || name === "ip6") return isWithin(address, target, mechanism) ? "yes" : "no";
  if (name === "ptr" || hasMacro(target)) return "unknown";
  if (name === "include") return passesAt(asking, target, address, depth);
  if (name === "exists") return answerWords((await asking.addresses(target, 4)).kind);
  if (name === "a") return isOneOf(asking, target, mechanism, address);
  const servers = await asking.mx(target);
  if (servers.kind !== "found") return servers.kind === "none" ? "no" : "unknown";
  const found = await Promise.all(servers.values.slice(0, mostLookups).map((server) => isOneOf(asking, server, mechanism, address)));
  return found.includes("yes") ? "yes" : found.includes("unknown") ? "unknown" : "no";
}

const answerWords = (kind: "found" | "none" | "unasked"): Passes => ({ found: "yes", none: "no", unasked: "unknown" } as const)[kind];

/** Whether an address is one of those of a name, or in the networks around them. */
async function isOneOf(asking: Asking, name: string, mechanism: Mechanism, address: string): Promise<Passes> {
  const answer = await asking.addresses(name, ipaddr.parse(address).kind() === "ipv4" ? 4 : 6);
  if (answer.kind !== "found") return answer.kind === "none" ? "no" : "unknown";
  return answer.values.some((one) => isWithin(address, one, mechanism)) ? "yes" : "no";
}

function isWithin(address: string, network: string, { bits4, bits6 }: Mechanism): boolean {
  const [one, other] = [ipaddr.parse(address), ipaddr.parse(network)];
  return one.kind() === other.kind() && one.match(other, one.kind() === "ipv4" ? bits4 : bits6);
}
