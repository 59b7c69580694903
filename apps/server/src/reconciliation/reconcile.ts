import { database, transaction } from "../db.ts";
import { providerNotConfigured } from "../errors.ts";
import type { Job, Work } from "../jobs/job.ts";
import { OutcomeUnknownError, type Provider } from "../providers/provider.ts";
import { everyProvider } from "../providers/rails.ts";
import { compareDay } from "./compare-day.ts";
import { dayOf } from "./day.ts";
import { finishRun } from "./finish-run.ts";
import { paceOf } from "./pace.ts";
import { countHandedOver, countTheirs } from "./queries.ts";
import { readTheirs } from "./read-theirs.ts";
import { keepBalance, weighBalance } from "./weigh-balance.ts";

/** As many as a provider that advises five to ten calls a second can spare beside the payouts. */
const looksPerSecond = 4;

/** The job of a run, at the pace that a real provider bears. */
export const reconcile: Work = reconcileAt(looksPerSecond);

/** Done twice, it leaves one result; broken off, it begins anew. */
export function reconcileAt(perSecond: number): Work {
  return async (job, { signal, progress }) => {
    const run = await unfinishedRun(job);
    if (!run) return;
    const day = dayOf(run);
    const provider = await configured(run.adapter);
    const pace = paceOf(perSecond);
    const expected = await countHandedOver(day);
    // Each payout is counted twice: when their word on it is read, and when it is compared.
    const tell = (done: number, total: number) =>
      progress(BigInt(done), BigInt(Math.max(done, total)));
    const way = await unlessSilent(() =>
      readTheirs(provider, { day, signal, pace, onRead: (read) => tell(read, expected * 2) }),
    );
    const read = await countTheirs(day);
    const totals = await unlessSilent(() =>
      compareDay({
        provider,
        day,
        way,
        signal,
        pace,
        onCompared: (compared) => {
          signal.throwIfAborted();
          tell(read + compared, read + Math.max(read, expected));
        },
      }),
    );
    const balance = run.weighs_balance ? await weighBalance(provider) : { problem: null };
    signal.throwIfAborted();
    await transaction(async (db) => {
      const balanceProblem = "problem" in balance ? balance.problem : null;
      const ended = await finishRun(db, day, { way, totals, balanceProblem });
      if (ended && "weighed" in balance) await keepBalance(db, run, balance.weighed);
    });
  };
}

async function unfinishedRun(job: Job) {
  const { run: id } = job.payload as { readonly run: string };
  return database()
    .selectFrom("reconciliation_runs")
    .select(["id", "adapter", "day", "weighs_balance"])
    .where("id", "=", id)
    .where("finished_at", "is", null)
    .executeTakeFirst();
}

/** @throws 422 `PROVIDER_NOT_CONFIGURED`, because asking again would end the same. */
export async function configured(adapter: string): Promise<Provider> {
  const provider = everyProvider().find(({ name }) => name === adapter);
  if (!provider)
    throw providerNotConfigured("This provider is not configured on this installation");
  const missing = await provider.missingSettings();
  if (missing.length > 0) throw providerNotConfigured(`Missing: ${missing.join(", ")}`);
  return provider;
}

/** The sentence is shown on the page while the job waits for its next try. */
async function unlessSilent<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof OutcomeUnknownError)) throw error;
    throw new Error(`The provider gave no clear answer: ${error.message}`, { cause: error });
  }
}
