import { createHash, timingSafeEqual } from "node:crypto";
import { sql } from "kysely";
import type { FastifyInstance } from "fastify";
import { clockProblem } from "../database/clock-check.ts";
import { database } from "../database/db.ts";
import { replicaStatus } from "../database/replica.ts";
import { ApiError } from "../kernel/errors.ts";
import { sendError, sendNotFound } from "./error-responses.ts";

interface HealthOptions {
  readonly isStopping: () => boolean;
  /** The bearer token for the metrics; without it, nobody can read them. */
  readonly metricsToken: string | undefined;
}

/**
 * `/healthz`: the process runs. `/readyz`: the database answers and the server is not stopping; it also
 * names a wrong clock, with which the process takes no work.
 * `/metrics`: metrics for Prometheus, which sends `METRICS_TOKEN`.
 */
export async function healthRoutes(
  app: FastifyInstance,
  { isStopping, metricsToken }: HealthOptions,
): Promise<void> {
  app.get("/healthz", async () => ({ status: "ok" }));

  app.get("/readyz", async (_request, reply) => {
    if (isStopping()) return reply.code(503).send({ status: "stopping" });
    try {
      await sql`select 1 from schema_migrations limit 1`.execute(database());
      const replica = replicaStatus();
      const clock = clockProblem();
      return {
        status: "ready",
        ...(replica && { replica: replica.state }),
        ...(clock && { clock }),
      };
    } catch {
      // A load balancer needs no reason.
      return reply.code(503).header("retry-after", "2").send({ status: "database away" });
    }
  });

  if (metricsToken === undefined) app.get("/metrics", sendNotFound);
  else await metrics(app, metricsToken);
}

async function metrics(app: FastifyInstance, token: string): Promise<void> {
  const { collectDefaultMetrics, Histogram, Registry } = await import("prom-client");
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const seconds = new Histogram({
    name: "rokad_http_request_seconds",
    help: "Time to answer, in seconds",
    labelNames: ["route", "status"],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  app.addHook("onResponse", async (request, reply) => {
    // A stream lasts as long as the page is open, so its duration is not a response time.
    if (request.routeOptions.config.call?.answer === "events") return;
    const route = request.routeOptions.url ?? "unknown";
    seconds.observe({ route, status: reply.statusCode }, reply.elapsedTime / 1000);
  });
  app.get("/metrics", async (request, reply) => {
    if (!isEqual(request.headers.authorization ?? "", `Bearer ${token}`)) {
      reply.header("www-authenticate", "Bearer");
      return sendError(request, reply, needsToken());
    }
    return reply.header("content-type", registry.contentType).send(await registry.metrics());
  });
}

const needsToken = () =>
  new ApiError(401, "NOT_SIGNED_IN", "Send METRICS_TOKEN as the bearer token");

/** Takes the same time wherever the texts differ. */
function isEqual(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => createHash("sha256").update(text).digest());
  return a !== undefined && b !== undefined && timingSafeEqual(a, b);
}
