import dns from "node:dns";
import { syncBuiltinESMExports } from "node:module";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { buffer } from "node:stream/consumers";
import { askOutside, fetchOutside, type BodyHead, type FetchOptions } from "./outside.ts";

// A real web server on every address of this machine, also those that a name or another notation leads to.
let server: Server;
let port: number;
const asked: IncomingMessage[] = [];
const answers: Record<string, (request: IncomingMessage, response: ServerResponse) => void> = {
  "/here": (_, response) => void response.end("here"),
  "/gone": (_, response) => void response.writeHead(404).end(),
  "/broken": (_, response) => void response.writeHead(500).end(),
  "/no-head": ({ method }, response) => void response.writeHead(method === "HEAD" ? 405 : 200).end(),
  "/endless": ({ method }, response) => {
    response.writeHead(method === "HEAD" ? 501 : 200);
    const more = () => response.destroyed || (response.write("x".repeat(10_000)), setTimeout(more, 1));
    if (method === "HEAD") response.end();
    else more();
  },
  "/silent": () => undefined,
  "/film": (_, response) => void response.writeHead(200, { "content-type": "Video/MP4; codecs=x", "content-length": "4" }).end("film"),
  "/to-film": (_, response) => void response.writeHead(302, { location: "/film" }).end(),
  "/large": (_, response) => void response.writeHead(200, { "content-length": "101" }).end("x".repeat(101)),
  "/fits": (_, response) => void response.end("x".repeat(100)),
  "/cut-short": ({ socket }, response) => {
    response.writeHead(200, { "content-length": "100" }).write("x".repeat(50));
    setTimeout(() => socket.destroy(), 20);
  },
  "/cut-chunk": ({ socket }, response) => {
    response.write("x".repeat(50));
    setTimeout(() => socket.destroy(), 20);
  },
  "/drip": (_, response) => {
    const more = () => response.destroyed || (response.write("x"), setTimeout(more, 20));
    more();
  },
  "/stuck": (_, response) => void response.write("x"),
  "/more-than-said": ({ socket }) => void socket.end("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nfilm"),
  "/cut": ({ socket }) => socket.destroy(),
  "/loop": (_, response) => void response.writeHead(302, { location: "/loop" }).end(),
  "/three": (_, response) => void response.writeHead(301, { location: "/two" }).end(),
  "/two": (_, response) => void response.writeHead(307, { location: "/one", "set-cookie": "a=b" }).end(),
  "/one": (_, response) => void response.writeHead(303, { location: "here" }).end(),
};
beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request);
    const url = new URL(request.url ?? "/", "http://x");
    const to = url.searchParams.get("to");
    if (to !== null) response.writeHead(302, { location: to }).end();
    else (answers[url.pathname] ?? answers["/gone"])?.(request, response);
  });
  await new Promise<void>((done) => server.listen(0, "::", done));
  ({ port } = server.address() as AddressInfo);
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});
beforeEach(() => void (asked.length = 0));

const allowing = () => ({ inner: [{ address: "127.0.0.1", port }], milliseconds: 1000 });
const ask = (path: string) => askOutside(`http://127.0.0.1:${port}${path}`, allowing());

test.each([
  ["/here", { kind: "answer", status: 200 }],
  ["/gone", { kind: "answer", status: 404 }],
  ["/broken", { kind: "answer", status: 500 }],
  ["/no-head", { kind: "answer", status: 200 }],
  ["/three", { kind: "answer", status: 200 }],
  ["/loop", { kind: "redirects" }],
  ["/silent", { kind: "timeout" }],
  ["/cut", { kind: "unreachable" }],
])("%s is answered with what is there", async (path, outcome) => expect(await ask(path)).toEqual(outcome));

test("security.md 79: of an endless answer only the head is read, and the connection is cut", async () => {
  expect(await ask("/endless")).toEqual({ kind: "answer", status: 200 });
  await expect.poll(() => asked.every(({ socket }) => socket.destroyed)).toBe(true);
});

test("security.md 78: no cookie and no name or password is sent, neither to the first server nor on", async () => {
  await askOutside(`http://ana:word@127.0.0.1:${port}/three`, allowing());
  expect(asked.map(({ url }) => url)).toEqual(["/three", "/two", "/one", "/here"]);
  for (const { headers } of asked) expect([headers.authorization, headers.cookie]).toEqual([undefined, undefined]);
});

test("HEAD is asked first, and GET only where that does not go well", async () => {
  await ask("/here");
  await ask("/no-head");
  expect(asked.map(({ method, url }) => `${method} ${url}`)).toEqual(["HEAD /here", "HEAD /no-head", "GET /no-head"]);
});

/** Ways to write an address of this machine or of a network that is not public. */
const inner = [
  "127.0.0.1",
  "127.1",
  "2130706433",
  "0x7f000001",
  "0x7f.1",
  "0177.0.0.1",
  "0",
  "0.0.0.0",
  "localhost",
  "[::1]",
  "[::]",
  "[::ffff:127.0.0.1]",
  "[::ffff:7f00:1]",
  "[64:ff9b::7f00:1]",
  "[fe80::1]",
  "[fd00::1]",
  "169.254.169.254",
  "10.0.0.1",
  "172.16.0.1",
  "192.168.0.1",
  "100.64.0.1",
  "224.0.0.1",
  "①②⑦.0.0.1",
];

test.each(inner)("security.md 77: %s is not asked, whatever its port", async (host) => {
  for (const at of [`http://${host}:${port}/here`, `http://${host}/here`, `https://${host}/here`])
    expect([at, await askOutside(at, { inner: [] })]).toEqual([at, { kind: "inner" }]);
  expect(asked).toEqual([]);
});

test.each(
  inner.filter((host) => !/^(?:127\.0\.0\.1|127\.1|2130706433|0x7f000001|0x7f\.1|0177\.0\.0\.1|localhost|①②⑦\.0\.0\.1)$/.test(host)),
)("security.md 77: nobody is led on to %s, also by a server that may be asked", async (host) => {
  const to = `http://${host}:${port}/here`;
  expect(await ask(`/?to=${encodeURIComponent(to)}`)).toEqual({ kind: "inner" });
  expect(asked.map(({ url }) => url)).toEqual([`/?to=${encodeURIComponent(to)}`]);
});

test.each([
  "http://127.0.0.2:PORT/here",
  "http://127.0.0.1/here",
  "https://127.0.0.1/",
  "http://127.0.0.1:22/",
  "file:///etc/passwd",
  "ftp://127.0.0.1/",
  "gopher://127.0.0.1:PORT/",
])("security.md 77: nobody is led on to %s, to another address, port or scheme than is allowed", async (target) => {
  const to = target.replace("PORT", String(port));
  expect(await ask(`/?to=${encodeURIComponent(to)}`)).toEqual({ kind: "inner" });
  expect(asked).toHaveLength(1);
});

test("a public server is not asked on a port that is not of the web", async () => {
  expect(await askOutside("http://192.0.2.1:6379/", { inner: [] })).toEqual({ kind: "inner" });
});

/** Has names answered by these addresses, a list for each question and the last one from then on. Gives the names that were asked for. */
function named(...told: string[][]) {
  const names: string[] = [];
  const lookup = vi.spyOn(dns, "lookup").mockImplementation(((
    name: string,
    options: { all?: boolean },
    done: (...args: unknown[]) => void,
  ) => {
    const addresses = told[Math.min(names.push(name), told.length) - 1] ?? [];
    const found = addresses.map((address) => ({ address, family: 4 }));
    process.nextTick(() => (options.all ? done(null, found) : done(null, found[0]?.address, 4)));
  }) as never);
  syncBuiltinESMExports();
  const restore = () => {
    lookup.mockRestore();
    syncBuiltinESMExports();
  };
  return { names, restore };
}

test("security.md 77: a name that answers with another address the next time leads to no inner one", async () => {
  const address = `http://rebinds.example:${port}/here`;
  const elsewhere = { inner: [{ address: "127.0.0.9", port }], milliseconds: 300 };
  for (const told of [
    // Public when it is looked at, this machine when it is asked again; the other way round; and both at once.
    [["1.1.1.1"], ["127.0.0.1"]],
    [["127.0.0.1"], ["1.1.1.1"]],
    [["1.1.1.1", "127.0.0.1"]],
    [["127.0.0.1", "1.1.1.1"]],
  ]) {
    const dnsOf = named(...told);
    const { kind } = await askOutside(address, elsewhere);
    dnsOf.restore();
    expect([told, dnsOf.names.length > 0, kind === "answer", asked.length]).toEqual([told, true, false, 0]);
  }
  // What was looked at is what is spoken to, without another look.
  const dnsOf = named(["127.0.0.1"], ["127.0.0.9"]);
  const outcome = await askOutside(address, allowing());
  dnsOf.restore();
  expect([outcome, dnsOf.names]).toEqual([{ kind: "answer", status: 200 }, ["rebinds.example"]]);
  expect(asked).toHaveLength(1);
});

/** Fetches from the server of this test: at most 100 bytes, within a second, of which 300 ms may pass without any. */
async function fetched(
  path: string,
  {
    take = buffer as (body: NodeJS.ReadableStream) => Promise<unknown>,
    ...options
  }: Partial<FetchOptions> & { take?: (body: NodeJS.ReadableStream) => Promise<unknown> } = {},
) {
  const heads: BodyHead[] = [];
  const all = { ...allowing(), idleMilliseconds: 300, mostBytes: 100, signal: new AbortController().signal, ...options };
  const outcome = await fetchOutside(path.startsWith("/") ? `http://127.0.0.1:${port}${path}` : path, all, async (body, head) => {
    heads.push(head);
    return String(await take(body));
  });
  return { outcome, heads };
}
const noConnection = () => expect.poll(() => asked.every(({ socket }) => socket.destroyed)).toBe(true);

test("a body is given with what is said about it, at the place to which one is led", async () => {
  for (const path of ["/film", "/to-film"])
    expect(await fetched(path)).toEqual({
      outcome: { kind: "taken", value: "film" },
      heads: [{ address: `http://127.0.0.1:${port}/film`, mediaType: "video/mp4", bytes: 4 }],
    });
  expect((await fetched("/fits")).outcome).toEqual({ kind: "taken", value: "x".repeat(100) });
  expect((await fetched("/more-than-said")).outcome).toEqual({ kind: "taken", value: "fi" });
  await noConnection();
});

test.each([
  ["/gone", { kind: "answer", status: 404 }],
  ["/no-place", { kind: "answer", status: 404 }],
  ["/loop", { kind: "redirects" }],
  ["/silent", { kind: "timeout" }],
  ["/cut", { kind: "unreachable" }],
])("no body comes from %s", async (path, outcome) => expect(await fetched(path)).toEqual({ outcome, heads: [] }));

test.each([
  ["/large", "too_large"],
  ["/endless", "too_large"],
  ["/cut-short", "cut"],
  ["/cut-chunk", "cut"],
  ["/drip", "timeout"],
  ["/stuck", "timeout"],
])("security.md 79: the body of %s is left as soon as that is known, and the connection is cut", async (path, kind) => {
  const begun = Date.now();
  expect((await fetched(path, { mostBytes: path === "/drip" ? 10_000 : 100 })).outcome).toEqual({ kind });
  expect(Date.now() - begun).toBeLessThan(2500);
  await noConnection();
});

test("a signal ends it at once, before the answer and in the middle of it", async () => {
  for (const path of ["/silent", "/drip"])
    await expect(
      fetched(path, { milliseconds: 60_000, idleMilliseconds: 60_000, mostBytes: 10_000, signal: AbortSignal.timeout(100) }),
    ).rejects.toThrow("timeout");
  await noConnection();
});

test("what the taker throws is passed on, and the rest is left", async () => {
  await expect(fetched("/endless", { take: async () => Promise.reject(new Error("no room")) })).rejects.toThrow("no room");
  await noConnection();
});

test("security.md 78: fetching sends no cookie and no name or password", async () => {
  await fetched(`http://ana:word@127.0.0.1:${port}/three`);
  expect(asked.map(({ method, url }) => `${method} ${url}`)).toEqual(["GET /three", "GET /two", "GET /one", "GET /here"]);
  for (const { headers } of asked) expect([headers.authorization, headers.cookie]).toEqual([undefined, undefined]);
});

test.each(inner)("security.md 77: nothing is fetched from %s, whatever its port", async (host) => {
  for (const at of [`http://${host}:${port}/film`, `http://${host}/film`, `https://${host}/film`])
    expect([at, await fetched(at, { inner: [] })]).toEqual([at, { outcome: { kind: "inner" }, heads: [] }]);
  expect(asked).toEqual([]);
});

test.each([
  "http://127.0.0.2:PORT/film",
  "http://[::1]:PORT/film",
  "http://169.254.169.254/latest",
  "http://10.0.0.1/",
  "https://127.0.0.1/",
  "http://127.0.0.1:22/",
  "file:///etc/passwd",
])("security.md 77: fetching is not led on to %s", async (target) => {
  const to = target.replace("PORT", String(port));
  expect(await fetched(`/?to=${encodeURIComponent(to)}`)).toEqual({ outcome: { kind: "inner" }, heads: [] });
  expect(asked).toHaveLength(1);
});
