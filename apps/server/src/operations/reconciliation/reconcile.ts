import { database, transaction } from "../../database/db.ts";
import { providerNotConfigured, reconciliationFailed } from "../../kernel/errors.ts";
import type { Job, JobHandler } from "../../worker/jobs/job.ts";
import { type Provider } from "../../providers/provider.ts";
import { OutcomeUnknownError } from "../../kernel/outbound-errors.ts";
import { configuredProviders } from "../../providers/configured-providers.ts";
import { compareDay } from "./compare-day.ts";
import { dayOf } from "./day.ts";
import { finishRun } from "./finish-run.ts";
import { createThrottle } from "../../kernel/throttle.ts";
import { countSentPayouts, countProviderRecords } from "./queries.ts";
import { fetchProviderRecords } from "./fetch-provider-records.ts";
import { takeBalanceSnapshot } from "./balance-snapshot.ts";

/** Providers advise at most 5 to 10 calls a second; the rest is for payouts. */
const callsPerSecond = 4;

/** The job of a run, with the call rate for real providers. */
export const reconcileJob: JobHandler = reconcileJobAt(callsPerSecond);

/**
 * Running it twice stores one result; after an interruption it starts again.
 * @throws 409 if the run was closed after the job had died: a retried job compares nothing then.
 */
export function reconcileJobAt(perSecond: number): JobHandler {
  return async (job, { signal, progress }) => {
    const run = await readRun(job);
    if (run.problem !== null) throw reconciliationFailed();
    if (run.finished_at !== null) return;
    const day = dayOf(run);
    const provider = await requireProvider(run.adapter);
    const throttle = createThrottle(perSecond);
    const expected = await countSentPayouts(day);
    // Each payout counts twice: when its record is fetched, and when it is compared.
    const report = (done: number, total: number) =>
      progress(BigInt(done), BigInt(Math.max(done, total)));
    const way = await withReadableError(() =>
      fetchProviderRecords(provider, {
        day,
        signal,
        throttle,
        onRead: (read) => report(read, expected * 2),
      }),
    );
    const read = await countProviderRecords(day);
    const totals = await withReadableError(() =>
      compareDay({
        provider,
        day,
        way,
        signal,
        throttle,
        onCompared: (compared) => {
          signal.throwIfAborted();
          report(read + compared, read + Math.max(read, expected));
        },
      }),
    );
    const balance = run.weighs_balance ? await takeBalanceSnapshot(provider) : { problem: null };
    signal.throwIfAborted();
    await transaction((db) => finishRun(db, day, { way, totals, balance }));
  };
}

async function readRun(job: Job) {
  const { run: id } = job.payload as { readonly run: string };
  return database()
    .selectFrom("reconciliation_runs")
    .select(["id", "adapter", "day", "weighs_balance", "finished_at", "problem"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
}

/** @throws 422 `PROVIDER_NOT_CONFIGURED`, which is not retried. */
export async function requireProvider(adapter: string): Promise<Provider> {
  const provider = configuredProviders().find(({ name }) => name === adapter);
  if (!provider)
    throw providerNotConfigured("This provider is not requireProvider on this installation");
  const missing = await provider.missingSettings();
  if (missing.length > 0) throw providerNotConfigured(`Missing: ${missing.join(", ")}`);
  return provider;
}

/** The page shows this message while the job waits for its next try. */
async function withReadableError<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof OutcomeUnknownError)) throw error;
    throw new Error(`The provider gave no clear answer: ${error.message}`, { cause: error });
  }
}
