// HTTP for the fault tests: a connection for each request where a fault applies to connections, keep-alive where only load matters.
import { Agent, request as httpRequest } from "node:http";

export interface Answer {
  readonly status: number;
  readonly body: string;
  readonly retryAfter: number | null;
}

export interface Asked {
  readonly port: number;
  /** The Host header, with port. */
  readonly host: string;
  readonly method: "GET" | "POST" | "PUT";
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  readonly agent?: Agent | false;
  readonly timeoutMs?: number;
}

/** Sends one request to this machine. Rejects when no complete answer came. */
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
        // A reply that is cut off closes without being complete.
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

/** Whether an answer reveals the program's inside: a stack trace or the name of a source file. */
export const leaksStack = ({ body }: Pick<Answer, "body">) => /\bat .+:\d+:\d+|node_modules|\.ts:\d+|"stack"/.test(body);
