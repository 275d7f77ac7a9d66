import { connect, createServer, type AddressInfo, type Socket } from "node:net";

/** A proxy between the server and its database that can stop forwarding: from the server, this looks like a frozen machine or a dead network. */
export interface Freezer {
  /** The address of the same database through this proxy. */
  reach(databaseUrl: string): string;
  freeze(): void;
  thaw(): void;
  close(): Promise<void>;
}

/** Opens such a proxy in front of the PostgreSQL of a database URL, which names a host and port or a socket folder. */
export async function openFreezer(databaseUrl: string): Promise<Freezer> {
  const url = new URL(databaseUrl.replace(/@\//, "@socket/"));
  const folder = url.searchParams.get("host");
  const port = Number(url.port || "5432");
  const open = new Set<Socket>();
  let frozen = false;
  const server = createServer((client) => {
    const upstream = folder ? connect(`${folder}/.s.PGSQL.${port}`) : connect(port, url.hostname);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(from);
      from.on("data", (piece) => to.write(piece));
      from.once("close", () => {
        open.delete(from);
        to.destroy();
      });
      from.on("error", () => undefined);
      if (frozen) from.pause();
    }
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    reach(other) {
      const through = new URL(other.replace(/@\//, "@socket/"));
      through.searchParams.delete("host");
      through.hostname = "127.0.0.1";
      through.port = String((server.address() as AddressInfo).port);
      return String(through);
    },
    freeze() {
      frozen = true;
      for (const socket of open) socket.pause();
    },
    thaw() {
      frozen = false;
      for (const socket of open) socket.resume();
    },
    async close() {
      for (const socket of open) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}
