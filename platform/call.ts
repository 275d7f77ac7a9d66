import { words, type Values } from "./words.ts";
import type { Endpoint, Input, Result } from "./contract.ts";

/** What is wrong with one field: `code` and `params` for programs, and a message in the person's language. */
interface FieldRefusal {
  readonly field: string;
  readonly code: string;
  readonly params: Values;
  readonly message: string;
}

/** A failed call: the server's refusal, or status 0 when no answer came (offline, server down, timeout). */
export class CallError extends Error {
  readonly status: number;
  readonly code: string;
  readonly requestId: string;
  readonly errors: readonly FieldRefusal[];
  /** What the refusal brings along, such as what somebody else saved meanwhile; its contract says which. */
  readonly data: unknown;
  constructor(status: number, code: string, message: string, requestId = "", errors: CallError["errors"] = [], data?: unknown) {
    super(message);
    this.status = status;
    this.code = code;
    this.requestId = requestId;
    this.errors = errors;
    this.data = data;
  }
  /** True when trying again later may help: no answer came, or the server said that it cannot answer right now. */
  get temporary() {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}

/**
 * isQuiet: a repeated call in the background, whose 401 the person was told of already. timeoutMs: how long to wait for the answer, where 30 seconds
 * are too short. keepsAhead: it changes nothing that answers which are here ahead of their calls tell of.
 */
type Options = {
  signal?: AbortSignal;
  headers?: Record<string, string>;
  keepalive?: boolean;
  isQuiet?: boolean;
  timeoutMs?: number;
  keepsAhead?: boolean;
};
type Args<E extends Endpoint> = keyof Input<E> extends never
  ? [input?: undefined, options?: Options]
  : [input: Input<E>, options?: Options];

const noAnswer = words("Stoa could not be reached.");
/** The error for a call without an answer: offline, server down, timeout. */
export const unreachable = () => new CallError(0, "unreachable", noAnswer.error());
/** The message for an answer that is not the JSON we expect. */
export const unreadable = words("The server gave an answer that could not be read.");

/** The value of the CSRF cookie, which scripts may read, for the header X-CSRF-Token (decisions.md, For scripts and other clients). */
export function csrfToken(): string {
  return /(?:^|;\s*)(?:__Host-)?stoa_csrf=([^;]+)/.exec(document.cookie)?.[1] ?? "";
}

const listeners = new Set<(error: CallError) => void>();
/** Registers a callback for every 401; the shell uses it to show the sign-in dialog over the page. Returns a function that unregisters it. */
export function onSignedOut(listener: (error: CallError) => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Tells the registered callbacks that the server no longer knows the session. */
export function announceSignedOut(error: CallError) {
  for (const listener of listeners) listener(error);
}

const usualTimeoutMs = 30_000;

const accept = { accept: "application/json" };

/** Answers of calls that were sent before the code that needs them was here, by address. */
const ahead = new Map<string, Promise<Response>>();
/** Milliseconds for which an answer counts as fresh, whether it was fetched ahead or is shown already. */
export const freshMs = 10_000;

/** Sends a GET whose answer goes to the next call of the same address, if that comes soon and nothing is changed in between. */
export function askAhead(address: string): void {
  if (ahead.has(address)) return;
  keepAhead(address, fetch(address, { headers: accept, signal: AbortSignal.timeout(usualTimeoutMs) }));
}

/** Does the same with the answer that came with the page, to the call that its screen begins with (features/portal/server/page.ts). */
export function takeFirst(): void {
  const first = document.getElementById("stoa-first");
  if (first) keepAhead(first.dataset["address"] ?? "", Promise.resolve(new Response(first.textContent)));
}

function keepAhead(address: string, answer: Promise<Response>): void {
  const forget = () => void (ahead.get(address) === answer && ahead.delete(address));
  answer.catch(forget);
  setTimeout(forget, freshMs);
  ahead.set(address, answer);
}

/** Calls an endpoint of a contract and returns its reply, or throws a CallError. Never signs anyone out by itself. */
export async function call<E extends Endpoint>(endpoint: E, ...[input, options = {}]: Args<E>): Promise<Result<E>> {
  const {
    params = {},
    query = {},
    body,
  } = (input ?? {}) as {
    params?: Record<string, unknown>;
    query?: Record<string, unknown>;
    body?: unknown;
  };
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([key, value]) => (value == null || value === "" ? [] : [[key, String(value)]])),
  );
  const headers: Record<string, string> = { ...accept, ...options.headers };
  if (endpoint.method !== "GET") {
    if (!options.keepsAhead) ahead.clear();
    headers["x-csrf-token"] = csrfToken();
  }
  if (body !== undefined) headers["content-type"] = "application/json";
  const timeout = AbortSignal.timeout(options.timeoutMs ?? usualTimeoutMs);
  const address = search.size ? `${path}?${search}` : path;
  const asked = endpoint.method === "GET" ? ahead.get(address) : undefined;
  ahead.delete(address);
  let response: Response;
  try {
    response = await (asked ??
      fetch(address, {
        method: endpoint.method,
        headers,
        keepalive: options.keepalive ?? false,
        signal: options.signal ? AbortSignal.any([options.signal, timeout]) : timeout,
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }));
  } catch (cause) {
    if (options.signal?.aborted) throw cause;
    throw unreachable();
  }
  return (await readAnswer(response, options.isQuiet)) as Result<E>;
}

/** Sends a file as it is to a route that takes bytes; gives its reply or throws a CallError. timeoutMs: how long the upload may take. */
export async function postFile(address: string, file: Blob, timeoutMs: number): Promise<unknown> {
  ahead.clear();
  const response = await fetch(address, {
    method: "POST",
    headers: { ...accept, "content-type": "application/octet-stream", "x-csrf-token": csrfToken() },
    body: file,
    signal: AbortSignal.timeout(timeoutMs),
  }).catch(() => {
    throw unreachable();
  });
  return readAnswer(response);
}

/** The reply of an answer; a refusal is thrown as a CallError. */
async function readAnswer(response: Response, isQuiet = false): Promise<unknown> {
  const requestId = response.headers.get("x-request-id") ?? "";
  const data = await response.json().catch(() => null);
  if (response.ok && data !== null) return data as unknown;
  const error = new CallError(
    response.ok ? 502 : response.status,
    data?.code ?? "unexpected",
    data?.message ?? unreadable.error(),
    requestId,
    data?.errors ?? [],
    data?.data,
  );
  if (error.status === 401 && !isQuiet) announceSignedOut(error);
  throw error;
}
