import { Validator } from "@seriousme/openapi-schema-validator";
import type { OpenAPIV3_1 } from "openapi-types";
import { afterAll, beforeAll, expect, test } from "vitest";
import { scopeOfCall } from "#features/tokens/server/calls.ts";
import { callsOf, curlOf, findCalls, schemasOf } from "#features/tokens/web/api-calls.ts";
import { startTestApp, type TestApp } from "./test/app.ts";

let app: TestApp;
let text: string;
let document: OpenAPIV3_1.Document;
beforeAll(async () => {
  app = await startTestApp();
  text = (await app.anonymous("a").get("/api/openapi.json")).body;
  document = JSON.parse(text) as OpenAPIV3_1.Document;
});
afterAll(() => app.close());

test("the document is valid OpenAPI 3.1", async () => {
  expect(document.openapi).toMatch(/^3\.1\./);
  const { valid, errors } = await new Validator().validate(JSON.parse(text));
  expect([valid, errors]).toEqual([true, undefined]);
});

test("it has every call with a contract, each once under a name of its own, and who may make it how", () => {
  const calls = callsOf(document);
  const names = calls.map(({ id }) => id);
  expect(new Set(names).size).toBe(names.length);
  const documented = new Map(calls.map((one) => [`${one.method} ${one.path}`, one]));
  for (const { method, path, rule, open, endpoint } of app.server.routeTable.filter((route) => route.endpoint)) {
    const name = `${method} ${path.replace(/:(\w+)/g, "{$1}")}`;
    const found = documented.get(name);
    expect([name, found?.isOpen, found?.scope ?? undefined]).toEqual([name, open, scopeOfCall(method, path)]);
    if (!open) expect([name, found?.permission]).toEqual([name, rule]);
    expect([name, found?.summary]).toEqual([name, endpoint?.summary]);
    const statuses = found?.answers.map(({ status }) => status);
    expect([name, statuses]).toEqual([name, expect.arrayContaining(open ? ["200", "429"] : ["200", "401", "403", "429"])]);
  }
});

test("every reference in it leads somewhere", () => {
  const components = document.components as Record<string, Record<string, unknown>> | undefined;
  const lost = [...text.matchAll(/"\$ref":"([^"]*)"/g)].filter(([, ref = ""]) => {
    const [, kind = "", name = ""] = /^#\/components\/(\w+)\/(\w+)$/.exec(ref) ?? [];
    return components?.[kind]?.[name] === undefined;
  });
  expect(lost.map(([, ref]) => ref)).toEqual([]);
});

test("browsers get it compressed", async () => {
  const { headers, rawPayload } = await app.anonymous("a").get("/api/openapi.json", { "accept-encoding": "br" });
  expect(headers["content-encoding"]).toBe("br");
  expect(rawPayload.length).toBeLessThan(150_000);
});

test("the viewer finds calls by words and scope, and its example is a command that the server takes", async () => {
  const calls = callsOf(document);
  const [enrols] = findCalls(calls, "enrols person", "enrolments:write");
  if (!enrols) throw new Error("Nothing was found.");
  expect([enrols.method, enrols.path]).toEqual(["POST", "/rest/people/{userId}/enrolments"]);
  expect(curlOf(enrols, "https://learn.example.com", schemasOf(document))).toBe(
    `curl -X POST 'https://learn.example.com/rest/people/1/enrolments' \\
  -H "Authorization: Bearer $STOA_TOKEN" \\
  -H 'Content-Type: application/json' \\
  -d '{"courseId":1}'`,
  );
  expect(findCalls(calls, "", "token").every(({ scope }) => scope !== null)).toBe(true);
  expect(findCalls(calls, "no such call at all", "any")).toEqual([]);
});
