// What the TXT records of a domain say about its mail. All of it is text of strangers: it is read, compared and shown, and never anything else.
import { createPublicKey } from "node:crypto";
import { isIPv4, isIPv6 } from "node:net";

/** The texts of TXT records: one that is split into strings is one text, without anything between them. */
export const textsOf = (records: readonly (readonly string[])[]): string[] => records.map((strings) => strings.join(""));

const mechanismNames = ["all", "include", "a", "mx", "ptr", "ip4", "ip6", "exists"] as const;
export interface Mechanism {
  readonly qualifier: "+" | "-" | "~" | "?";
  readonly name: (typeof mechanismNames)[number];
  /** What stands behind the colon: a name, or an address. */
  readonly value: string | null;
  readonly bits4: number;
  readonly bits6: number;
}

export interface SpfRecord {
  readonly text: string;
  readonly mechanisms: readonly Mechanism[];
  /** The domain whose record says what this one does not. */
  readonly redirect: string | null;
}

export type Spf =
  | { readonly kind: "missing" }
  | { readonly kind: "several"; readonly texts: readonly string[] }
  | { readonly kind: "wrong"; readonly text: string; readonly term: string }
  | ({ readonly kind: "record" } & SpfRecord);

/** The SPF record among the texts of a domain (RFC 7208). Several are an error, whatever they say. */
export function spfIn(texts: readonly string[]): Spf {
  const own = texts.map((text) => text.trim()).filter((text) => /^v=spf1(?:\s|$)/i.test(text));
  const [text] = own;
  if (text === undefined) return { kind: "missing" };
  if (own.length > 1) return { kind: "several", texts: own };
  const mechanisms: Mechanism[] = [];
  const modifiers = new Map<string, string>();
  for (const term of text.split(/\s+/).slice(1)) {
    const [, name, value = ""] = /^([a-z][a-z0-9_.-]*)=(.*)$/i.exec(term) ?? [];
    if (name === undefined) {
      const mechanism = mechanismOf(term);
      if (!mechanism) return { kind: "wrong", text, term };
      mechanisms.push(mechanism);
      continue;
    }
    const key = name.toLowerCase();
    if (["redirect", "exp"].includes(key) && (modifiers.has(key) || value === "")) return { kind: "wrong", text, term };
    modifiers.set(key, value);
  }
  return { kind: "record", text, mechanisms, redirect: modifiers.get("redirect") ?? null };
}

function mechanismOf(term: string): Mechanism | null {
  const parts = /^([+~?-]?)([a-z0-9]+)(?::(.+?))?(?:\/(\d{1,3}))?(?:\/\/(\d{1,3}))?$/i.exec(term);
  if (!parts) return null;
  const [, qualifier, written = "", value = null, first, second] = parts;
  const name = mechanismNames.find((one) => one === written.toLowerCase());
  if (!name) return null;
  const isNetwork = name === "ip4" || name === "ip6";
  const bits4 = Number(name === "ip6" ? 32 : (first ?? 32));
  const bits6 = Number((name === "ip6" ? first : second) ?? 128);
  const takesBits = isNetwork ? second === undefined : ["a", "mx"].includes(name) || (first ?? second) === undefined;
  const isRight = {
    all: value === null,
    include: value !== null,
    exists: value !== null,
    a: true,
    mx: true,
    ptr: true,
    ip4: isIPv4(value ?? ""),
    ip6: isIPv6(value ?? ""),
  }[name];
  if (!isRight || !takesBits || bits4 > 32 || bits6 > 128) return null;
  return { qualifier: (qualifier || "+") as Mechanism["qualifier"], name, value, bits4, bits6 };
}

/** The tags of a DKIM or DMARC record, names in lower case; null where it is no such list or says something twice. */
function tagsOf(text: string): Map<string, string> | null {
  const tags = new Map<string, string>();
  for (const part of text.split(";")) {
    if (part.trim() === "") continue;
    const [, name, value = ""] = /^\s*([a-z][a-z0-9_]*)\s*=(.*)$/is.exec(part) ?? [];
    if (name === undefined || tags.has(name.toLowerCase())) return null;
    tags.set(name.toLowerCase(), value.trim());
  }
  return tags;
}

export type Dkim =
  | { readonly kind: "missing" | "several" | "revoked" | "broken" }
  | { readonly kind: "key"; readonly isTesting: boolean; readonly said: string };

/** The key among the texts of a selector's name (RFC 6376): where one is, it can be read as the key it says it is. */
export function dkimIn(texts: readonly string[]): Dkim {
  const [text] = texts;
  if (text === undefined) return { kind: "missing" };
  if (texts.length > 1) return { kind: "several" };
  const tags = tagsOf(text);
  const p = tags?.get("p")?.replace(/\s+/g, "");
  if (!tags || p === undefined || (tags.get("v") ?? "DKIM1") !== "DKIM1") return { kind: "broken" };
  if (p === "") return { kind: "revoked" };
  const said = keyWords((tags.get("k") ?? "rsa").toLowerCase(), p);
  const isTesting = (tags.get("t") ?? "").split(":").some((flag) => flag.trim().toLowerCase() === "y");
  return said === null ? { kind: "broken" } : { kind: "key", isTesting, said };
}

/** The kind and length of a public key; null for what is no key that mail servers take (RFC 8301, RFC 8463). */
function keyWords(kind: string, base64: string): string | null {
  if (!/^[a-z0-9+/]+={0,2}$/i.test(base64)) return null;
  const bytes = Buffer.from(base64, "base64");
  if (kind === "ed25519") return bytes.length === 32 ? "Ed25519" : null;
  if (kind !== "rsa") return null;
  for (const type of ["spki", "pkcs1"] as const)
    try {
      const bits = createPublicKey({ key: bytes, format: "der", type }).asymmetricKeyDetails?.modulusLength ?? 0;
      if (bits >= 1024) return `RSA ${bits}`;
    } catch {
      // It may be written the other way.
    }
  return null;
}

const policies = ["none", "quarantine", "reject"] as const;
export type DmarcPolicy = (typeof policies)[number];
export type Dmarc =
  | { readonly kind: "missing" | "several" | "wrong" }
  /** ofDomain: what becomes of mail from the domain itself; ofSubdomains: from those below it. */
  | { readonly kind: "record"; readonly ofDomain: DmarcPolicy; readonly ofSubdomains: DmarcPolicy };

/** The DMARC records among texts. */
export const dmarcTexts = (texts: readonly string[]) => texts.filter((text) => /^v\s*=\s*DMARC1\s*(?:;|$)/.test(text.trim()));

/** What the DMARC record among texts says (RFC 7489). Several are as good as none to whoever receives mail. */
export function dmarcIn(texts: readonly string[]): Dmarc {
  const own = dmarcTexts(texts);
  const [text] = own;
  if (text === undefined) return { kind: "missing" };
  if (own.length > 1) return { kind: "several" };
  const tags = tagsOf(text);
  const policyOf = (tag: string) => policies.find((one) => one === tags?.get(tag)?.toLowerCase());
  const ofDomain = policyOf("p");
  return ofDomain ? { kind: "record", ofDomain, ofSubdomains: policyOf("sp") ?? ofDomain } : { kind: "wrong" };
}
