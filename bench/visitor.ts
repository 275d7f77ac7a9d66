// One visitor: a keep-alive connection, cookies, and a count of bytes. Lighter than a browser, so that it takes little of the machine.
import { Agent, request as httpRequest } from "node:http";
import type { Socket } from "node:net";
import { brotliDecompressSync, zstdDecompressSync } from "node:zlib";

export interface Answer {
  readonly status: number;
  readonly body: string;
  /** Bytes received, headers included. */
  readonly bytes: number;
  /** Number of database statements that the server reports; 0 when it reports none. */
  readonly queries: number;
}

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sends the ETag that came with the page, as the browser does, so that an unchanged answer is 304. */
  readonly unlessChanged?: boolean;
}

export interface Visitor {
  readonly cookies: Map<string, string>;
  ask(asked: Asked): Promise<Answer>;
  close(): void;
}

/** The headers that Chromium sends with a page and with a call of its script. */
const asPage = {
  accept: "text/html,application/xhtml+xml,*/*;q=0.8",
  "sec-fetch-mode": "navigate",
  "sec-fetch-dest": "document",
  "sec-fetch-site": "none",
};
const asCall = { accept: "*/*", "sec-fetch-mode": "cors", "sec-fetch-dest": "empty", "sec-fetch-site": "same-origin" };
const always = {
  "accept-encoding": "gzip, deflate, br, zstd",
  "accept-language": "en-GB",
  "user-agent": "Mozilla/5.0 (X11; Linux x86_64) stoa-bench",
};

const decompress: Readonly<Record<string, (bytes: Buffer) => Buffer>> = { br: brotliDecompressSync, zstd: zstdDecompressSync };
const textOf = (bytes: Buffer, encoding = "") => (decompress[encoding]?.(bytes) ?? bytes).toString("utf8");

/** Opens a visitor of `origin` with the given cookies. It sends one request at a time. */
export function openVisitor(origin: string, cookies: Iterable<readonly [string, string]> = []): Visitor {
  const { hostname, port, host } = new URL(origin);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const jar = new Map(cookies);

  const ask = ({ method, path, body, headers = {} }: Asked) =>
    new Promise<Answer>((done, fail) => {
      const isWrite = method !== "GET";
      const outgoing = httpRequest(
        {
          // Node would try IPv6 first; the server listens on IPv4.
          host: hostname === "localhost" ? "127.0.0.1" : hostname,
          port,
          agent,
          method,
          path,
          headers: {
            host,
            ...always,
            ...(path.startsWith("/v/") ? asPage : asCall),
            ...(jar.size && { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join("; ") }),
            ...(isWrite && { origin, "x-csrf-token": jar.get("stoa_csrf") ?? "" }),
            ...(body !== undefined && { "content-type": "application/json", "content-length": String(Buffer.byteLength(body)) }),
            ...headers,
          },
        },
        (incoming) => {
          const chunks: Buffer[] = [];
          incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
          incoming.once("error", fail);
          incoming.once("end", () => {
            for (const cookie of incoming.headers["set-cookie"] ?? []) {
              const [pair = ""] = cookie.split(";");
              const at = pair.indexOf("=");
              if (at > 0) jar.set(pair.slice(0, at), pair.slice(at + 1));
            }
            const timing = String(incoming.headers["server-timing"] ?? "");
            done({
              status: incoming.statusCode ?? 0,
              body: textOf(Buffer.concat(chunks), incoming.headers["content-encoding"]),
              bytes: socket.bytesRead - before,
              queries: Number(/(\d+) queries/.exec(timing)?.[1] ?? 0),
            });
          });
        },
      );
      let socket: Socket;
      let before = 0;
      outgoing.once("socket", (given) => {
        socket = given;
        before = given.bytesRead;
      });
      outgoing.once("error", fail);
      outgoing.end(body);
    });

  return { cookies: jar, ask, close: () => agent.destroy() };
}
