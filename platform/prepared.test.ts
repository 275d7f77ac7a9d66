import fastify from "fastify";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { prepared, preparedJson, preparedSerializer, unprepared } from "./prepared.ts";

const Part = z.object({ title: z.string(), pages: z.array(z.object({ id: z.int() })) });
const Reply = z.object({ number: z.int(), part: Part, note: z.optional(z.string()) });

test("a prepared part is stripped once, and the reply around it each time", async () => {
  const app = fastify();
  const part = prepared(Part, { title: 'A "part"', pages: [{ id: 1, secret: 2 } as { id: number }] });
  let reply: unknown = { number: 1, part, hidden: true };
  app.get("/", { schema: { response: { 200: Reply } }, serializerCompiler: preparedSerializer(Reply, "part") }, async () => reply);
  const answer = async () => (await app.inject({ url: "/" })).json() as unknown;
  expect(await answer()).toEqual({ number: 1, part: { title: 'A "part"', pages: [{ id: 1 }] } });
  reply = { number: 2, part, note: "" };
  expect(await answer()).toEqual({ number: 2, part: { title: 'A "part"', pages: [{ id: 1 }] }, note: "" });
  reply = { number: 3, part: { title: "", pages: [] } };
  expect(await answer()).toMatchObject({ statusCode: 500 });
  expect(() => prepared(Part, { title: 1 } as never)).toThrow();
  await app.close();
});

test("JSON of the database is spliced as it is, and has its value wherever it is not spliced", async () => {
  const part = preparedJson<z.infer<typeof Part>>('{"title": "A",  "pages": []}');
  const serialize = preparedSerializer(Reply, "part")({ schema: Reply, method: "GET", url: "/" });
  expect(serialize({ number: 1, part })).toBe('{"part":{"title": "A",  "pages": []},"number":1}');
  expect(unprepared(part)).toEqual({ title: "A", pages: [] });
  expect(JSON.stringify({ part })).toBe('{"part":{"title":"A","pages":[]}}');
  expect(unprepared({ title: "B", pages: [] })).toEqual({ title: "B", pages: [] });
});
