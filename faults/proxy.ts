// A TCP proxy that breaks connections on purpose (security.md §5.4). The first bytes of a connection decide what happens to it.
import { connect, createServer, type AddressInfo, type Socket } from "node:net";

export type Fault =
  /** Forwards everything. */
  | { readonly kind: "pass" }
  /** Forwards everything, but delays each piece of the reply by `ms`. */
  | { readonly kind: "delay"; readonly ms: number }
  /** The request arrives; the client is cut off at the reply's first byte and sees none of it. */
  | { readonly kind: "cut-reply" }
  /** The request arrives; the client is cut off after `ms`, with or without a reply, and sees none of it. */
  | { readonly kind: "cut-after-request"; readonly ms: number }
  /** The client gets the first `bytes` of the reply, then the connection ends. */
  | { readonly kind: "truncate"; readonly bytes: number }
  /** The request never arrives: the connection is reset at once. */
  | { readonly kind: "refuse" }
  /** The request never arrives, and the client gets no answer. */
  | { readonly kind: "blackhole" };

export interface Proxy {
  readonly port: number;
  /** How often each fault was applied to a connection that carried a request. */
  readonly counts: ReadonlyMap<Fault["kind"], number>;
  /** Closes every open connection, like a cut cable. */
  cutAll(): void;
  close(): Promise<void>;
}

export interface ProxyOptions {
  readonly to: number;
  readonly port?: number;
  readonly decide: (first: string) => Fault;
}

/** Listens on this machine and forwards to another port of it. */
export async function openProxy({ to, port = 0, decide }: ProxyOptions): Promise<Proxy> {
  const open = new Set<Socket>();
  const counts = new Map<Fault["kind"], number>();
  const track = (socket: Socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
    // Broken connections are this proxy's purpose.
    socket.on("error", () => undefined);
  };

  const server = createServer((client) => {
    track(client);
    client.once("data", (first: Buffer) => {
      const fault = decide(first.toString("latin1"));
      counts.set(fault.kind, (counts.get(fault.kind) ?? 0) + 1);
      if (fault.kind === "refuse") return void client.resetAndDestroy();
      if (fault.kind === "blackhole") return void client.resume();
      forward(client, first, fault);
    });
  });

  function forward(client: Socket, first: Buffer, fault: Exclude<Fault, { kind: "refuse" | "blackhole" }>) {
    const upstream = connect(to, "127.0.0.1");
    track(upstream);
    upstream.write(first);
    client.on("data", (bytes: Buffer) => void upstream.write(bytes));
    client.once("end", () => upstream.end());
    // Only the client's side is cut: the server goes on with the request.
    client.once("close", () => upstream.end());
    upstream.once("close", () => client.end());
    upstream.once("error", () => client.resetAndDestroy());

    let left = fault.kind === "truncate" ? fault.bytes : 0;
    if (fault.kind === "cut-after-request") setTimeout(() => client.resetAndDestroy(), fault.ms);
    upstream.on("data", (bytes: Buffer) => {
      if (client.destroyed) return;
      switch (fault.kind) {
        case "cut-after-request":
          return;
        case "cut-reply":
          return void client.resetAndDestroy();
        case "truncate":
          if (bytes.length < left) {
            left -= bytes.length;
            return void client.write(bytes);
          }
          return void client.end(bytes.subarray(0, left));
        case "delay":
          return void setTimeout(() => !client.destroyed && client.write(bytes), fault.ms);
        default:
          return void client.write(bytes);
      }
    });
  }

  await new Promise<void>((done, fail) => {
    server.once("error", fail);
    server.listen(port, "127.0.0.1", done);
  });
  const cutAll = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    counts,
    cutAll,
    async close() {
      cutAll();
      await new Promise((done) => void server.close(done));
    },
  };
}
