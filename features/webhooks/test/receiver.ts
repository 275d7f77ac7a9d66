import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What a receiver was sent. */
export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}
type Answer = (response: ServerResponse, received: Received) => void;

/** An HTTP server that webhooks are sent to; `answer` says what it does with each. */
export async function startReceiver() {
  const received: Received[] = [];
  const usual: Answer = (response) => void response.writeHead(204).end();
  let answer = usual;
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on("data", (piece: Buffer) => pieces.push(piece));
    request.on("end", () => {
      const one = { path: request.url ?? "", headers: request.headers, body: Buffer.concat(pieces).toString() };
      received.push(one);
      answer(response, one);
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  return {
    received,
    inner: `127.0.0.1:${port}`,
    at: (path: string) => `http://127.0.0.1:${port}${path}`,
    /** Answers in another way from now on; without one, takes everything. */
    answers(next: Answer = usual) {
      answer = next;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
