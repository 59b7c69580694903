import { providerIds } from "@rokad/contract/tenants";
import { now, secondsFromNow } from "../../kernel/clock.ts";
import { database, transaction } from "../../database/db.ts";
import { notifySuperAdmins } from "../../identity/notifications/notify-super-admins.ts";
import { readSettings } from "../../identity/settings/settings.ts";
import type { ProviderId } from "../../providers/provider.ts";
import { adapterOf } from "../../providers/configured-providers.ts";
import { redactSecrets } from "../../kernel/redact-secrets.ts";
import { publishToSuperAdmins } from "../../identity/people/publish-to-super-admins.ts";

/** Longer than the time limit of any adapter; a probe that still hangs counts as unreachable. */
const probeTimeoutMs = 15_000;

/** Shorter than the probe interval, so that workers do not repeat each other's probes. */
const freshSeconds = 20;

/**
 * Probes every provider for reachability and balance, and stores the result. Only reachability
 * opens the circuit breaker: sending needs no balance.
 */
export async function probeProviders(): Promise<void> {
  const fresh = await database()
    .selectFrom("provider_health")
    .select("provider")
    .where("probed_at", ">", secondsFromNow(-freshSeconds))
    .execute();
  const due = providerIds.filter((id) => !fresh.some(({ provider }) => provider === id));
  await Promise.all(due.map((id) => probeProvider(id)));
}

/** Probes one provider now. Notifies super admins when it stops answering. */
export async function probeProvider(id: ProviderId) {
  const began = performance.now();
  const settings = await readSettings();
  const setting = settings[`${id}_provider`];
  const probe = await attempt(async () => adapterOf(id, setting).probe());
  const tookMs = Math.round(performance.now() - began);
  const balance =
    probe.error === null
      ? await attempt(async () => adapterOf(id, setting).balance?.())
      : undefined;
  await transaction(async (db) => {
    const before = await db
      .selectFrom("provider_health")
      .select("probe_error")
      .where("provider", "=", id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    await db
      .updateTable("provider_health")
      .set({ probed_at: now(), probe_ms: tookMs, probe_error: probe.error })
      // Without an answer, the last known balance stays.
      .$if(balance !== undefined, (query) => query.set({ balance_problem: balance?.error ?? null }))
      .$if(balance?.error === null, (query) =>
        query.set({ balance_paise: balance?.value ?? null, balance_read_at: now() }),
      )
      .where("provider", "=", id)
      .execute();
    if ((before.probe_error === null) === (probe.error === null)) return;
    await publishToSuperAdmins(db, ["gateway"]);
    if (probe.error === null) return;
    await notifySuperAdmins(db, {
      kind: "provider_failing",
      subjectId: null,
      detail: `The ${id} provider does not answer: ${probe.error}`,
    });
  });
  return { took_ms: tookMs, error: probe.error };
}

/** A call within the time limit: its value, or why there is none. */
export async function attempt<T>(call: () => Promise<T>) {
  try {
    return { error: null, value: await withTimeout(call()) };
  } catch (error) {
    return { error: error instanceof Error ? redactSecrets(error.message) : "No answer" };
  }
}

async function withTimeout<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("No answer in time")), probeTimeoutMs);
  });
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer));
}
