import { ConfigError } from "./config-error.ts";

interface LeaseSettings {
  readonly LEASE_SECONDS: number;
  readonly PROVIDER_TIMEOUT_MS: number;
}

/**
 * A lease must outlive three provider calls: two status checks and one transfer. If it expired
 * during a call, a second worker would call the provider for the same payout.
 */
export function assertLeaseOutlivesCalls({
  LEASE_SECONDS,
  PROVIDER_TIMEOUT_MS,
}: LeaseSettings): void {
  const leastSeconds = Math.floor((3 * PROVIDER_TIMEOUT_MS) / 1_000) + 1;
  if (LEASE_SECONDS >= leastSeconds) return;
  throw new ConfigError(
    `Invalid settings:\n  LEASE_SECONDS: must be at least ${leastSeconds}, because a lease must outlive three provider calls of PROVIDER_TIMEOUT_MS each`,
  );
}

interface Shutdown {
  readonly drainSeconds: number;
  readonly atMostSeconds: number;
}

/** The drain is part of the shutdown and must leave time to answer the open requests. */
export function assertDrainFitsShutdown({ drainSeconds, atMostSeconds }: Shutdown): void {
  if (drainSeconds < atMostSeconds) return;
  throw new ConfigError(
    `Invalid settings:\n  SHUTDOWN_DRAIN_SECONDS: must be less than SHUTDOWN_SECONDS, the time for the whole shutdown; it is ${drainSeconds}`,
  );
}

interface Gateways {
  readonly SMS_PROVIDER: string;
  readonly SMS_FALLBACK_PROVIDER?: string | undefined;
}

/** A fallback gateway needs a first gateway that really sends, and must differ from it. */
export function assertFallbackGateway({
  SMS_PROVIDER: first,
  SMS_FALLBACK_PROVIDER: second,
}: Gateways) {
  if (second === undefined || (first !== "sandbox" && first !== second)) return;
  const why =
    first === "sandbox" ? "the sandbox has no fallback gateway" : "must differ from SMS_PROVIDER";
  throw new ConfigError(`Invalid settings:\n  SMS_FALLBACK_PROVIDER: ${why}`);
}

interface LogSettings {
  readonly ACCESS_LOG: boolean;
  readonly LOG_LEVEL: string;
}

/** A higher level would drop the lines of the access log without a word. */
export function assertAccessLogLevel({ ACCESS_LOG, LOG_LEVEL }: LogSettings): void {
  if (!ACCESS_LOG || LOG_LEVEL === "info" || LOG_LEVEL === "debug") return;
  throw new ConfigError("Invalid settings:\n  ACCESS_LOG: needs LOG_LEVEL=info or debug");
}
