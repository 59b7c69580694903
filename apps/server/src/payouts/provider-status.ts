import { providerIds } from "@rokad/contract/tenants";
import { sql } from "kysely";
import { secondsFromNow } from "../kernel/clock.ts";
import { database } from "../database/db.ts";
import { readSettings, type Settings } from "../identity/settings/settings.ts";
import type { ProviderId } from "../providers/provider.ts";
import { providerFiguresOf, type ProviderMinutes } from "../providers/provider-figures.ts";
import { probeSecondsMax, openReason, windowMinutes } from "../providers/circuit-breaker.ts";
import { adapterOf } from "../providers/configured-providers.ts";

export interface ProviderStatus {
  readonly isPaused: boolean;
  /** No adapter with credentials: it can neither receive payouts nor report their status. */
  readonly isUnconfigured: boolean;
  /** Why its circuit breaker is open, so that new payouts avoid it; undefined while closed. */
  readonly openReason: string | undefined;
}

export type ProviderStatuses = Readonly<Record<ProviderId, ProviderStatus>>;

const cacheMs = 1_000;
let cache: { readonly at: number; readonly statuses: Promise<ProviderStatuses> } | undefined;

/**
 * Each provider's status, at most one second old: good enough to choose one. A paused provider
 * still receives nothing, because `leasePayouts` checks the pause under a lock.
 */
export function providerStatuses(): Promise<ProviderStatuses> {
  if (!cache || performance.now() - cache.at > cacheMs) {
    const statuses = readStatuses();
    cache = { at: performance.now(), statuses };
    // A failed read is not cached.
    statuses.catch(clearProviderStatuses);
  }
  return cache.statuses;
}

/** Clears the cache after this process pauses or resumes a provider; other servers' caches expire. */
export function clearProviderStatuses(): void {
  cache = undefined;
}

/** Whether a new payout can use the provider now. */
export function isAvailable({ isPaused, openReason: reason }: ProviderStatus): boolean {
  return !isPaused && reason === undefined;
}

interface Row {
  readonly id: ProviderId;
  readonly is_paused: boolean;
  readonly probe_error: string | null;
}

async function readStatuses(): Promise<ProviderStatuses> {
  const [settings, { rows }, { rows: minutes }] = await Promise.all([
    readSettings(),
    sql<Row>`
      select id, paused_at is not null as is_paused,
        case when probed_at > ${secondsFromNow(-probeSecondsMax)} then probe_error end as probe_error
      from providers join provider_health on provider = id
    `.execute(database()),
    sql<ProviderMinutes & { provider: ProviderId }>`
      select * from provider_minutes where minute > ${secondsFromNow(-windowMinutes * 60)}
    `.execute(database()),
  ]);
  const statusOf = async (id: ProviderId): Promise<ProviderStatus> => {
    const row = rows.find((provider) => provider.id === id);
    const missing = await missingSettingsOf(id, settings);
    const figures = providerFiguresOf(minutes.filter(({ provider }) => provider === id));
    return {
      isPaused: row?.is_paused ?? false,
      isUnconfigured: missing.length > 0,
      openReason: openReason({
        missing,
        probeError: row?.probe_error ?? null,
        answered: figures.answered_count,
        unanswered: figures.unclear_count + figures.broken_count,
        medianMs: figures.median_ms,
      }),
    };
  };
  const [primary, alternative] = await Promise.all(providerIds.map(statusOf));
  if (!primary || !alternative) throw new Error("Expected two providers");
  return { primary, alternative };
}

/** Settings that the provider's adapter lacks; its own setting when it names no known adapter. */
async function missingSettingsOf(id: ProviderId, settings: Settings): Promise<readonly string[]> {
  const setting = `${id}_provider` as const;
  try {
    return await adapterOf(id, settings[setting]).missingSettings();
  } catch {
    return [setting];
  }
}
