import type { MetricsSetup } from "../../http/metrics.ts";
import { registerMetrics } from "./register-metrics.ts";

interface MetricsConfig {
  readonly metricsToken: string | undefined;
  readonly role: string;
  readonly backupDir: string | undefined;
}

/** The metrics of a process; undefined without `METRICS_TOKEN`. */
export function metricsSetup(
  { metricsToken: token, role, backupDir }: MetricsConfig,
  polledAt: () => Date | undefined,
): MetricsSetup | undefined {
  if (token === undefined) return undefined;
  return {
    token,
    register: (prometheus, registry) =>
      registerMetrics(prometheus, registry, { role, polledAt, backupDir }),
  };
}
