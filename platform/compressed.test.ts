import fastify from "fastify";
import { brotliDecompressSync, zstdDecompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { compressed } from "./compressed.ts";

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
