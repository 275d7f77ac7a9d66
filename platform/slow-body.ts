import type { FastifyRequest } from "fastify";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The body may take as long as it keeps coming: uploads. */
    longBody?: boolean;
  }
}

/**
 * An onRequest hook that ends requests whose body arrives drop by drop: it has to be there after `ms`, and on routes for long bodies some
 * of it has to come in every span of `ms`. Node's own requestTimeout knows one time for every route and would end each long upload.
 */
export function endSlowBodies(ms: number) {
  return async (request: FastifyRequest): Promise<void> => {
    const { raw } = request;
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
