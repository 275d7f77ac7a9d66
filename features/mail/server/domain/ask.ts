import { Resolver } from "node:dns/promises";

/** What the name servers say: records, that there are none, or nothing: then nobody knows whether there are some. */
export type Answer<T> =
  | { readonly kind: "found"; readonly values: readonly T[] }
  | { readonly kind: "none" }
  | { readonly kind: "unasked" };

export interface Asking {
  txt(name: string): Promise<Answer<readonly string[]>>;
  mx(name: string): Promise<Answer<string>>;
  addresses(name: string, family: 4 | 6): Promise<Answer<string>>;
  /** The name in whose place a name stands. */
  alias(name: string): Promise<Answer<string>>;
  close(): void;
}

/** The answers that say there is no such record: the name does not exist, has none of the kind, or cannot be one. */
const none = new Set(["ENOTFOUND", "ENODATA", "EBADNAME"]);

/**
 * Asks name servers, each question once, until the time is over; what has no answer then is unasked. servers: addresses; those of the machine where there are none.
 * Names that records hold are asked of these servers only: nothing is ever sent to the addresses that they lead to.
 */
export function askNameServers(servers: readonly string[], milliseconds: number): Asking {
  const resolver = new Resolver({ timeout: 1000, tries: 2 });
  if (servers.length > 0) resolver.setServers(servers);
  const answers = new Map<string, Promise<Answer<never>>>();
  let isOver = false;
  const timer = setTimeout(() => {
    isOver = true;
    resolver.cancel();
  }, milliseconds);

  async function ask<T>(question: () => Promise<readonly T[]>): Promise<Answer<T>> {
    if (isOver) return { kind: "unasked" };
    try {
      const values = await question();
      return values.length > 0 ? { kind: "found", values } : { kind: "none" };
    } catch (error) {
      return { kind: none.has((error as NodeJS.ErrnoException).code ?? "") ? "none" : "unasked" };
    }
  }
  function once<T>(key: string, question: () => Promise<readonly T[]>): Promise<Answer<T>> {
    const known = answers.get(key);
    if (known) return known;
    const asked = ask(question);
    answers.set(key, asked as Promise<Answer<never>>);
    return asked;
  }
  return {
    txt: (name) => once(`txt ${name.toLowerCase()}`, () => resolver.resolveTxt(name)),
    mx: (name) => once(`mx ${name.toLowerCase()}`, async () => (await resolver.resolveMx(name)).map(({ exchange }) => exchange)),
    addresses: (name, family) =>
      once(`${family} ${name.toLowerCase()}`, () => (family === 4 ? resolver.resolve4(name) : resolver.resolve6(name))),
    alias: (name) => once(`cname ${name.toLowerCase()}`, () => resolver.resolveCname(name)),
    close: () => clearTimeout(timer),
  };
}
