import { createServer } from "node:net";
import type { FastifyInstance } from "fastify";
import { StartError } from "./lifecycle-error.ts";

function listenError(error: unknown, port: number, host: string): Error {
  const { code } = error as NodeJS.ErrnoException;
  if (code === "EADDRINUSE")
    return new StartError(`Port ${port} is already in use. Stop the program that uses it, or set PORT to another one.`);
  if (code === "EACCES") return new StartError(`This user may not use port ${port}. Set PORT to a number above 1023.`);
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND" || code === "EAFNOSUPPORT")
    return new StartError(`HOST is ${host}, which is not an address of this machine.`);
  return error as Error;
}

/** Throws the StartError that listening would throw, without keeping the port. */
export async function freePort(port: number, host: string): Promise<void> {
  const probe = createServer();
  await new Promise<void>((done, fail) => {
    probe.once("error", (error) => fail(listenError(error, port, host)));
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => done()));
  });
}

/** Listens. Throws a StartError with one sentence for a port in use or an address that is not this machine's. */
export async function listen(app: FastifyInstance, port: number, host: string): Promise<void> {
  try {
    await app.listen({ port, host, listenTextResolver: () => "Listening." });
  } catch (error) {
    throw listenError(error, port, host);
  }
}

/** Stops accepting connections, lets running requests finish for at most `seconds`, then closes what is left. */
export async function stopServing(app: FastifyInstance, seconds: number): Promise<void> {
  const deadline = Date.now() + seconds * 1000;
  // Without this, a connection whose last request was just answered would be kept alive for a next one.
  const sweep = setInterval(() => {
    app.server.closeIdleConnections();
    if (Date.now() < deadline) return;
    app.log.warn(`Requests were still in flight after ${seconds} seconds; cutting them off.`);
    app.server.closeAllConnections();
  }, 100);
  await app.close().finally(() => clearInterval(sweep));
}
