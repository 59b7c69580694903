/** What a process knows of itself. Times in seconds. */
export const processMetrics = {
  rokad_platform_metrics_up: {
    help: "1 if the metrics of the platform could be read from the database",
    labels: [],
  },
  rokad_build_info: {
    help: "1, with the version and the role of this process",
    labels: ["version", "role"],
  },
  rokad_clock_right: { help: "1 while the clock agrees with the database's", labels: [] },
  rokad_worker_poll_age_seconds: {
    help: "Time since this process last polled payouts",
    labels: [],
  },
  rokad_replica_usable: { help: "1 while histories are read from the replica", labels: [] },
  rokad_replica_lag_seconds: {
    help: "How far the replica is behind; absent while it is away",
    labels: [],
  },
  rokad_backup_age_seconds: {
    help: "Age of the newest backup in BACKUP_DIR; +Inf without one, absent without BACKUP_DIR",
    labels: [],
  },
  rokad_database_pool_connections: { help: "Connections of the pool", labels: ["state"] },
  rokad_database_pool_connections_max: { help: "The most connections of the pool", labels: [] },
  rokad_database_pool_waiting: { help: "Queries that wait for a connection", labels: [] },
  rokad_group_commit_size: { help: "Requests that shared one commit or query", labels: ["group"] },
  rokad_provider_calls_total: {
    help: "Calls of a provider: answered, unclear, or broken",
    labels: ["provider", "outcome"],
  },
  rokad_provider_call_seconds: { help: "Time of a provider's answers", labels: ["provider"] },
  rokad_webhook_attempts_total: {
    help: "Webhooks sent to businesses, by result",
    labels: ["result"],
  },
  rokad_http_request_seconds: { help: "Time to answer requests", labels: ["route", "status"] },
  // Of prom-client, for every Node process.
  nodejs_eventloop_lag_p99_seconds: { help: "Lag of the event loop", labels: [] },
  process_resident_memory_bytes: { help: "Memory of the process", labels: [] },
} as const satisfies Record<string, { help: string; labels: readonly string[] }>;

export type ProcessMetric = keyof typeof processMetrics;
