import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyInstance } from "fastify";
import type { Registry } from "prom-client";
import { ApiError } from "../kernel/errors.ts";
import { sendError } from "./error-responses.ts";

export interface MetricsSetup {
  /** What Prometheus sends as its bearer token. */
  readonly token: string;
  /**
   * Adds the product's metrics to those of the process and its requests.
   * @returns what ends them, when the server closes.
   */
  readonly register: (prometheus: typeof import("prom-client"), registry: Registry) => () => void;
}

/** `/metrics` for Prometheus: this process, its requests, and what `register` adds. */
export async function metricsRoute(
  app: FastifyInstance,
  { token, register }: MetricsSetup,
): Promise<void> {
  const prometheus = await import("prom-client");
  const registry = new prometheus.Registry();
  prometheus.collectDefaultMetrics({ register: registry });
  const end = register(prometheus, registry);
  app.addHook("onClose", async () => end());
  const seconds = new prometheus.Histogram({
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
