import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { endLookPath } from "#features/roles/contract.ts";
import type { RouteInfo } from "#platform/serve.ts";
import { nameOf } from "./check-matrix.ts";
import { areaOf, areas } from "./expectations.ts";
import { askerOf, contractRoutes, isObject, isSlow, validRequest } from "./valid-request.ts";
import { buildWorld, type Reply, type Sent, type World } from "./world.ts";

// Wrong types and unreadable text at every route (security.md 21, 91).

let world: World;
beforeAll(async () => void (world = await buildWorld()));
afterAll(() => world.app.close());

const routesOf = (area: string) => contractRoutes(world).filter(({ path }) => areaOf(path) === area);
const valid = (route: RouteInfo) => validRequest(world, route);
async function send(route: RouteInfo, request: Sent) {
  const asker = askerOf(route);
  const reply = await world.send(asker, "a", request);
  // Whoever looks at the portal as somebody else can change nothing until they end it.
  if (reply.status === 200 && route.path.startsWith("/rest/roles/looks")) await world.send(asker, "a", { method: "GET", url: endLookPath });
  return reply;
}

/** The shape of a JSON value, without what stands in it: of two items alike the same schema takes both. */
const shapeOf = (value: unknown): string =>
  JSON.stringify(value, (key, one: unknown) => (isObject(one) || Array.isArray(one) || key === "kind" ? one : kindOf(one)));

/** Every position inside a JSON value, as a list of keys; of items of one shape in a list those of the first. */
function placesIn(value: unknown, at: (string | number)[] = []): (string | number)[][] {
  if (Array.isArray(value)) {
    const shapes = value.map(shapeOf);
    return value.flatMap((item, index) =>
      shapes.indexOf(shapes[index] ?? "") < index ? [] : [[...at, index], ...placesIn(item, [...at, index])],
    );
  }
  if (isObject(value)) return Object.entries(value).flatMap(([key, item]) => [[...at, key], ...placesIn(item, [...at, key])]);
  return [];
}

function replacedAt(value: unknown, [key, ...rest]: (string | number)[], by: unknown): unknown {
  if (key === undefined) return by;
  if (Array.isArray(value)) return value.map((item, index) => (index === key ? replacedAt(item, rest, by) : item));
  return isObject(value) ? { ...value, [key]: replacedAt(value[key], rest, by) } : value;
}

const at = (value: unknown, [key, ...rest]: (string | number)[]): unknown =>
  key === undefined ? value : at((value as Record<string | number, unknown>)[key], rest);
const kindOf = (value: unknown) => (Array.isArray(value) ? "array" : value === null ? "null" : typeof value);

/** Fields that accept more than one type by contract. */
const loose = /^(?:lastViewedChapter|highestViewedChapter)$/;
const hostile = [
  0,
  -1,
  1.5,
  1e308,
  2 ** 31,
  2 ** 53,
  true,
  false,
  null,
  [],
  {},
  [[]],
  "",
  "0",
  "0e1",
  "1e1",
  "true",
  "\u0000",
  "a\u0000b",
  "\ud800",
  "a\udfffb",
  "\u202e",
  "'",
  "x".repeat(30_000),
];

/** Text that PostgreSQL cannot store. */
const isUnstorable = (value: unknown) => typeof value === "string" && (value.includes("\0") || !value.isWellFormed());

describe("wrong types and unreadable text are 400, never a failure (security.md 21, 91)", () => {
  let tried = 0;
  test.each(areas)("in every place of every body of %s", async (area) => {
    const failures: unknown[] = [];
    for (const route of routesOf(area)) {
      if (route.method === "GET" || isSlow(route)) continue;
      let request = await valid(route);
      if (!isObject(request.body)) continue;
      const { body } = request;
      const isNullable = (place: (string | number)[]) => at(body, place) === null;
      const cases = placesIn(body).flatMap((place) => hostile.map((value) => ({ place, value })));
      tried += cases.length;
      const replies: { place: (string | number)[]; value: unknown; reply: Reply }[] = [];
      for (const { place, value } of cases) {
        const reply = await send(route, { ...request, body: replacedAt(request.body, place, value) });
        replies.push({ place, value, reply });
        // A save names the revision that it is based on, so after one that was taken the next begins anew.
        if ("revision" in body && reply.status < 400) request = await valid(route);
      }
      for (const { place, value, reply } of replies) {
        const where = [nameOf(route), place.join("."), String(JSON.stringify(value)).slice(0, 20), reply.status];
        if (reply.status >= 500) failures.push(where);
        const sameKind = kindOf(value) === kindOf(at(body, place)) || loose.test(String(place.at(-1))) || isNullable(place);
        if (!sameKind && value !== null && reply.status !== 400) failures.push(where);
        // Commits are checked by their own schemas; text that a package reports is stored without the character (features/progress/package-commits.test.ts).
        const says = route.path.endsWith("/commits") ? /"message":"./ : /cannot be stored/;
        if (isUnstorable(value) && (reply.status !== 400 || !says.test(reply.body))) failures.push(where);
      }
    }
    expect(failures).toEqual([]);
  });
  test("in more than 500 of them", () => expect(tried).toBeGreaterThan(500));

  /** Characters: as many as security.md asks for, and as many as a body without a limit of its own takes, as JSON. */
  const lengths = [100_000, 60_000, 36_000];
  /** What a search with backtracking reads again from each of its characters. */
  const tiring = [" ", "<", "a", "-", "[(", "@a.", '="\n'];
  /** CPU time in milliseconds that no answer to a text of 100 kB takes: what reads it again from each character takes many seconds. */
  const mostTime = 1_000;
  let told = 0;
  test.each(areas)("of 100 kB that tire out whatever reads them, in every text of %s", { timeout: 180_000 }, async (area) => {
    const failures: unknown[] = [];
    for (const route of routesOf(area)) {
      if (route.method === "GET" || isSlow(route)) continue;
      let request = await valid(route);
      const { body } = request;
      if (!isObject(body)) continue;
      for (const place of placesIn(body).filter((one) => typeof at(body, one) === "string")) {
        for (const part of tiring) {
          const before = process.cpuUsage();
          let reply: Reply | undefined;
          for (const length of lengths) {
            const value = `${part.repeat(length / part.length)}\u2603`;
            reply = await send(route, { ...request, body: replacedAt(request.body, place, value) });
            if (reply.status !== 413) break;
          }
          const { user } = process.cpuUsage(before);
          told++;
          const status = reply?.status ?? 0;
          if (status >= 500 || status === 413 || user / 1_000 > mostTime)
            failures.push([nameOf(route), place.join("."), part, status, user]);
          if (status < 400) request = await valid(route);
        }
      }
    }
    expect(failures).toEqual([]);
  });
  test("in more than 1,000 of them", () => expect(told).toBeGreaterThan(1_000));

  test("in what signs in", async () => {
    for (const text of ["\u0000", "a\u0000@a.test", "\ud800@a.test", "\u202e@a.test"])
      for (const body of [
        { email: text, password: "wrong" },
        { email: "student@a.test", password: text },
        { email: "student@a.test", password: "wrong", returnUrl: text },
      ]) {
        const reply = await world.sendAs(null, "a", { method: "POST", url: "/rest/auth/login", body });
        expect([body, [400, 401].includes(reply.status)]).toEqual([body, true]);
      }
  });

  test.each(areas)("as the whole body, or none, or not JSON at all, in %s", async (area) => {
    const bodies = [
      "",
      "null",
      "0",
      "true",
      '"text"',
      "[]",
      "[[]]",
      "{",
      "{}",
      '{"a":1}}',
      "\u0000",
      "\ufeff{}",
      "undefined",
      "NaN",
      `${"[".repeat(20_000)}`,
      `${'{"a":'.repeat(8000)}1${"}".repeat(8000)}`,
    ];
    for (const route of routesOf(area)) {
      if (route.method === "GET" || !route.endpoint.body) continue;
      // One request for all: each is refused before it uses up what the request names.
      const request = await valid(route);
      for (const body of bodies) {
        const reply = await send(route, { ...request, body });
        expect([nameOf(route), body.slice(0, 10), reply.status >= 400 && reply.status < 500]).toEqual([
          nameOf(route),
          body.slice(0, 10),
          true,
        ]);
      }
    }
  });

  test.each(areas)("in every query field and path parameter of %s (security.md row 73)", { timeout: 180_000 }, async (area) => {
    const values = [
      "",
      "0",
      "-1",
      "1.5",
      "0e1",
      "1e1",
      "0x1",
      "true",
      "null",
      "undefined",
      "NaN",
      "Infinity",
      "[]",
      "{}",
      "%00",
      "a%00b",
      "%ED%A0%80",
      "%FF",
      "%E2%80%AE",
      "'",
      '"',
      "%25",
      "_",
      "%5C",
      "99999999999999999999",
      "9007199254740993",
      "2147483648",
      "-0",
      "+1",
      "%201",
      "1,2",
      "1,,2",
      ",",
      ";",
      "a".repeat(5000),
    ];
    const failures: unknown[] = [];
    const ask = async (route: RouteInfo, request: Awaited<ReturnType<typeof valid>>, url: string) => {
      const reply = await send(route, { ...request, url });
      if (reply.status >= 500) failures.push([nameOf(route), url.slice(-60), reply.status]);
    };
    for (const route of world.app.server.routeTable.filter(({ path }) => areaOf(path) === area)) {
      // Discarding would delete the course; all other calls with this parameter use the same schema.
      if (isSlow(route) || route.method === "HEAD" || route.path.endsWith("/discard")) continue;
      // One request for all values: what they are put in is refused or not found before its body is used up.
      const request = await valid(route);
      const base = request.url;
      // An export accepts the query of its list.
      const listPath = route.path.replace("/export.csv", "");
      const schema = world.app.server.routeTable.find(({ path, endpoint }) => path === listPath && endpoint?.query)?.endpoint?.query;
      const fields = Object.keys(schema instanceof z.ZodMiniObject ? schema.shape : {});
      const queries = fields.flatMap((field) => [
        ...values.map((value) => `${field}=${value}`),
        `${field}=1&${field}=2`,
        `${field}[]=1`,
        `${field}[x]=1`,
        field,
      ]);
      for (const one of [
        ...queries,
        "__proto__=1",
        "__proto__[x]=1",
        "constructor=1",
        "constructor[prototype][x]=1",
        "toString=1",
        "hasOwnProperty=1",
      ])
        await ask(route, request, `${base.split("?")[0]}?${one}`);
      const parameter = /:[A-Za-z]+/.exec(route.path)?.[0];
      if (parameter)
        for (const value of values.filter((text) => text !== ""))
          await ask(route, request, route.path.replace(parameter, value).replace(/:[A-Za-z]+/, "x"));
    }
    expect(failures).toEqual([]);
  });

  let numbers = 0;
  test.each(areas)("in every number of an address of %s, which is written in decimal digits only", async (area) => {
    const others = (id: string) => [
      `0x${Number(id).toString(16)}`,
      `${id}.0`,
      `${id}e0`,
      `0${id}`,
      `+${id}`,
      `%20${id}`,
      `${id}%20`,
      `${id}_0`,
    ];
    const failures: unknown[] = [];
    for (const route of world.app.server.routeTable.filter(({ path }) => areaOf(path) === area)) {
      if (isSlow(route) || route.method === "HEAD") continue;
      const parameter = /:[A-Za-z]*Id\b/.exec(route.path)?.[0];
      if (parameter === undefined) continue;
      const request = await valid(route);
      const [before = ""] = route.path.split(parameter);
      const id = /\/(\d+)(?:[/?]|$)/.exec(request.url.slice(before.length - 1))?.[1];
      if (id === undefined) continue;
      numbers++;
      for (const other of others(id)) {
        const url = request.url.slice(0, before.length) + request.url.slice(before.length).replace(id, other);
        const { status } = await send(route, { ...request, url });
        if (status !== 400 && status !== 404) failures.push([nameOf(route), other, status]);
      }
    }
    expect(failures).toEqual([]);
  });
  test("in more than 30 of them", () => expect(numbers).toBeGreaterThan(30));

  test.each(areas)("in headers, to %s", async (area) => {
    const headers: Record<string, string>[] = [
      { "idempotency-key": "x".repeat(5000) },
      { "idempotency-key": "a b" },
      { "user-agent": `\u00ff${"<script>".repeat(500)}` },
      { "if-none-match": "*" },
      { "if-none-match": `"${"x".repeat(5000)}"` },
      { "x-request-id": "chosen-by-the-caller" },
      { "accept-language": "x".repeat(5000) },
      { range: "bytes=-9999999999999999" },
      { range: `bytes=${"0-1,".repeat(500)}0-1` },
      { "content-length": "0" },
      { "x-http-method-override": "DELETE" },
      {
        "x-forwarded-host": "b.test",
        "x-forwarded-proto": "https",
        "x-forwarded-for": "10.0.0.1",
        forwarded: "host=b.test",
        "x-original-url": "/rest/account",
        "x-rewrite-url": "/rest/account",
      },
    ];
    for (const route of routesOf(area)) {
      if (isSlow(route) || route.method !== "GET") continue;
      const request = await valid(route);
      const plain = await send(route, request);
      for (const more of headers) {
        const reply = await send(route, { ...request, headers: more });
        expect([nameOf(route), Object.keys(more)[0], reply.status < 500]).toEqual([nameOf(route), Object.keys(more)[0], true]);
        expect(reply.headers["x-request-id"]).not.toBe("chosen-by-the-caller");
        if ("forwarded" in more && !/session|createdAt|dashboard/i.test(route.path))
          expect([nameOf(route), reply.status]).toEqual([nameOf(route), plain.status]);
      }
    }
  });
});
