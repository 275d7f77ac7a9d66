import type { PortalKey } from "#app/test/app.ts";
import type { RouteInfo } from "#platform/serve.ts";
import type { Expectation } from "./expectations.ts";
import { actors, portalKeys, type World } from "./world.ts";

/** A route's name in the table and in the expectations. */
export const nameOf = ({ method, path }: Pick<RouteInfo, "method" | "path">) => `${method} ${path}`;

/**
 * Sends every combination of route, actor and portal, and returns what is wrong, a line each; empty when all is well. Wrong is: a route without a row, a
 * row without a route, another rule than declared, another answer than declared, and any 5xx.
 */
export async function checkMatrix(
  routes: readonly RouteInfo[],
  rows: Readonly<Record<string, Expectation>>,
  world: World,
): Promise<string[]> {
  const problems: string[] = [];
  const names = new Set(routes.map(nameOf));
  for (const name of Object.keys(rows)) if (!names.has(name)) problems.push(`${name}: a row without a route`);
  for (const route of routes) {
    const name = nameOf(route);
    const row = rows[name];
    if (!row) {
      problems.push(`${name}: a route without a row`);
      continue;
    }
    if (row.rule !== route.rule) problems.push(`${name}: the rule is "${route.rule}", expected "${row.rule}"`);
    const found = await Promise.all(portalKeys.flatMap((key) => actors.map((actor) => checkOne(route, row, world, actor, key))));
    problems.push(...found.flat());
  }
  return problems;
}

async function checkOne(
  route: RouteInfo,
  row: Expectation,
  world: World,
  actor: (typeof actors)[number],
  key: PortalKey,
): Promise<string[]> {
  const name = nameOf(route);
  const request = { method: route.method, url: route.path, ...(await row.request?.(world, actor, key)) };
  const { status, body } = await world.send(actor, key, request);
  const says = `${name} as ${actor} on ${key}: ${status}`;
  if (status >= 500) return [`${says}, a failure of the server. ${body.slice(0, 120)}`];
  const passes = row.passes === "everyone" || row.passes.includes(actor);
  if (!passes) {
    const isOutside = !(["student", "author", "manager", "admin", "system"] as string[]).includes(actor);
    const refusal = isOutside ? 401 : 403;
    return status === refusal ? [] : [`${says}, expected the refusal ${refusal}`];
  }
  const expected = typeof row.answers === "number" ? row.answers : row.answers(actor);
  if (status !== expected) return [`${says}, expected ${expected}. ${body.slice(0, 160)}`];
  if (route.method !== "GET" || !route.endpoint) return [];
  const head = await world.send(actor, key, { ...request, method: "HEAD" });
  return head.status === status && head.body === "" ? [] : [`HEAD ${says}, but HEAD gives ${head.status}`];
}
