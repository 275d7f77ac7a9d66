import { cpuMs } from "./cpu-time.ts";
import type { ServerProcess } from "#app/test/server.ts";

/** What opening one view cost on the wire. */
export interface ViewCost {
  readonly bytes: number;
  readonly requests: number;
  readonly queries: number;
}

export interface Workload {
  readonly id: string;
  readonly name: string;
  /** "ours at most" of the benchmark table, in CPU milliseconds per view; undefined when measured for comparison only. */
  readonly atMost?: number;
  /** Opens the view once as virtual user `user`. Throws when an answer is wrong. */
  readonly view: (user: number) => Promise<ViewCost>;
}

export interface Sample extends ViewCost {
  readonly views: number;
  readonly perSecond: number;
  /** CPU milliseconds per view of all server processes, the database included. */
  readonly cpuMs: number;
  /** The part of it that PostgreSQL used. */
  readonly databaseMs: number;
  /** Duration of each view in milliseconds, as the client saw it. */
  readonly latencies: readonly number[];
}

/** The samples of workloads by id and number of users. */
export type Results = ReadonlyMap<string, ReadonlyMap<number, Sample[]>>;

/** Runs a workload for `seconds` with `concurrency` virtual users; each starts its next view when the last is complete. */
export async function measure(server: ServerProcess, { view }: Workload, concurrency: number, seconds: number): Promise<Sample> {
  const latencies: number[] = [];
  const sum = { bytes: 0, requests: 0, queries: 0 };
  const [node, database] = [server.pid(), server.postmaster()];
  const [cpuBefore, databaseBefore] = [cpuMs([node, database]), cpuMs([database])];
  const began = performance.now();
  const until = began + seconds * 1000;
  const oneUser = async (user: number) => {
    while (performance.now() < until) {
      const start = performance.now();
      const cost = await view(user);
      latencies.push(performance.now() - start);
      sum.bytes += cost.bytes;
      sum.requests += cost.requests;
      sum.queries += cost.queries;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, (_, user) => oneUser(user)));
  const wall = performance.now() - began;
  const [used, usedByDatabase] = [cpuMs([node, database]) - cpuBefore, cpuMs([database]) - databaseBefore];
  const views = latencies.length;
  return {
    views,
    perSecond: views / (wall / 1000),
    cpuMs: used / views,
    databaseMs: usedByDatabase / views,
    latencies,
    bytes: sum.bytes / views,
    requests: sum.requests / views,
    queries: sum.queries / views,
  };
}
