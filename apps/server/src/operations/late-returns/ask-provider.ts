import { log } from "../../kernel/log.ts";
import { OutcomeUnknownError } from "../../kernel/outbound-errors.ts";
import { applyProviderUpdate } from "../../payouts/send/apply-provider-updates.ts";
import type { Provider } from "../../providers/provider.ts";
import { countHanded, type DuePayout } from "./due-payouts.ts";
import type { LateCheckRun } from "./run-lease.ts";

interface Asking {
  readonly provider: Provider;
  readonly run: LateCheckRun;
  readonly callsMax: number;
  readonly signal: AbortSignal;
  /** Awaited before each call. */
  readonly throttle: (signal: AbortSignal) => Promise<void>;
}

export interface AskResult {
  /** The first payouts of the list; the rest is for the next call or run. */
  readonly done: readonly DuePayout[];
  /** Those of them without a clear answer. */
  readonly unanswered: readonly DuePayout[];
  /** Why the run ends now: the provider does not answer. */
  readonly problem: string | null;
}

/** Payouts in a row without a clear answer, after which the provider counts as not answering. */
const silentMax = 3;
/** Calls about single payouts before the progress is saved. */
const callsAtOnce = 25;
/** A provider's list has at least so many transfers on a page. */
const listedAtLeast = 100;
/** The provider may take a payout some time after a worker first had it. */
const beforeMs = 5 * 60_000;
const afterMs = 60 * 60_000;

/**
 * Asks the provider about paid payouts: by its list where that takes fewer calls, otherwise one by
 * one. An answer is applied like a webhook's, so a return moves its money once. Every call counts
 * against the run's budget.
 */
export async function askProvider(asking: Asking, due: readonly DuePayout[]): Promise<AskResult> {
  const { run, callsMax } = asking;
  const answered = await readPaid(asking, due);
  const unanswered: DuePayout[] = [];
  let silentSince: number | undefined;
  let calls = 0;
  for (const [at, payout] of due.entries()) {
    if (answered.has(payout.reference)) {
      run.checked_count += 1;
      continue;
    }
    if (run.calls_count >= callsMax || calls === callsAtOnce) {
      return { done: due.slice(0, at), unanswered, problem: null };
    }
    calls += 1;
    const error = await askAbout(asking, payout);
    if (!error) {
      // A payout may be due after two numbers of days at once.
      answered.add(payout.reference);
      silentSince = undefined;
      continue;
    }
    silentSince ??= at;
    unanswered.push(payout);
    const silent = unanswered.filter((one) => due.indexOf(one) >= (silentSince ?? at));
    if (silent.length < silentMax) continue;
    return {
      done: due.slice(0, silentSince),
      unanswered: unanswered.filter((one) => !silent.includes(one)),
      problem: `The provider gave no clear answer: ${error.message}`,
    };
  }
  return { done: due, unanswered, problem: null };
}

/** @returns the error when there was no clear answer. */
async function askAbout(
  { provider, run, throttle, signal }: Asking,
  payout: DuePayout,
): Promise<Error | undefined> {
  await throttle(signal);
  run.calls_count += 1;
  try {
    const update = await provider.checkStatus(payout.reference);
    run.checked_count += 1;
    if (!update) {
      log().warn({ payout: payout.id }, "A provider does not know a payout that it paid");
      return undefined;
    }
    const effect = await applyProviderUpdate({
      ...update,
      reference: payout.reference,
      adapter: provider.name,
    });
    if (effect === "reverse") run.found_count += 1;
    return undefined;
  } catch (error) {
    if (!(error instanceof OutcomeUnknownError)) throw error;
    log().warn({ payout: payout.id, why: error.message }, "A late check had no clear answer");
    return error;
  }
}

/**
 * The references that the provider's list says are still paid. A list is older than an answer, so
 * what it shows as returned is asked about. Empty where single calls are fewer.
 */
async function readPaid(asking: Asking, due: readonly DuePayout[]): Promise<Set<string>> {
  const { provider, run, callsMax, throttle, signal } = asking;
  const paid = new Set<string>();
  if (!provider.list || due.length === 0) return paid;
  const times = due.map((payout) => payout.handed_at.getTime());
  const from = new Date(Math.min(...times) - beforeMs);
  const to = new Date(Math.max(...times) + afterMs);
  const pages = Math.ceil((await countHanded(provider.name, from, to)) / listedAtLeast) + 1;
  if (pages >= due.length || run.calls_count + pages > callsMax) return paid;
  try {
    await throttle(signal);
    run.calls_count += 1;
    for await (const page of provider.list(from, to)) {
      for (const { reference, state } of page)
        if (reference !== null && state === "success") paid.add(reference);
      if (run.calls_count >= callsMax) break;
      await throttle(signal);
      run.calls_count += 1;
    }
  } catch (error) {
    if (!(error instanceof OutcomeUnknownError)) throw error;
    log().warn({ adapter: provider.name, why: error.message }, "A late check found no list");
    return new Set();
  }
  return paid;
}
