import { sql } from "kysely";
import type { FastifyInstance } from "fastify";
import { clockProblem } from "../database/clock-check.ts";
import { database } from "../database/db.ts";
import { replicaStatus } from "../database/replica.ts";
import { sendNotFound } from "./error-responses.ts";
import { metricsRoute, type MetricsSetup } from "./metrics.ts";

export interface HealthOptions {
  readonly isStopping: () => boolean;
  /** Why the process does no work although it runs and its database answers. */
  readonly findProblem?: () => string | undefined;
  /** Without it, nobody can read the metrics. */
  readonly metrics: MetricsSetup | undefined;
}

/**
 * `/healthz`: the process runs. `/readyz`: the database answers and the server is not stopping; it also
 * names a wrong clock, with which the process takes no work.
 * `/metrics`: metrics for Prometheus, which sends `METRICS_TOKEN`.
 */
export async function healthRoutes(
  app: FastifyInstance,
  { isStopping, findProblem, metrics }: HealthOptions,
): Promise<void> {
  app.get("/healthz", async () => ({ status: "ok" }));

  app.get("/readyz", async (_request, reply) => {
    if (isStopping()) return reply.code(503).send({ status: "stopping" });
    const problem = findProblem?.();
    if (problem !== undefined) return reply.code(503).send({ status: problem });
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

  if (metrics === undefined) app.get("/metrics", sendNotFound);
  else await metricsRoute(app, metrics);
}
