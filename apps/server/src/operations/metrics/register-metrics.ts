import type { Registry } from "prom-client";
import { clockProblem } from "../../database/clock-check.ts";
import { database, poolOf } from "../../database/db.ts";
import { replicaStatus } from "../../database/replica.ts";
import { onMeasure } from "../../kernel/measure.ts";
import manifest from "../../../package.json" with { type: "json" };
import { findNewestBackup } from "../backups/newest-backup.ts";
import { ageSeconds } from "./age-seconds.ts";
import { platformMetrics, type PlatformMetric } from "./platform-metrics.ts";
import { processMetrics, type ProcessMetric } from "./process-metrics.ts";
import { samplesReader } from "./read-samples.ts";

type Prometheus = typeof import("prom-client");

export interface MetricsOptions {
  readonly role: string;
  /** When this process last polled payouts; undefined without a worker. */
  readonly polledAt: () => Date | undefined;
  /** The folder with the backups, if this process sees it. */
  readonly backupDir: string | undefined;
}

/**
 * Adds what one process knows of itself and what all know from the database to its metrics.
 * @returns ends the counting of this process.
 */
export function registerMetrics(
  prometheus: Prometheus,
  registry: Registry,
  options: MetricsOptions,
): () => void {
  registerPlatform(prometheus, registry);
  registerProcess(prometheus, registry, options);
  registerPool(prometheus, registry);
  registerBackups(prometheus, registry, options);
  return registerCounts(prometheus, registry);
}

function registerPlatform({ Gauge }: Prometheus, registry: Registry): void {
  const read = samplesReader();
  registry.registerMetric(
    new Gauge({
      ...describe("rokad_platform_metrics_up"),
      async collect() {
        this.set(Number((await read()) !== undefined));
      },
    }),
  );
  for (const name of Object.keys(platformMetrics) as PlatformMetric[]) {
    const { help, labels } = platformMetrics[name];
    registry.registerMetric(
      new Gauge<string>({
        name,
        help,
        labelNames: labels,
        registers: [],
        async collect() {
          const samples = await read();
          // Absent rather than old: a value that stays would say that nothing changed.
          this.reset();
          if (labels.length === 0) this.remove();
          for (const sample of samples ?? [])
            if (sample.name === name) this.set(sample.labels ?? {}, sample.value);
        },
      }),
    );
  }
}

function registerProcess(
  { Gauge }: Prometheus,
  registry: Registry,
  { role, polledAt }: MetricsOptions,
): void {
  const gauge = (name: ProcessMetric, read: () => number | undefined) =>
    registry.registerMetric(
      new Gauge({
        ...describe(name),
        collect() {
          const value = read();
          if (value === undefined) this.remove();
          else this.set(value);
        },
      }),
    );
  const build = new Gauge(describe("rokad_build_info"));
  build.set({ version: manifest.version, role }, 1);
  registry.registerMetric(build);
  gauge("rokad_clock_right", () => Number(clockProblem() === undefined));
  gauge("rokad_worker_poll_age_seconds", () => {
    const at = polledAt();
    return at && ageSeconds(at);
  });
  gauge("rokad_replica_usable", () => {
    const replica = replicaStatus();
    return replica ? Number(replica.state === "current") : undefined;
  });
  gauge("rokad_replica_lag_seconds", () => replicaStatus()?.behind_seconds ?? undefined);
}

function registerPool({ Gauge }: Prometheus, registry: Registry): void {
  registry.registerMetric(
    new Gauge({
      ...describe("rokad_database_pool_connections"),
      collect() {
        const { totalCount, idleCount } = poolOf(database());
        this.set({ state: "idle" }, idleCount);
        this.set({ state: "busy" }, totalCount - idleCount);
      },
    }),
  );
  registry.registerMetric(
    new Gauge({
      ...describe("rokad_database_pool_connections_max"),
      collect() {
        this.set(poolOf(database()).options.max);
      },
    }),
  );
  registry.registerMetric(
    new Gauge({
      ...describe("rokad_database_pool_waiting"),
      collect() {
        this.set(poolOf(database()).waitingCount);
      },
    }),
  );
}

function registerBackups(
  { Gauge }: Prometheus,
  registry: Registry,
  { backupDir }: MetricsOptions,
): void {
  registry.registerMetric(
    new Gauge({
      ...describe("rokad_backup_age_seconds"),
      async collect() {
        if (backupDir === undefined) return this.remove();
        // A folder that can't be read holds no backup that anyone could restore.
        const newest = await findNewestBackup(backupDir).catch(() => undefined);
        this.set(newest ? ageSeconds(newest.at) : Infinity);
      },
    }),
  );
}

function registerCounts({ Counter, Histogram }: Prometheus, registry: Registry): () => void {
  const groups = new Histogram({
    ...describe("rokad_group_commit_size"),
    buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256],
  });
  const calls = new Counter(describe("rokad_provider_calls_total"));
  const callSeconds = new Histogram({
    ...describe("rokad_provider_call_seconds"),
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  });
  const attempts = new Counter(describe("rokad_webhook_attempts_total"));
  for (const metric of [groups, calls, callSeconds, attempts]) registry.registerMetric(metric);
  return onMeasure((measurement) => {
    if (measurement.kind === "group_commit")
      groups.observe({ group: measurement.name }, measurement.size);
    else if (measurement.kind === "webhook_attempt") attempts.inc({ result: measurement.result });
    else {
      const { provider, outcome, seconds } = measurement;
      calls.inc({ provider, outcome });
      callSeconds.observe({ provider }, seconds);
    }
  });
}

/** Each metric is registered where it is created. */
function describe(name: ProcessMetric) {
  const { help, labels } = processMetrics[name];
  return { name, help, labelNames: [...labels] as string[], registers: [] };
}
