import { Socket } from "node:net";
import type { FastifyRequest } from "fastify";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The body may take any time as long as data keeps arriving: uploads. */
    longBody?: boolean;
  }
}

/**
 * An onRequest hook that aborts requests whose body arrives too slowly. The body must be complete after `ms`; on routes with `longBody` (uploads)
 * some data must arrive in every period of `ms`. Node's requestTimeout has one limit for all routes and would abort long uploads.
 */
export function endSlowBodies(ms: number) {
  return async (request: FastifyRequest): Promise<void> => {
    const { raw } = request;
    // A request that a test injects has no connection to close.
    if (!(raw.socket instanceof Socket)) return;
    if (raw.headers["content-length"] === undefined && raw.headers["transfer-encoding"] === undefined) return;
    const isLong = request.routeOptions.config.longBody === true;
    let seen = raw.socket.bytesRead;
    const clock = setInterval(() => {
      const came = raw.socket.bytesRead;
      if (isLong && came > seen) seen = came;
      else raw.socket.destroy();
    }, ms);
    clock.unref();
    const stop = () => clearInterval(clock);
    raw.once("end", stop).once("close", stop);
  };
}
