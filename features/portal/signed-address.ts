import { linkAddress } from "#platform/link-address.ts";

/** What a signed link can say of the person who opens it: `{externalId}` in its address and so on. features/links/server/signing.ts knows each value. */
export const linkVariables = ["externalId", "email", "userId", "language"] as const;
export type LinkVariable = (typeof linkVariables)[number];

/** What a signature adds to the query of an address; the address itself has none of these. */
export const signatureNames = ["stoa_time", "stoa_signature"] as const;

/** Why an address can't be one of a signed link. */
export type SignedProblem = "not_https" | "unknown_variable" | "variable_in_host" | "name_taken";

/** The variables that a text has in its braces, known or not. */
export const variablesIn = (text: string): readonly string[] => [...text.matchAll(/\{([^{}]*)\}/g)].map(([, name = ""]) => name);

const isVariable = (name: string): name is LinkVariable => (linkVariables as readonly string[]).includes(name);

/** An address with each variable replaced by its value, as it can stand in a path, a query and behind #. */
export const withValues = (address: string, valueOf: (variable: LinkVariable) => string): string =>
  address.replace(/\{([^{}]*)\}/g, (whole, name: string) => (isVariable(name) ? encoded(valueOf(name)) : whole));

/** More than encodeURIComponent encodes: what it leaves, browsers would encode in a query. */
const encoded = (value: string) =>
  encodeURIComponent(value).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);

/** Stands for a variable while the rest is read as an address: nothing of it is encoded, nor written in another way in a host. */
const mark = (name: LinkVariable) => `stoa-variable-${linkVariables.indexOf(name)}-`;

/**
 * The address behind what somebody typed for a signed link: https, with its variables behind the host only, so that a value changes nothing about where it leads. A brace that
 * belongs to no variable is refused as an unknown one.
 */
export function signedAddress(typed: string): { readonly address: string } | { readonly problem: SignedProblem } {
  const text = typed.trim();
  if (!variablesIn(text).every(isVariable)) return { problem: "unknown_variable" };
  if (/^[a-z]+:[/\\]*[^/\\?#]*\{/i.test(text)) return { problem: "variable_in_host" };
  const marked = withMarks(text);
  if (/[{}]/.test(marked)) return { problem: "unknown_variable" };
  const href = linkAddress(marked);
  if (!href?.startsWith("https://")) return { problem: "not_https" };
  const { host, searchParams } = new URL(href);
  if (linkVariables.some((name) => host.includes(mark(name)))) return { problem: "variable_in_host" };
  if (signatureNames.some((name) => searchParams.has(name))) return { problem: "name_taken" };
  return { address: linkVariables.reduce((address, name) => address.replaceAll(mark(name), `{${name}}`), href) };
}

const withMarks = (text: string) => text.replace(/\{([^{}]*)\}/g, (whole, name: string) => (isVariable(name) ? mark(name) : whole));
