// W11: a table of people brought in by an admin over HTTP: checked by one job, written by another. New people get no password; they set one when invited.
import { setTimeout as wait } from "node:timers/promises";
import { onDatabase, type ServerProcess } from "#app/test/server.ts";
import { cpuMs, residentMb } from "./cpu-time.ts";
import { signIn } from "./view-workloads.ts";

export interface ImportCost {
  readonly what: "check" | "write";
  readonly perSecond: number;
  /** CPU milliseconds of a row, of all processes of the server, and of its database. */
  readonly cpuMs: number;
  readonly databaseMs: number;
  /** Most memory of the application while it worked, in MB. */
  readonly memoryMb: number;
}

/** Brings in `rows` new people once, and measures its check and its writing. */
export async function importPeople(server: ServerProcess, rows: number): Promise<ImportCost[]> {
  const visitor = await signIn(server, "admin@stoa.example");
  const mark = Date.now().toString(36);
  const post = async (path: string, body: string, headers = {}) => {
    const answer = await visitor.ask({ method: "POST", path, body, headers });
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${answer.body.slice(0, 300)}`);
    return JSON.parse(answer.body) as { id: number; plan: object };
  };
  const lines = Array.from({ length: rows }, (_, nth) => `p${mark}-${nth}@bench.example,Given ${nth},Family ${nth},${mark}-${nth}`);
  const text = `email,given name,family name,external id\n${lines.join("\n")}\n`;
  const { id, plan } = await post("/rest/imports/file?name=bench.csv", text, { "content-type": "application/octet-stream" });
  const jobs = (kind: string) =>
    onDatabase(server, async (client) => {
      const { rows: found } = await client.query<{ state: string; seconds: string }>(
        `select state, extract(epoch from ended_at - started_at) as seconds from jobs where kind = $1 and (input->>'importId')::bigint = $2`,
        [kind, id],
      );
      return found[0];
    });
  const costs: ImportCost[] = [];
  for (const [what, path, body, kind] of [
    ["check", "check", JSON.stringify(plan), "import-check"],
    ["write", "run", JSON.stringify({ people: null }), "import-run"],
  ] as const) {
    const [node, database] = [server.pid(), server.postmaster()];
    const [before, ofDatabase] = [cpuMs([node, database]), cpuMs([database])];
    let memoryMb = 0;
    await post(`/rest/imports/${id}/${path}`, body);
    let job = await jobs(kind);
    for (; job?.state === "queued" || job?.state === "running"; job = await jobs(kind)) {
      memoryMb = Math.max(memoryMb, residentMb(node));
      await wait(100);
    }
    if (job?.state !== "done") throw new Error(`${kind} ended as ${job?.state}.`);
    costs.push({
      what,
      perSecond: rows / Number(job.seconds),
      cpuMs: (cpuMs([node, database]) - before) / rows,
      databaseMs: (cpuMs([database]) - ofDatabase) / rows,
      memoryMb,
    });
  }
  visitor.close();
  return costs;
}
