// The kinds of value that a configuration variable may have: each parses text from the environment into a typed value. Its message completes
// the sentence "NAME must be …".
import { Resolver } from "node:dns/promises";
import { isIP } from "node:net";
import * as z from "zod/mini";
import { isAddress, isHostName } from "./host.ts";

/** A whole number from `low` to `high`. */
export const wholeNumber = (low: number, high: number) => {
  const message = `a whole number between ${low} and ${high}`;
  return z.pipe(
    z.string().check(z.regex(/^\d{1,12}$/, message)),
    z.pipe(z.transform(Number), z.number().check(z.gte(low, message), z.lte(high, message))),
  );
};

/** `on` or `off`, as a boolean. */
export const onOff = z.pipe(
  z.enum(["on", "off"], "on or off"),
  z.transform((value) => value === "on"),
);

/** Any text that is not blank. */
export const text = z.string().check(z.regex(/\S/, "a text that is not blank"));

/** Text of at least so many characters. */
export const textOfAtLeast = (characters: number) => z.string().check(z.minLength(characters, `at least ${characters} characters long`));

/** One of the listed words. */
export const oneOf = <const T extends readonly [string, ...string[]]>(words: T) => z.enum(words, `one of ${words.join(", ")}`);

/** The address of a site without a path, such as `https://learn.example.org`; kept without a trailing slash. */
export const origin = z.pipe(
  z.string().check(
    z.refine((value) => {
      const url = URL.canParse(value) ? new URL(value) : undefined;
      return url !== undefined && /^https?:$/.test(url.protocol) && url.pathname === "/" && !url.search && !url.hash && !url.username;
    }, "the address of a site without a path, such as https://learn.example.org"),
  ),
  z.transform((value) => new URL(value).origin),
);

/** A host name such as `learn.example.org`, or `off`, which is null. */
export const hostOrOff = z.pipe(
  z
    .string()
    .check(z.refine((value) => isHostName(value) && !isAddress(value), "a host name in small letters such as learn.example.org, or off")),
  z.transform((value) => (value === "off" ? null : value)),
);

/** A PostgreSQL connection address. */
export const postgresUrl = z
  .string()
  .check(
    z.refine(
      (value) => /^postgres(ql)?:\/\//.test(value) && URL.canParse(value.replace(/@(?=[/?])/, "@localhost")),
      "an address such as postgresql://user:password@host:5432/database",
    ),
  );

/** The address of a mail server. */
export const smtpUrl = z
  .string()
  .check(
    z.refine(
      (value) => /^smtps?:\/\/[^/]/.test(value) && URL.canParse(value),
      "an address such as smtp://user:password@mail.example.com:587",
    ),
  );

/** An e-mail address, checked loosely: some text, an at sign, some text. */
export const email = z.string().check(z.regex(/^[^\s@]+@[^\s@]+$/, "an e-mail address"));

const isNetwork = (entry: string) => {
  if (/^(loopback|linklocal|uniquelocal)$/.test(entry)) return true;
  const [address = "", prefix, ...rest] = entry.split("/");
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128));
};

/** Whether name servers can be asked at these addresses. */
function areNameServers(list: readonly string[]): boolean {
  try {
    new Resolver().setServers(list);
    return true;
  } catch {
    return false;
  }
}

/** Comma-separated addresses of name servers, as a list; empty text is the empty list. */
export const nameServers = z.pipe(
  z.pipe(
    z.string(),
    z.transform((value) => value.split(/[\s,]+/).filter(Boolean)),
  ),
  z.array(z.string()).check(z.refine(areNameServers, "a list of addresses such as 192.0.2.53, [2001:db8::53]:5353")),
);

const innerAddress = /^(?:\[([0-9a-f:.]+)\]|([0-9.]+)):(\d{1,5})$/i;

/** Comma-separated addresses of an inner network, each with a port, as a list; empty text is the empty list. */
export const innerAddresses = z.pipe(
  z
    .string()
    .check(
      z.refine(
        (value) => entriesOf(value).every(({ address, port }) => isIP(address) !== 0 && port > 0 && port < 65_536),
        "a list of addresses with their ports such as 10.1.2.3:443, [fd00::3]:8443",
      ),
    ),
  z.transform(entriesOf),
);

function entriesOf(value: string): { address: string; port: number }[] {
  return value
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((entry) => {
      const [, six, four, port] = innerAddress.exec(entry) ?? [];
      return { address: six ?? four ?? "", port: Number(port ?? 0) };
    });
}

/** Comma-separated addresses and CIDR ranges, as a list; empty text is the empty list. */
export const networks = z.pipe(
  z.pipe(
    z.string(),
    z.transform((value) => value.split(/[\s,]+/).filter(Boolean)),
  ),
  z.array(z.string()).check(z.refine((list) => list.every(isNetwork), "a list of addresses or ranges such as 10.0.0.0/8, 192.168.1.4")),
);
