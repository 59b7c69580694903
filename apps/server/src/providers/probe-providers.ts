import { providerIds } from "@rokad/contract/tenants";
import { now, secondsFromNow } from "../clock.ts";
import { database, transaction } from "../db.ts";
import { announce } from "../live/announce.ts";
import { tellSuperAdmins } from "../notifications/tell-super-admins.ts";
import { superAdminIds } from "../sign-in/super-admins.ts";
import { readSettings } from "../platform/settings.ts";
import type { ProviderId } from "./provider.ts";
import { adapterOf } from "./rails.ts";
import { withoutSecrets } from "./without-secrets.ts";

/** Longer than any adapter's own time limit; one that hangs all the same is not reachable. */
const patienceMs = 15_000;

/** Less than the time between two probes: one that another worker has made is not made again. */
const freshSeconds = 20;

/** Looks whether every provider answers and what it says that we have with it, and keeps that. */
export async function probeProviders(): Promise<void> {
  const fresh = await database()
    .selectFrom("provider_health")
    .select("provider")
    .where("probed_at", ">", secondsFromNow(-freshSeconds))
    .execute();
  const due = providerIds.filter((id) => !fresh.some(({ provider }) => provider === id));
  await Promise.all(due.map((id) => probeProvider(id)));
}

/** The same for one rail, at once. Super admins are told when it has stopped to answer. */
export async function probeProvider(id: ProviderId) {
  const began = performance.now();
  const found = await within(look(id)).catch((error: unknown) => ({
    error: error instanceof Error ? withoutSecrets(error.message) : "It gave no answer",
    balancePaise: null,
    answeredAt: performance.now(),
  }));
  const tookMs = Math.round(found.answeredAt - began);
  await transaction(async (db) => {
    const before = await db
      .selectFrom("provider_health")
      .select("probe_error")
      .where("provider", "=", id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    await db
      .updateTable("provider_health")
      .set({ probed_at: now(), probe_ms: tookMs, probe_error: found.error })
      // What it said last stays, with no answer to take its place.
      .$if(found.error === null, (query) => query.set({ balance_paise: found.balancePaise }))
      .where("provider", "=", id)
      .execute();
    if ((before.probe_error === null) === (found.error === null)) return;
    await announce(db, await superAdminIds(db), ["gateway"]);
    if (found.error === null) return;
    await tellSuperAdmins(db, {
      kind: "provider_failing",
      subjectId: null,
      detail: `The ${id} provider does not answer: ${found.error}`,
    });
  });
  return { took_ms: tookMs, error: found.error };
}

async function look(id: ProviderId) {
  const settings = await readSettings();
  const adapter = adapterOf(id, settings[`${id}_provider`]);
  await adapter.probe();
  const answeredAt = performance.now();
  return { error: null, answeredAt, balancePaise: (await adapter.balance?.()) ?? null };
}

async function within<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("It gave no answer in time")), patienceMs);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
