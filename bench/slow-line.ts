// A line as slow as a learner's, between a browser and the server: for everything that goes over it, whichever frame or window asks.
import { connect, createServer, type AddressInfo, type Socket } from "node:net";

/** What came over the line until a request was made. */
export interface Until {
  readonly ms: number;
  readonly bytes: number;
  readonly requests: readonly string[];
}

export interface SlowLine {
  readonly port: number;
  /** Begins to count; resolves when a request for a path that matches is made. */
  until(path: RegExp): Promise<Until>;
  close(): Promise<void>;
}

/** Listens on a port of this machine and forwards to another: what comes back shares `bitsPerSecond`, and takes `roundTripMs` there and back. */
export async function openSlowLine(
  to: number,
  { bitsPerSecond, roundTripMs }: { bitsPerSecond: number; roundTripMs: number },
): Promise<SlowLine> {
  const open = new Set<Socket>();
  let note: (path: string) => void = () => undefined;
  let bytes = 0;
  // When the line is free again, in ms of performance.now().
  let freeAt = 0;
  const at = (moment: number, work: () => void) => void setTimeout(work, Math.max(0, moment - performance.now()));
  const server = createServer((client) => {
    const far = connect(to, "127.0.0.1");
    for (const socket of [client, far]) {
      open.add(socket);
      socket.setNoDelay(true);
      socket.on("error", () => undefined);
      socket.once("close", () => {
        open.delete(socket);
        (socket === client ? far : client).destroy();
      });
    }
    // A new connection costs its handshake first.
    const readyAt = performance.now() + roundTripMs;
    client.on("data", (sent: Buffer) => {
      const [, path] = /^[A-Z]+ (\S+) HTTP/.exec(sent.toString("latin1")) ?? [];
      if (path !== undefined) note(path);
      at(Math.max(performance.now(), readyAt) + roundTripMs / 2, () => far.write(sent));
    });
    far.on("data", (got: Buffer) => {
      bytes += got.length;
      freeAt = Math.max(freeAt, performance.now()) + (got.length * 8_000) / bitsPerSecond;
      at(freeAt + roundTripMs / 2, () => client.write(got));
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    port: (server.address() as AddressInfo).port,
    until(wanted) {
      const [began, before] = [performance.now(), bytes];
      const requests: string[] = [];
      return new Promise((done) => {
        note = (path) => {
          if (wanted.test(path)) done({ ms: performance.now() - began, bytes: bytes - before, requests: [...requests] });
          requests.push(path);
        };
      });
    },
    close: () =>
      new Promise((done) => {
        for (const socket of open) socket.destroy();
        server.close(() => done());
      }),
  };
}
