import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from "request-filtering-agent";

/** What asking an address outside came to. inner: it leads into a network that is not public, where nothing was asked. */
export type Outcome =
  | { readonly kind: "answer"; readonly status: number }
  | { readonly kind: "inner" | "unknown_host" | "unreachable" | "timeout" | "certificate" | "redirects" };

export interface OutsideOptions {
  /** Addresses of an inner network that may be asked all the same, each with its port. */
  readonly inner: readonly InnerAddress[];
  /** How long one question may take with all that it is led on to. */
  readonly milliseconds?: number;
}
export interface InnerAddress {
  readonly address: string;
  readonly port: number;
}

const mostRedirects = 3;
const publicPorts = [80, 443];

/**
 * Asks a web server what it answers at an address: HEAD, and GET where that does not go well. Only public addresses are spoken to, on the ports of the web: a name is looked
 * up once and the connection goes to the address that was looked at, again at each redirect (request-filtering-agent). No cookie and no name of anybody is sent, and of an
 * answer only its head is read.
 */
export async function askOutside(address: string, options: OutsideOptions): Promise<Outcome> {
  const outcome = await follow("HEAD", address, options);
  return outcome.kind === "inner" || (outcome.kind === "answer" && outcome.status < 400) ? outcome : follow("GET", address, options);
}

async function follow(method: "HEAD" | "GET", address: string, { inner, milliseconds = 8000 }: OutsideOptions): Promise<Outcome> {
  const signal = AbortSignal.timeout(milliseconds);
  let at = new URL(address);
  for (let redirects = 0; redirects <= mostRedirects; redirects++) {
    const port = Number(at.port || (at.protocol === "https:" ? 443 : 80));
    const allowed = inner.filter((one) => one.port === port).map((one) => one.address);
    if (!["http:", "https:"].includes(at.protocol) || (!publicPorts.includes(port) && allowed.length === 0)) return { kind: "inner" };
    const answer = await head(method, at, allowed, signal).catch(problemOf);
    if ("kind" in answer) return answer;
    const { status, location } = answer;
    if (status < 300 || status >= 400 || location === undefined) return { kind: "answer", status };
    const next = URL.canParse(location, at) ? new URL(location, at) : null;
    if (!next) return { kind: "answer", status };
    at = next;
  }
  return { kind: "redirects" };
}

/** The head of one answer. The body is not read: the connection is cut. */
function head(method: string, { href, protocol }: URL, allowed: string[], signal: AbortSignal) {
  const agent = { allowIPAddressList: allowed, keepAlive: false };
  const isSecure = protocol === "https:";
  const url = new URL(href);
  url.username = "";
  url.password = "";
  return new Promise<{ status: number; location: string | undefined }>((done, reject) => {
    const asked = (isSecure ? requestHttps : requestHttp)(
      url,
      {
        method,
        signal,
        agent: isSecure ? new RequestFilteringHttpsAgent(agent) : new RequestFilteringHttpAgent(agent),
        headers: { "user-agent": "Stoa link check", accept: "*/*" },
      },
      (answer) => {
        done({ status: answer.statusCode ?? 0, location: answer.headers.location });
        answer.on("error", () => undefined);
        answer.destroy();
      },
    );
    asked.on("error", reject);
    asked.end();
  });
}

/** What an error of a connection means. */
function problemOf(error: NodeJS.ErrnoException): Outcome {
  const { code = "", message, name } = error;
  if (/ is not allowed\. Because/.test(message)) return { kind: "inner" };
  if (name === "AbortError" || name === "TimeoutError" || code === "ETIMEDOUT") return { kind: "timeout" };
  if (code === "ENOTFOUND") return { kind: "unknown_host" };
  if (/CERT|SIGNED|SIGNATURE|^ERR_(?:TLS|SSL)/.test(code)) return { kind: "certificate" };
  return { kind: "unreachable" };
}
