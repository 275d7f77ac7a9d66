// HTTP as the tests need it: a connection per request where a fault decides by connection, kept alive where only load counts.
import { Agent, request as httpRequest } from "node:http";

export interface Answer {
  readonly status: number;
  readonly body: string;
  readonly retryAfter: number | null;
}

export interface Asked {
  readonly port: number;
  /** Host header, with port. */
  readonly host: string;
  readonly method: "GET" | "POST" | "PUT";
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  readonly agent?: Agent | false;
  readonly timeoutMs?: number;
}

/** Sends one request to this machine. Rejects when no whole answer came. */
export const ask = ({ port, host, method, path, headers = {}, body, agent = false, timeoutMs = 15_000 }: Asked) =>
  new Promise<Answer>((done, fail) => {
    const outgoing = httpRequest(
      {
        host: "127.0.0.1",
        port,
        method,
        path,
        agent,
        signal: AbortSignal.timeout(timeoutMs),
        headers: { host, ...headers, ...(body !== undefined && { "content-length": String(Buffer.byteLength(body)) }) },
      },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
        incoming.once("error", fail);
        // A reply cut in the middle ends without being complete.
        incoming.once("close", () => incoming.complete || fail(new Error("The answer broke off.")));
        incoming.once("end", () =>
          done({
            status: incoming.statusCode ?? 0,
            body: Buffer.concat(chunks).toString("utf8"),
            retryAfter: incoming.headers["retry-after"] === undefined ? null : Number(incoming.headers["retry-after"]),
          }),
        );
      },
    );
    outgoing.once("error", fail);
    outgoing.end(body);
  });

/** Whether an answer tells strangers how the program is built: a stack or a file of ours. */
export const leaksStack = ({ body }: Pick<Answer, "body">) => /\bat .+:\d+:\d+|node_modules|\.ts:\d+|"stack"/.test(body);
