import { lookup } from "node:dns/promises";
import { request as requestHttp, type IncomingMessage } from "node:http";
import { request as requestHttps } from "node:https";
import { Readable } from "node:stream";
import type { TLSSocket } from "node:tls";
import ipaddr from "ipaddr.js";
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from "request-filtering-agent";

/** Why an address gave no answer. inner: it leads into a network that is not public, where nothing was asked. */
export interface NoAnswer {
  readonly kind: "inner" | "unknown_host" | "unreachable" | "timeout" | "certificate" | "redirects";
}
/** What asking an address outside came to. */
export type Outcome = { readonly kind: "answer"; readonly status: number } | NoAnswer;

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

export interface FetchOptions extends OutsideOptions {
  readonly milliseconds: number;
  /** How long nothing may arrive. */
  readonly idleMilliseconds: number;
  /** The most bytes that are taken. */
  readonly mostBytes: number;
  readonly signal: AbortSignal;
  /** Called with how many bytes have arrived so far. */
  readonly progress?: (bytes: number) => void;
}
/** What is said about a body before it comes. bytes: what the server claims; address: where it was found in the end. */
export interface BodyHead {
  readonly address: string;
  readonly mediaType: string;
  readonly bytes: number | null;
}
/** What fetching came to. answer: something else than a body; cut: it broke off in the middle. */
export type Fetched<T> = { readonly kind: "taken"; readonly value: T } | Outcome | { readonly kind: "too_large" | "cut" };

export interface SendOptions extends OutsideOptions {
  readonly milliseconds: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The most characters that are read of an answer that is no success. */
  readonly mostCharacters: number;
}
/** What sending came to. detail: the first words of an answer that was no success. */
export type SendOutcome = { readonly kind: "answer"; readonly status: number; readonly detail: string } | NoAnswer;

const mostRedirects = 3;
const publicPorts = [80, 443];
const portOf = (at: URL) => Number(at.port || (at.protocol === "https:" ? 443 : 80));
/** Whether anything is ever asked at the port of an address: those of the web, and those of inner addresses that may be asked. */
export const isAskedPort = (at: URL, inner: readonly InnerAddress[]): boolean =>
  publicPorts.includes(portOf(at)) || inner.some(({ port }) => port === portOf(at));
const allowedAt = (at: URL, inner: readonly InnerAddress[]) =>
  inner.filter(({ port }) => port === portOf(at)).map(({ address }) => address);

/**
 * Asks a web server what it answers at an address: HEAD, and GET where that does not go well. Only public addresses are spoken to, on the ports of the web: a name is looked
 * up once and the connection goes to the address that was looked at, again at each redirect (request-filtering-agent). No cookie and no name of anybody is sent, and of an
 * answer only its head is read.
 */
export async function askOutside(address: string, { inner, milliseconds = 8000 }: OutsideOptions): Promise<Outcome> {
  const ask = async (method: "HEAD" | "GET"): Promise<Outcome> => {
    const asking = { method, inner, signal: AbortSignal.timeout(milliseconds), name: "Stoa link check" };
    const answer = await follow(address, asking);
    if ("kind" in answer) return answer;
    cut(answer.message);
    return { kind: "answer", status: statusOf(answer.message) };
  };
  const outcome = await ask("HEAD");
  return outcome.kind === "inner" || (outcome.kind === "answer" && outcome.status < 400) ? outcome : ask("GET");
}

/**
 * Gives `take` the body at an address as it arrives, asked for with GET and the same care as askOutside; ended as soon as it is larger, slower or longer under way than the
 * options allow, whatever its head says. What `take` throws by itself is passed on, and so is the reason of the signal.
 */
export async function fetchOutside<T>(
  address: string,
  { inner, milliseconds, idleMilliseconds, mostBytes, signal, progress = () => undefined }: FetchOptions,
  take: (body: Readable, head: BodyHead) => Promise<T>,
): Promise<Fetched<T>> {
  const asking = {
    method: "GET",
    inner,
    signal: AbortSignal.any([signal, AbortSignal.timeout(milliseconds)]),
    idleMilliseconds,
    name: "Stoa",
  } as const;
  const answer = await follow(address, asking);
  signal.throwIfAborted();
  if ("kind" in answer) return answer;
  const { message, at } = answer;
  try {
    if (statusOf(message) !== 200) return { kind: "answer", status: statusOf(message) };
    const head = { address: at.href, mediaType: mediaTypeOf(message), bytes: lengthOf(message) };
    if ((head.bytes ?? 0) > mostBytes) return { kind: "too_large" };
    let ended: Fetched<T> | undefined;
    const body = Readable.from(
      reading(message, { mostBytes, signal: asking.signal, progress }, (why) => {
        ended = why;
      }),
      { objectMode: false },
    );
    // Whoever reads it hears of it; nobody may be reading any more.
    body.on("error", () => undefined);
    try {
      return { kind: "taken", value: await take(body, head) };
    } catch (error) {
      signal.throwIfAborted();
      if (ended) return ended;
      throw error;
    }
  } finally {
    cut(message);
  }
}

/** The certificate that a server shows. isTrusted: browsers would take it for this name now; until: when it ends. */
export interface ShownCertificate {
  readonly kind: "shown";
  readonly isTrusted: boolean;
  readonly until: Date | null;
}

/** Asks a web server at an https address for its head, with the same care as askOutside, and gives the certificate that it shows, whatever its worth. Redirects are not followed. */
export async function certificateAt(address: string, { inner, milliseconds = 8000 }: OutsideOptions): Promise<ShownCertificate | NoAnswer> {
  const at = new URL(address);
  if (at.protocol !== "https:" || !isAskedPort(at, inner)) return { kind: "inner" };
  const asking = {
    method: "HEAD",
    inner,
    signal: AbortSignal.timeout(milliseconds),
    name: "Stoa host check",
    anyCertificate: true,
  } as const;
  const message = await answerOf(at, allowedAt(at, inner), asking).catch(problemOf);
  if ("kind" in message) return message;
  const socket = message.socket as TLSSocket;
  const ends = Date.parse(socket.getPeerCertificate().valid_to ?? "");
  const shown = { kind: "shown", isTrusted: socket.authorized, until: Number.isNaN(ends) ? null : new Date(ends) } as const;
  cut(message);
  return shown;
}

/**
 * Sends a text to an address with POST, with the same care as askOutside. It goes nowhere else: an answer that leads on is none. Of a success nothing is read but its status,
 * of every other answer its first words.
 */
export async function sendOutside(
  address: string,
  text: string,
  { inner, milliseconds, headers, mostCharacters }: SendOptions,
): Promise<SendOutcome> {
  const signal = AbortSignal.timeout(milliseconds);
  const sent = { headers: { "content-type": "application/json", ...headers }, text };
  const answer = await follow(address, { method: "POST", inner, signal, name: "Stoa webhook", sent });
  if ("kind" in answer) return answer;
  const { message } = answer;
  const status = statusOf(message);
  try {
    return { kind: "answer", status, detail: status < 300 ? "" : await firstWords(message, mostCharacters) };
  } finally {
    cut(message);
  }
}

/** Where a server outside is spoken to; isInner: at an address of an inner network that was named. */
export interface FoundServer {
  readonly kind: "found";
  readonly address: string;
  readonly isInner: boolean;
}

/**
 * The address to connect to for a server that speaks something else than the web, by its name or address and its port. The name is looked up once and all that it leads to
 * is looked at, with the same care as askOutside; the caller connects to what is given here and to nothing else. ports: those that are asked at public addresses.
 */
export async function findServer(
  host: string,
  port: number,
  { inner, ports, milliseconds = 8000 }: OutsideOptions & { readonly ports: readonly number[] },
): Promise<FoundServer | NoAnswer> {
  const allowed = new Set(inner.filter((one) => one.port === port).map(({ address }) => address));
  if (!ports.includes(port) && allowed.size === 0) return { kind: "inner" };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(Object.assign(new Error("No name server answered."), { code: "ETIMEDOUT" })), milliseconds);
  });
  try {
    const found = await Promise.race([lookup(host.replace(/^\[|\]$/g, ""), { all: true }), late]);
    const isOpen = ({ address }: { address: string }) =>
      allowed.has(address) || (ports.includes(port) && ipaddr.parse(address).range() === "unicast");
    // Families are tried by nobody here, and an address of the older one is reached from everywhere.
    const [first] = found.toSorted((one, other) => one.family - other.family);
    if (!first || !found.every(isOpen)) return { kind: "inner" };
    return { kind: "found", address: first.address, isInner: allowed.has(first.address) };
  } catch (error) {
    return problemOf(error as NodeJS.ErrnoException);
  } finally {
    clearTimeout(timer);
  }
}

/** The first characters of a body, as text on one line; what came of it where it broke off. */
async function firstWords(message: IncomingMessage, most: number): Promise<string> {
  let bytes = Buffer.alloc(0);
  try {
    for await (const piece of message as AsyncIterable<Buffer>) {
      bytes = Buffer.concat([bytes, piece.subarray(0, most * 4)]);
      if (bytes.byteLength >= most * 4) break;
    }
  } catch {
    // What has come is shown.
  }
  return [
    ...bytes
      .toString("utf8")
      .replaceAll(/[\s\p{C}\uFFFD]+/gu, " ")
      .trim(),
  ]
    .slice(0, most)
    .join("");
}

type Ended = Exclude<Fetched<never>, { readonly kind: "taken" }>;

/** The pieces of a body. Says why before it throws. */
async function* reading(
  message: IncomingMessage,
  { mostBytes, signal, progress }: Pick<Required<FetchOptions>, "mostBytes" | "signal" | "progress">,
  ended: (why: Ended) => void,
): AsyncGenerator<Buffer> {
  let bytes = 0;
  try {
    for await (const piece of message as AsyncIterable<Buffer>) {
      bytes += piece.byteLength;
      if (bytes > mostBytes) break;
      progress(bytes);
      yield piece;
    }
  } catch (error) {
    // A signal shows here as a connection that was reset.
    const isLate = signal.aborted || problemOf(error as NodeJS.ErrnoException).kind === "timeout";
    ended({ kind: isLate ? "timeout" : "cut" });
    throw error;
  }
  if (bytes <= mostBytes) return;
  ended({ kind: "too_large" });
  throw new Error("The body is larger than what is taken.");
}

interface Asking {
  readonly method: "HEAD" | "GET" | "POST";
  readonly inner: readonly InnerAddress[];
  readonly signal: AbortSignal;
  /** How long nothing may arrive. */
  readonly idleMilliseconds?: number;
  /** What the server is told that asks. */
  readonly name: string;
  /** Any certificate will do: it is what is asked about. */
  readonly anyCertificate?: true;
  /** What is sent, to this address alone. */
  readonly sent?: { readonly headers: Readonly<Record<string, string>>; readonly text: string };
}

/** The answer at an address or where it leads on to, its body unread; or why there is none. */
async function follow(address: string, asking: Asking): Promise<{ readonly message: IncomingMessage; readonly at: URL } | NoAnswer> {
  let at = new URL(address);
  for (let redirects = 0; redirects <= mostRedirects; redirects++) {
    if (!["http:", "https:"].includes(at.protocol) || !isAskedPort(at, asking.inner)) return { kind: "inner" };
    const message = await answerOf(at, allowedAt(at, asking.inner), asking).catch(problemOf);
    if ("kind" in message) return message;
    const { location } = message.headers;
    const status = statusOf(message);
    const next = status >= 300 && status < 400 && location !== undefined && URL.canParse(location, at) ? new URL(location, at) : null;
    if (!next) return { message, at };
    cut(message);
    if (asking.sent) return { kind: "redirects" };
    at = next;
  }
  return { kind: "redirects" };
}

/** One answer as soon as its head is there. */
function answerOf({ href, protocol }: URL, allowed: string[], { method, signal, idleMilliseconds, name, anyCertificate, sent }: Asking) {
  const agent = { allowIPAddressList: allowed, keepAlive: false };
  const isSecure = protocol === "https:";
  const url = new URL(href);
  url.username = "";
  url.password = "";
  return new Promise<IncomingMessage>((done, reject) => {
    let answered: IncomingMessage | undefined;
    const asked = (isSecure ? requestHttps : requestHttp)(
      url,
      {
        method,
        signal,
        agent: isSecure ? new RequestFilteringHttpsAgent(agent) : new RequestFilteringHttpAgent(agent),
        ...(anyCertificate && { rejectUnauthorized: false }),
        headers: {
          "user-agent": name,
          accept: "*/*",
          "accept-encoding": "identity",
          ...(sent && { ...sent.headers, "content-length": String(Buffer.byteLength(sent.text)) }),
        },
      },
      (message) => {
        // Whoever reads it hears of it; nobody may be reading yet.
        message.on("error", () => undefined);
        answered = message;
        done(message);
      },
    );
    asked.on("error", reject);
    if (idleMilliseconds !== undefined)
      asked.setTimeout(idleMilliseconds, () =>
        (answered ?? asked).destroy(Object.assign(new Error("Nothing arrived."), { code: "ETIMEDOUT" })),
      );
    asked.end(sent?.text);
  });
}

/** Ends the connection of an answer, read or not. */
const cut = (message: IncomingMessage) => void message.destroy();

const statusOf = ({ statusCode = 0 }: IncomingMessage) => statusCode;
const mediaTypeOf = ({ headers }: IncomingMessage) => (headers["content-type"] ?? "").replace(/;.*$/s, "").trim().toLowerCase();
const lengthOf = ({ headers }: IncomingMessage) => (headers["content-length"] === undefined ? null : Number(headers["content-length"]));

/** What an error of a connection means. */
function problemOf(error: NodeJS.ErrnoException): NoAnswer {
  const { code = "", message, name } = error;
  if (/ is not allowed\. Because/.test(message)) return { kind: "inner" };
  if (name === "AbortError" || name === "TimeoutError" || code === "ETIMEDOUT") return { kind: "timeout" };
  if (code === "ENOTFOUND" || code === "ENODATA") return { kind: "unknown_host" };
  if (/CERT|SIGNED|SIGNATURE|^ERR_(?:TLS|SSL)/.test(code)) return { kind: "certificate" };
  return { kind: "unreachable" };
}
