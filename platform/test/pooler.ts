import { createServer, type AddressInfo, type Socket } from "node:net";
import { once } from "node:events";
import * as pg from "pg";

/** A server connection, and what is to happen with its bytes while a client has it. */
interface Link {
  readonly stream: Socket;
  give: (bytes: Buffer) => void;
}

/** What a pooler accepts of a client's start; everything else it refuses, as PgBouncer does. */
const accepted = new Set([
  "user",
  "database",
  "client_encoding",
  "datestyle",
  "timezone",
  "standard_conforming_strings",
  "application_name",
]);

const message = (type: string, body: Buffer | string) => {
  const bytes = Buffer.from(body);
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(bytes.length + 4, 1);
  return Buffer.concat([head, bytes]);
};
const status = (name: string, value: string) => message("S", `${name}\0${value}\0`);
const authenticated = message("R", Buffer.alloc(4));
const ready = message("Z", "I");
const welcome = [
  authenticated,
  status("server_version", "17.0"),
  status("client_encoding", "UTF8"),
  status("DateStyle", "ISO, MDY"),
  ready,
];

/**
 * A pooler in transaction mode as PgBouncer is one: any number of clients share `size` connections to PostgreSQL, each for one transaction at a time, and
 * nothing is reset in between. It refuses connection options. `reach` sets the database that it leads to and returns the address to connect to.
 */
export async function startPooler(size = 2) {
  let target = "";
  const idle: Link[] = [];
  const waiting: ((link: Link) => void)[] = [];
  const open = new Set<{ destroy(): void }>();
  let count = 0;

  async function connect(): Promise<Link> {
    const client = new pg.Client({ connectionString: target });
    await client.connect();
    const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
    stream.removeAllListeners();
    stream.on("error", () => undefined);
    open.add(stream);
    const link: Link = { stream, give: () => undefined };
    stream.on("data", (bytes: Buffer) => link.give(bytes));
    return link;
  }
  const release = (link: Link) => {
    const next = waiting.shift();
    if (next) next(link);
    else idle.push(link);
  };
  const drop = (link: Link) => {
    open.delete(link.stream);
    link.stream.destroy();
    count--;
    const next = waiting.shift();
    if (next) void take().then(next);
  };
  async function take(): Promise<Link> {
    const found = idle.pop();
    if (found) return found;
    if (count >= size) return new Promise((given) => waiting.push(given));
    count++;
    return connect();
  }

  const server = createServer((client) => {
    open.add(client);
    let received: Buffer = Buffer.alloc(0);
    let hasStarted = false;
    let link: Link | null = null;
    let held: Buffer[] | null = null;

    /** Everything PostgreSQL says goes to the client; when it says that no transaction is open, the connection is free for the next. */
    const listen = (to: Link) => {
      let rest: Buffer = Buffer.alloc(0);
      to.give = (bytes) => {
        client.write(bytes);
        rest = Buffer.concat([rest, bytes]);
        while (rest.length >= 5 && rest.length > rest.readInt32BE(1)) {
          const end = 1 + rest.readInt32BE(1);
          const isOver = rest[0] === 0x5a && rest[5] === 0x49;
          rest = rest.subarray(end);
          if (isOver && link) {
            link = null;
            release(to);
          }
        }
      };
    };
    function pass(bytes: Buffer) {
      if (link) return link.stream.write(bytes);
      if (held) return held.push(bytes);
      held = [bytes];
      return void take().then((taken) => {
        if (client.destroyed) return release(taken);
        link = taken;
        listen(taken);
        taken.stream.write(Buffer.concat(held ?? []));
        held = null;
      });
    }
    function start(body: Buffer) {
      const words = body.toString().split("\0");
      const names = words.filter((word, nth) => nth % 2 === 0 && word !== "");
      const refused = names.find((name) => !accepted.has(name.toLowerCase()));
      if (refused === undefined) return client.write(Buffer.concat(welcome));
      return client.end(message("E", `SFATAL\0C08P01\0Munsupported startup parameter: ${refused}\0\0`));
    }
    client.on("data", (bytes: Buffer) => {
      received = Buffer.concat([received, bytes]);
      while (!hasStarted && received.length >= 8 && received.length >= received.readInt32BE(0)) {
        const packet = received.subarray(0, received.readInt32BE(0));
        received = received.subarray(packet.length);
        const isRequestForTls = packet.readInt32BE(4) === 80_877_103;
        if (isRequestForTls) client.write("N");
        else start(packet.subarray(8));
        hasStarted = !isRequestForTls;
      }
      if (!hasStarted) return;
      while (received.length >= 5 && received.length > received.readInt32BE(1)) {
        const packet = received.subarray(0, 1 + received.readInt32BE(1));
        received = received.subarray(packet.length);
        // A client that ends leaves the connection to the others.
        if (packet[0] === 0x58) client.end();
        else pass(packet);
      }
    });
    client.on("error", () => undefined);
    client.on("close", () => {
      open.delete(client);
      if (link) drop(link);
      link = null;
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    reach(databaseUrl: string) {
      target = databaseUrl;
      return `postgresql://pooled@127.0.0.1:${port}/stoa`;
    },
    async close() {
      server.close();
      for (const each of open) each.destroy();
    },
  };
}
