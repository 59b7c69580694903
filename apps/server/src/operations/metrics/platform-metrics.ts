/**
 * What the metrics read from the database: the same from every process. Amounts are in paise, times
 * in seconds. The alerts in `ops/prometheus` use these names.
 */
export const platformMetrics = {
  rokad_payouts_open: {
    help: "Payouts without an outcome",
    labels: ["provider", "state"],
  },
  rokad_payouts_oldest_seconds: {
    help: "Age of the oldest open payout",
    labels: ["provider", "state"],
  },
  rokad_payouts_unknown_oldest_seconds: {
    help: "How long the oldest unknown outcome has been unknown",
    labels: ["provider"],
  },
  rokad_payouts_oldest_due_seconds: {
    help: "How long the oldest due payout has waited for a worker",
    labels: ["provider", "status"],
  },
  rokad_lease_oldest_seconds: {
    help: "Age of the oldest lease whose work has not ended",
    labels: ["queue"],
  },
  rokad_queue_due: { help: "Items of a queue that are due", labels: ["queue"] },
  rokad_queue_later: { help: "Items of a queue that are due later", labels: ["queue"] },
  rokad_queue_oldest_due_seconds: {
    help: "How long the oldest due item of a queue has been due",
    labels: ["queue"],
  },
  rokad_jobs_dead: { help: "Background jobs that failed after all retries", labels: [] },
  rokad_funds_queue_stopped: {
    help: "Payouts that wait although the wallet covers them, because an attempt failed",
    labels: [],
  },
  rokad_provider_paused: { help: "1 while a person has paused the provider", labels: ["provider"] },
  rokad_provider_circuit_open: {
    help: "1 while the circuit breaker keeps new payouts off the provider",
    labels: ["provider"],
  },
  rokad_provider_balance_paise: { help: "Newest reading of the balance", labels: ["adapter"] },
  rokad_provider_balance_age_seconds: {
    help: "Age of the newest reading of the balance; before the first, of the installation",
    labels: ["adapter"],
  },
  rokad_provider_balance_unexplained_paise: {
    help: "What our books do not explain of the newest balance at which no payout moved",
    labels: ["adapter"],
  },
  rokad_provider_balance_low: {
    help: "1 while the balance is below its limit",
    labels: ["adapter"],
  },
  rokad_suspense_credits: { help: "Credits in suspense", labels: [] },
  rokad_suspense_paise: { help: "Amount of the credits in suspense", labels: [] },
  rokad_suspense_oldest_seconds: { help: "Age of the oldest credit in suspense", labels: [] },
  rokad_reconciliation_differences: {
    help: "Open differences between our books and a provider's records",
    labels: ["adapter", "severity"],
  },
  rokad_reconciliation_age_seconds: {
    help: "Time since the last reconciliation that finished",
    labels: ["adapter"],
  },
  rokad_reconciliation_failed: {
    help: "1 if the last reconciliation of one of the last 30 days could not be done",
    labels: ["adapter"],
  },
  rokad_verification_age_seconds: {
    help: "Time since the last complete verification; before the first, since the installation",
    labels: [],
  },
  rokad_verification_faults: { help: "Faults that the last verification found", labels: [] },
  rokad_verification_failed: { help: "1 if the last verification did not finish", labels: [] },
  rokad_restore_drill_age_seconds: {
    help: "Time since the last restore drill that passed; before the first, since the installation",
    labels: [],
  },
  rokad_restore_drill_failed: { help: "1 if the last restore drill did not pass", labels: [] },
  rokad_approvals_waiting: { help: "What waits for a person's decision", labels: ["kind"] },
  rokad_approvals_oldest_seconds: { help: "Age of the oldest of them", labels: ["kind"] },
  rokad_webhook_endpoints: { help: "Webhook endpoints of businesses", labels: ["state"] },
  rokad_provider_webhooks_unusable: {
    help: "Signed webhooks of providers that could not be used",
    labels: [],
  },
  rokad_sms_gateway_failing: {
    help: "1 while an SMS gateway accepts no messages",
    labels: ["gateway"],
  },
  rokad_audit_copy_failures: {
    help: "Failures in a row of a copy of the logs outside",
    labels: ["copy"],
  },
  rokad_processes_alive: { help: "Processes with a recent heartbeat", labels: ["role"] },
  rokad_workers_working: { help: "Workers that polled payouts recently", labels: [] },
  rokad_database_connections: { help: "Connections to PostgreSQL", labels: ["state"] },
  rokad_database_connections_max: { help: "max_connections of PostgreSQL", labels: [] },
  rokad_replication_lag_seconds: {
    help: "How far a standby is behind the primary",
    labels: ["replica"],
  },
  rokad_standby_slot_active: {
    help: "1 while a standby reads from this replication slot",
    labels: ["slot"],
  },
} as const satisfies Record<string, { help: string; labels: readonly string[] }>;

export type PlatformMetric = keyof typeof platformMetrics;

export interface Sample {
  readonly name: PlatformMetric;
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}
