import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/**
 * A port that nobody listens on. It is below the range that the system assigns by itself, and from a range of a thousand ports for this worker, so
 * that nobody else takes it before it is used or while its server is down.
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
