import type { FastifyInstance } from "fastify";
import { methodNotAllowed, type AppError } from "./errors.ts";

/** A path of the route table as a pattern of addresses; Fastify minds neither case nor a slash at the end. */
function patternOf(path: string): RegExp {
  const parts = path.replace(/\/$/, "").split("/");
  const pattern = parts.map((part) =>
    part === "*" ? ".*" : part.startsWith(":") ? "[^/]+" : part.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`),
  );
  return new RegExp(`^${pattern.join("/")}/?$`, "i");
}

/**
 * Gives, for an address without a route of the method it was asked with, the 405 with Allow when other methods have one there; undefined when none
 * does. Reads the route table at its first call, so every route must be mounted by then. The routes of the content host stay out of it: they are not
 * there on any other host.
 */
export function wrongMethod(app: FastifyInstance): (method: string, address: string) => AppError | undefined {
  let known: { pattern: RegExp; methods: string[] }[] | undefined;
  return (asked, address) => {
    known ??= app.routeTable
      .filter(({ path }) => !path.startsWith("/c/"))
      .map(({ method, path, endpoint }) => ({
        pattern: patternOf(path),
        methods: method === "GET" && endpoint ? ["GET", "HEAD"] : [method],
      }));
    const path = address.replace(/[?#].*$/s, "");
    const methods = new Set(known.filter(({ pattern }) => pattern.test(path)).flatMap((row) => row.methods));
    // Of this method there is a route, which found nothing.
    if (methods.size === 0 || methods.has(asked)) return undefined;
    return methodNotAllowed([...methods].toSorted());
  };
}
