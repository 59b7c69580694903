import { transaction } from "../../database/db.ts";
import { now } from "../../kernel/clock.ts";
import { publishToSuperAdmins } from "../../identity/people/publish-to-super-admins.ts";
import { readSettings, type Settings } from "../../identity/settings/settings.ts";
import { createThrottle } from "../../kernel/throttle.ts";
import { providerStatuses } from "../../payouts/provider-status.ts";
import { configuredProviders } from "../../providers/configured-providers.ts";
import type { Provider } from "../../providers/provider.ts";
import { providerIds } from "@rokad/contract/tenants";
import { askProvider } from "./ask-provider.ts";
import {
  advanceCursors,
  countDue,
  ensureCursors,
  isBehind,
  recordRetries,
  selectDue,
} from "./due-payouts.ts";
import { leaseRun, saveRun, type LateCheckRun } from "./run-lease.ts";

/** Providers advise at most 5 to 10 calls a second; payouts and reconciliation come first. */
const callsPerSecond = 1;
/** Payouts of one batch: many with a list, otherwise as many as are asked about between two saves. */
const batchRows = { withList: 500, withoutList: 25 };

/**
 * Asks each provider again about payouts that it paid some days ago, because a bank may return one
 * whose webhook is lost: hourly, on the days and within the budget of calls of System Settings,
 * oldest first. An interrupted run is continued.
 */
export async function checkLateReturns(
  signal: AbortSignal,
  { perSecond = callsPerSecond }: { readonly perSecond?: number } = {},
): Promise<void> {
  const settings = await readSettings();
  const { late_check_days: days, late_check_calls_max: callsMax } = settings;
  if (days.length === 0 || callsMax === 0) return;
  const throttle = createThrottle(perSecond);
  for (const provider of configuredProviders()) {
    if ((await provider.missingSettings()).length > 0) continue;
    const run = await leaseRun(provider.name);
    if (!run) continue;
    try {
      await checkProvider({ provider, run, settings, signal, throttle });
    } catch (error) {
      // The next process continues a run that a stop interrupts.
      if (!signal.aborted) throw error;
    }
  }
}

interface Check {
  readonly provider: Provider;
  readonly run: LateCheckRun;
  readonly settings: Settings;
  readonly signal: AbortSignal;
  readonly throttle: (signal: AbortSignal) => Promise<void>;
}

async function checkProvider({ provider, run, settings, signal, throttle }: Check): Promise<void> {
  const { late_check_days: days, late_check_calls_max: callsMax } = settings;
  const atMost = provider.list ? batchRows.withList : batchRows.withoutList;
  const startedAt = now();
  await ensureCursors(provider.name, days);
  let problem = await whyNotNow(provider, settings);
  while (problem === null && run.calls_count < callsMax && !signal.aborted) {
    const due = await selectDue(provider.name, days, { atMost, startedAt });
    if (due.length === 0) break;
    const result = await askProvider({ provider, run, callsMax, signal, throttle }, due);
    run.unanswered_count += result.unanswered.length;
    const isOurs = await transaction(async (db) => {
      // Under the run's lock: a worker that lost the run moves no cursor back.
      if (!(await saveRun(db, run))) return false;
      await advanceCursors(db, provider.name, result.done);
      await recordRetries(db, provider.name, result.done, result.unanswered);
      return true;
    });
    if (!isOurs) return;
    problem = result.problem ?? (await whyNotNow(provider, settings));
  }
  if (signal.aborted) return;
  const leftCount = await countDue(provider.name, days);
  await transaction(async (db) => {
    await saveRun(db, run, { leftCount, problem });
    await publishToSuperAdmins(db, ["jobs"]);
  });
}

/** Why the provider is not asked now; null when it can be. */
async function whyNotNow({ name }: Provider, settings: Settings): Promise<string | null> {
  const statuses = await providerStatuses();
  const isOpen = providerIds.some(
    (id) => settings[`${id}_provider`] === name && statuses[id].openReason !== undefined,
  );
  if (isOpen) return "The provider does not answer reliably at the moment";
  if (await isBehind(name)) return "Status checks of open payouts go first";
  return null;
}
