import { timingSafeEqual } from "node:crypto";
import { BlockList, isIP } from "node:net";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { anonymous } from "./actor.ts";
import type { Config } from "./config.ts";
import type { DatabaseCheck } from "./db/database-check.ts";

export interface HealthParts {
  readonly config: Pick<Config, "metrics" | "metricsToken" | "productName">;
  readonly version: string;
  readonly draining: () => boolean;
  readonly database: Pick<DatabaseCheck, "ready" | "countJobs">;
}

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");

/** Whether the request comes from this machine itself and not through a proxy on it. */
function isLocal(request: FastifyRequest): boolean {
  if (request.headers["x-forwarded-for"] !== undefined || request.headers.forwarded !== undefined) return false;
  const address = (request.socket.remoteAddress ?? "").replace(/^::ffff:/, "");
  const family = isIP(address);
  return family !== 0 && loopback.check(address, family === 4 ? "ipv4" : "ipv6");
}

function hasToken(request: FastifyRequest, token: string | undefined): boolean {
  if (token === undefined) return false;
  const given = Buffer.from(request.headers.authorization ?? "");
  const wanted = Buffer.from(`Bearer ${token}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

/**
 * Adds the routes for operators and load balancers: `/healthz` (the process lives), `/healthz/readiness` (503 while the database does not answer,
 * is not migrated or has a durability setting switched off, or while the process is stopping), `/version`, and `/metrics` for this machine or with
 * METRICS_TOKEN.
 */
export function registerHealth(app: FastifyInstance, { config, version, draining, database }: HealthParts) {
  const quiet = (summary: string) => ({ logLevel: "warn", schema: { summary, tags: ["operation"] }, config: { rule: anonymous } }) as const;
  for (const path of ["/healthz", "/healthz/readiness", "/version", ...(config.metrics ? ["/metrics"] : [])])
    app.routeTable?.push({ method: "GET", path, rule: anonymous.name, open: true, storesFile: false, endpoint: null });
  app.addHook("onSend", async (request, reply) => {
    if (/^\/(healthz|version|metrics)\b/.test(request.url)) reply.header("cache-control", "no-store");
  });
  app.get("/healthz", quiet("Whether the process lives."), async () => ({ status: "ok" }));
  app.get("/version", quiet("Product, version and Node."), async () => ({ product: config.productName, version, node: process.version }));
  app.get(
    "/healthz/readiness",
    quiet(
      "Whether it serves; 503 while the database does not answer, is not migrated or stopped waiting for its disk, or the process is stopping.",
    ),
    async (request, reply) => {
      if (draining()) return reply.status(503).send({ status: "stopping" });
      try {
        await database.ready();
        return { status: "ready" };
      } catch (error) {
        request.log.warn({ err: error }, "Not ready: the database cannot be used as it is.");
        return reply.status(503).send({ status: "database" });
      }
    },
  );
  if (!config.metrics) return;

  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: "http_request_duration_seconds",
    help: "Time to answer a request, by route.",
    labelNames: ["method", "route", "status"],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  const jobs = new Gauge({
    name: "stoa_jobs",
    help: "Jobs in the queue: waiting, running, retrying after a failure, failed for good.",
    labelNames: ["state"],
    registers: [registry],
    async collect() {
      // When the count fails, the metric is left out: no number is not the same as zero.
      jobs.reset();
      const counts = await database.countJobs().catch(() => ({}));
      for (const [state, count] of Object.entries(counts)) jobs.set({ state }, count);
    },
  });
  app.addHook("onResponse", async (request, reply) => {
    // The route pattern, never the address: addresses are unlimited in number and may name people.
    const labels = { method: request.method, route: request.routeOptions.url ?? "none", status: String(reply.statusCode) };
    duration.observe(labels, reply.elapsedTime / 1000);
  });
  app.get("/metrics", quiet("Metrics as Prometheus text, for this machine or with METRICS_TOKEN."), async (request, reply) => {
    if (!isLocal(request) && !hasToken(request, config.metricsToken))
      return reply
        .status(403)
        .send({ code: "forbidden", message: "Metrics are for this machine, or with the metrics token.", requestId: request.id });
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}
