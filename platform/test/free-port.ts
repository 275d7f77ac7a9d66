import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/**
 * A port nobody listens on, below those that the system hands out by itself and out of a thousand of this worker's own: nobody gets it by chance
 * between this look and its use, or while its server is away.
 */
export async function freePort(host: string): Promise<number> {
  const first = 20_000 + (Number(process.env["VITEST_POOL_ID"] ?? 0) % 10) * 1_000;
  for (;;) {
    const port = randomInt(first, first + 1_000);
    const isFree = await new Promise<boolean>((done) => {
      const probe = createServer().once("error", () => done(false));
      probe.listen(port, host, () => probe.close(() => done(true)));
    });
    if (isFree) return port;
  }
}
