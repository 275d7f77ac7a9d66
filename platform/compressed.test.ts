import fastify from "fastify";
import { brotliDecompressSync, zstdDecompressSync } from "node:zlib";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { compressed, noteShared } from "./compressed.ts";
import { prepared, preparedForMany, preparedSerializer } from "./prepared.ts";

test("a large answer is compressed for who understands it, and nothing else is", async () => {
  const app = fastify();
  const large = { parts: Array.from({ length: 200 }, (_, at) => ({ title: `Part ${at}`, isVisible: true })) };
  app.get("/large", { onSend: compressed }, async () => large);
  app.get("/small", { onSend: compressed }, async () => ({ parts: [] }));
  const ask = (url: string, encoding?: string) =>
    app.inject({ url, headers: encoding === undefined ? {} : { "accept-encoding": encoding } });

  for (const [asked, name, decompress] of [
    ["gzip, deflate, br", "br", brotliDecompressSync],
    ["gzip, deflate, br, zstd", "zstd", zstdDecompressSync],
  ] as const) {
    const answer = await ask("/large", asked);
    expect(answer.headers).toMatchObject({ "content-encoding": name, vary: "accept-encoding" });
    expect(JSON.parse(decompress(answer.rawPayload).toString())).toEqual(large);
    expect(answer.headers["content-length"]).toBe(String(answer.rawPayload.length));
    expect(answer.rawPayload.length).toBeLessThan(JSON.stringify(large).length / 5);
  }
  for (const other of [await ask("/large"), await ask("/large", "gzip"), await ask("/small", "br")])
    expect(other.headers).not.toHaveProperty("content-encoding");
  expect((await ask("/large", "gzip")).json()).toEqual(large);
  await app.close();
});

const decompressors = [
  ["br", brotliDecompressSync],
  ["zstd", zstdDecompressSync],
] as const;

test.each(decompressors)(
  "%s: a beginning that many answers share is compressed once, and each has its own end",
  async (asked, decompress) => {
    const Part = z.object({ pages: z.array(z.object({ title: z.string() })) });
    const Reply = z.object({ part: Part, note: z.optional(z.string()) });
    const pages = Array.from({ length: 400 }, (_, at) => ({ title: `Seite ${at}: „Übung“ 🙂 ${(at * 7919) % 1000}` }));
    const [shared, own] = [preparedForMany(Part, { pages }), prepared(Part, { pages })];
    const replies: Record<string, { part: typeof shared; note?: string }> = {
      none: { part: shared },
      short: { part: shared, note: 'a "note" 🙂' },
      other: { part: shared, note: "b".repeat(3_000) },
      // What cannot be compressed with its beginning is compressed as a whole.
      long: { part: shared, note: "c".repeat(20_000) },
      own: { part: own, note: "d" },
      small: { part: preparedForMany(Part, { pages: [] }) },
    };
    const app = fastify();
    const route = {
      schema: { response: { 200: Reply } },
      serializerCompiler: preparedSerializer(Reply, "part"),
      preSerialization: noteShared("part"),
      onSend: compressed,
    };
    app.get<{ Params: { name: string } }>("/:name", route, async ({ params }) => replies[params.name]);
    const ask = (name: string, encoding = asked as string) => app.inject({ url: `/${name}`, headers: { "accept-encoding": encoding } });
    const sizes: Record<string, number> = {};
    for (let round = 0; round < 2; round++)
      for (const [name, reply] of Object.entries(replies)) {
        const expected: unknown = JSON.parse(JSON.stringify(reply));
        const answer = await ask(name);
        const isSmall = name === "small";
        expect(answer.headers["content-encoding"], name).toBe(isSmall ? undefined : asked);
        expect(answer.headers["content-length"]).toBe(String(answer.rawPayload.length));
        expect(JSON.parse((isSmall ? answer.rawPayload : decompress(answer.rawPayload)).toString()), name).toEqual(expected);
        expect((await ask(name, "gzip")).json(), name).toEqual(expected);
        sizes[name] = answer.rawPayload.length;
      }
    expect(Number(sizes["none"])).toBeLessThan(JSON.stringify({ pages }).length / 5);
    expect(Number(sizes["other"])).toBeGreaterThan(3_000);
    expect(Number(sizes["long"])).toBeLessThan(10_000);
    await app.close();
  },
);
