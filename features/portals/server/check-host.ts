import { isIP } from "node:net";
import { text } from "node:stream/consumers";
import { askNameServers, type Asking } from "#features/mail/server/domain/ask.ts";
import { hostUrl } from "#platform/host.ts";
import { certificateAt, fetchOutside, type InnerAddress } from "#platform/outside.ts";
import type { HostCheck } from "../contract.ts";
import { challengePath, type Challenges } from "./challenges.ts";

export interface CheckDeps {
  /** Addresses of name servers; empty: those of the machine. */
  readonly nameServers: readonly string[];
  /** Addresses of an inner network that may be asked, each with its port. */
  readonly inner: readonly InnerAddress[];
  readonly challenges: Challenges;
}

/** How long the parts of a check may take. */
const namesMilliseconds = 4500;
const webMilliseconds = 8000;
/** A certificate that ends within these days is said to end soon: proxies renew theirs a month before. */
const soonDays = 14;
const mostShown = 10;
const dayMs = 86_400_000;

/** Names that no name server knows: of this machine, or of its network. */
const isLocal = (host: string) => !host.includes(".") || /\.(?:localhost|local|internal|test)$/.test(host);

/**
 * What is known from here of a host name of a portal. origin: of the page that asks, whose scheme and port the portals have. isSuspended: the portal answers nobody, so
 * it is not asked.
 */
export async function lookAtHost(
  {
    host,
    portalId,
    origin,
    isSuspended,
  }: { readonly host: string; readonly portalId: number; readonly origin: string; readonly isSuspended: boolean },
  { nameServers, inner, challenges }: CheckDeps,
): Promise<HostCheck> {
  const asking = askNameServers(nameServers, namesMilliseconds);
  try {
    const isNamed = isIP(host) === 0 && !isLocal(host);
    const [names, mail, reach, certificate] = await Promise.all([
      isNamed ? namesOf(asking, host) : ({ state: "local", addresses: isIP(host) ? [host] : [], alias: null } as const),
      isNamed ? mailOf(asking, host) : ({ state: "none" } as const),
      isSuspended ? ({ state: "suspended", to: null } as const) : reachOf(host, portalId, { origin, inner, challenges }),
      certificateOf(host, origin, inner),
    ]);
    return { host, names, reach, certificate, mail };
  } finally {
    asking.close();
  }
}

async function namesOf(asking: Asking, host: string): Promise<HostCheck["names"]> {
  const [alias, ...asked] = await Promise.all([asking.alias(host), asking.addresses(host, 4), asking.addresses(host, 6)]);
  const addresses = asked.flatMap((one) => (one.kind === "found" ? one.values : [])).slice(0, mostShown);
  const state = addresses.length > 0 ? "found" : asked.some(({ kind }) => kind === "unasked") ? "unasked" : "none";
  return { state, addresses, alias: alias.kind === "found" ? (alias.values[0] ?? null) : null };
}

/** Whether mail goes to addresses at this name, or it is named as a sender: then an alias for it loses that mail. */
async function mailOf(asking: Asking, host: string): Promise<HostCheck["mail"]> {
  const [servers, texts, alias] = await Promise.all([asking.mx(host), asking.txt(host), asking.alias(host)]);
  const sends = texts.kind === "found" && texts.values.some((parts) => /^v=spf1(?: |$)/i.test(parts.join("")));
  if (servers.kind === "found" || sends) return { state: alias.kind === "found" ? "alias" : "domain" };
  return { state: [servers, texts].some(({ kind }) => kind === "unasked") ? "unasked" : "none" };
}

/** Asks the host for the answer that only this installation has for this portal. */
async function reachOf(
  host: string,
  portalId: number,
  { origin, inner, challenges }: { readonly origin: string } & Pick<CheckDeps, "inner" | "challenges">,
): Promise<HostCheck["reach"]> {
  const { challenge, answer } = challenges.make(portalId);
  const limits = {
    milliseconds: webMilliseconds,
    idleMilliseconds: webMilliseconds,
    mostBytes: 1000,
    signal: new AbortController().signal,
  };
  const asked = await fetchOutside(`${hostUrl(host, origin)}${challengePath}/${challenge}`, { inner, ...limits }, async (body, head) => ({
    said: await text(body),
    at: new URL(head.address).hostname,
  }));
  if (asked.kind === "taken") {
    const { said, at } = asked.value;
    if (at !== host) return { state: "redirects", to: at };
    return { state: said === answer ? "here" : "elsewhere", to: null };
  }
  if (asked.kind === "answer" || asked.kind === "too_large" || asked.kind === "cut") return { state: "elsewhere", to: null };
  return { state: asked.kind, to: null };
}

async function certificateOf(host: string, origin: string, inner: readonly InnerAddress[]): Promise<HostCheck["certificate"]> {
  if (!origin.startsWith("https:")) return { state: "plain", until: null };
  const shown = await certificateAt(hostUrl(host, origin), { inner, milliseconds: webMilliseconds });
  if (shown.kind !== "shown") return { state: "unasked", until: null };
  const { isTrusted, until } = shown;
  const isSoon = until !== null && until.getTime() - Date.now() < soonDays * dayMs;
  return { state: !isTrusted ? "wrong" : isSoon ? "soon" : "valid", until: until?.toISOString() ?? null };
}
