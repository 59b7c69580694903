import { providerIds } from "@rokad/contract/tenants";
import { sql } from "kysely";
import { now } from "../clock.ts";
import { database } from "../db.ts";
import type { ProviderId } from "./provider.ts";
import { adapterOf } from "./rails.ts";
import { withoutSecrets } from "./without-secrets.ts";

/** Longer than any adapter's own time limit; one that hangs all the same is not reachable. */
const patienceMs = 15_000;

/** Looks whether every provider answers and what it says that we have with it, and keeps that. */
export async function probeProviders(): Promise<void> {
  await Promise.all(providerIds.map(probeProvider));
}

/** The same for one rail, at once. */
export async function probeProvider(id: ProviderId): Promise<void> {
  const began = performance.now();
  const found = await within(look(id)).catch((error: unknown) => ({
    error: error instanceof Error ? withoutSecrets(error.message) : "It gave no answer",
    balancePaise: null,
  }));
  await sql`
    update provider_health set probed_at = ${now()},
      probe_ms = ${Math.round(performance.now() - began)}, probe_error = ${found.error},
      balance_paise = ${found.balancePaise}
    where provider = ${id} and (probed_at is null or probed_at <= ${now()})
  `.execute(database());
}

async function look(id: ProviderId) {
  const adapter = adapterOf(id);
  await adapter.probe();
  return { error: null, balancePaise: (await adapter.balance?.()) ?? null };
}

async function within<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("It gave no answer in time")), patienceMs);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
