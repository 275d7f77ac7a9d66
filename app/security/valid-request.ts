import type { Endpoint } from "#platform/contract.ts";
import type { RouteInfo } from "#platform/serve.ts";
import { nameOf } from "./check-matrix.ts";
import { expectations } from "./expectations.ts";
import type { ActorName, Sent, World } from "./world.ts";

/** Routes with a contract, which take JSON. */
export const contractRoutes = (world: World) =>
  world.app.server.routeTable.filter((route) => route.endpoint !== null) as (RouteInfo & { endpoint: Endpoint })[];

/** Who makes the valid request of a route: portal A's author, who passes nearly every rule, or the first who passes where an author does not. */
export function askerOf(route: RouteInfo): ActorName {
  const passes = expectations[nameOf(route)]?.passes ?? "everyone";
  return passes === "everyone" || passes.includes("author") ? "author" : (passes[0] ?? "author");
}

/** The valid request of that actor in portal A. */
export const validRequest = async (world: World, route: RouteInfo): Promise<Sent> => ({
  method: route.method,
  url: route.path,
  ...(await expectations[nameOf(route)]?.request?.(world, askerOf(route), "a")),
});

/**
 * Sign-in, second factors, password change, links to a new password and set-up, each of which costs a password hash or ends the session; they have tests of their
 * own.
 */
export const isSlow = ({ path }: RouteInfo) =>
  /\/rest\/auth\/(?:login|changePassword|forgot|reset|setup|mfa|factors|passkey|email$)/.test(path);

/** Whether a value is a JSON object, neither null nor an array. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
