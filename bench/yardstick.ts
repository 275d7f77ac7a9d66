// The yardstick: a request that finds a session and does one prepared select through the driver, on the same PostgreSQL, with nothing of the product in it.
// Run by itself (`node bench/yardstick.ts`) this file is the server of those requests; otherwise it measures them.
import { spawn } from "node:child_process";
import { createServer } from "node:http";
import * as pg from "pg";
import { cpuMs } from "./cpu-time.ts";
import { onDatabase, type ServerProcess } from "#app/test/server.ts";
import { openVisitor } from "./visitor.ts";

/** CPU milliseconds of one such request on the machine whose limits docs/benchmarks.md gives. */
export const referenceMs = 0.22;
const users = 8;

/** Answers each request with a session and one course, both found by their keys. */
function serve(databaseUrl: string, portalId: string, tokenHash: string, courseId: string) {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 8, options: "-c role=stoa_system" });
  const server = createServer(async (_, reply) => {
    const client = await pool.connect();
    try {
      await client.query("begin");
      const session = await client.query({
        name: "session",
        text: "select user_id, active_role from sessions where portal_id = $1 and token_hash = $2",
        values: [portalId, Buffer.from(tokenHash, "hex")],
      });
      const course = await client.query({
        name: "course",
        text: "select id, title, summary, minutes from courses where portal_id = $1 and id = $2",
        values: [portalId, courseId],
      });
      await client.query("commit");
      reply.setHeader("content-type", "application/json").end(JSON.stringify([session.rows[0], course.rows[0]]));
    } finally {
      client.release();
    }
  });
  server.listen(0, "127.0.0.1", () => process.stdout.write(`${(server.address() as { port: number }).port}\n`));
}

export interface Yardstick {
  /** CPU milliseconds of one request, measured for `seconds` with 8 users. */
  measure(seconds: number): Promise<number>;
  close(): void;
}

/** Starts the yardstick's server beside the product's, on the product's PostgreSQL. */
export async function startYardstick(server: ServerProcess, portalId: number): Promise<Yardstick> {
  const [tokenHash, courseId] = await onDatabase(server, async (client) => {
    const session = await client.query<{ hash: string }>(
      "select encode(token_hash, 'hex') as hash from sessions where portal_id = $1 limit 1",
      [portalId],
    );
    const course = await client.query<{ id: string }>("select min(id) as id from courses where portal_id = $1", [portalId]);
    return [session.rows[0]?.hash ?? "", String(course.rows[0]?.id)];
  });
  const child = spawn(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", import.meta.filename, server.databaseUrl, String(portalId), tokenHash, courseId],
    {
      env: { ...process.env, NODE_ENV: "production" },
      stdio: ["pipe", "pipe", "inherit"],
    },
  );
  const port = await new Promise<string>((known, failed) => {
    child.stdout.once("data", (line: Buffer) => known(line.toString().trim()));
    child.once("exit", (code) => failed(new Error(`The yardstick's server ended with ${code}.`)));
  });
  const visitors = Array.from({ length: users }, () => openVisitor(`http://127.0.0.1:${port}`));
  return {
    async measure(seconds) {
      let count = 0;
      const roots = [child.pid ?? 0, server.postmaster()];
      const before = cpuMs(roots);
      const until = performance.now() + seconds * 1000;
      await Promise.all(
        visitors.map(async (visitor) => {
          while (performance.now() < until) {
            const { status } = await visitor.ask({ method: "GET", path: "/" });
            if (status !== 200) throw new Error(`The yardstick answered ${status}.`);
            count += 1;
          }
        }),
      );
      return (cpuMs(roots) - before) / count;
    },
    close() {
      for (const visitor of visitors) visitor.close();
      child.kill();
    },
  };
}

if (process.argv[1] === import.meta.filename) {
  const [url = "", portalId = "", tokenHash = "", courseId = ""] = process.argv.slice(2);
  serve(url, portalId, tokenHash, courseId);
  // It ends with the bench, however that ends.
  process.stdin.resume().once("end", () => process.exit());
}
