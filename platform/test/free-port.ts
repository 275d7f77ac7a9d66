import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/** A port nobody listens on, below those that the system hands out by itself: nobody gets it between this look and its use by chance. */
export async function freePort(host: string): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 30_000);
    const isFree = await new Promise<boolean>((done) => {
      const probe = createServer().once("error", () => done(false));
      probe.listen(port, host, () => probe.close(() => done(true)));
    });
    if (isFree) return port;
  }
}
