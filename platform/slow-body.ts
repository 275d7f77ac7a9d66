import { Socket } from "node:net";
import type { FastifyRequest } from "fastify";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The body may take as long as it keeps coming: uploads. */
    longBody?: boolean;
  }
}

/**
 * An onRequest hook that ends requests with a slow body. The body must be complete after `ms`; on routes for long bodies (uploads) some of it
 * must arrive in every period of `ms`. Node's requestTimeout has one limit for all routes and would end long uploads.
 */
export function endSlowBodies(ms: number) {
  return async (request: FastifyRequest): Promise<void> => {
    const { raw } = request;
    // An injected request of a test has no connection that could be ended.
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
