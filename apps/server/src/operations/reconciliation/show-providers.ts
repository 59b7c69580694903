import type { ReconciledProvider } from "@rokad/contract/reconciliation";
import { providerIds } from "@rokad/contract/tenants";
import { sql } from "kysely";
import { database } from "../../database/db.ts";
import { inr } from "../../kernel/money.ts";
import { readSettings } from "../../identity/settings/settings.ts";
import { configuredProviders } from "../../providers/configured-providers.ts";
import { showLateChecks } from "../late-returns/show-late-checks.ts";
import { offPaise } from "./balance-difference.ts";
import { asRun, selectRuns } from "./run.ts";

/** Each provider with its capabilities, its open differences, and its last runs. */
export async function showProviders(): Promise<ReconciledProvider[]> {
  const [settings, slots, open] = await Promise.all([
    readSettings(),
    database().selectFrom("providers").select(["id", "paused_at"]).execute(),
    countOpen(),
  ]);
  return Promise.all(
    configuredProviders().map(async (provider) => {
      const { name } = provider;
      const counts = open.find(({ adapter }) => adapter === name);
      const [lastRun, lastBalance, lateChecks] = await Promise.all([
        lastOf(name),
        lastWithBalance(name),
        showLateChecks(name),
      ]);
      return {
        adapter: name,
        rails: providerIds
          .filter((id) => settings[`${id}_provider`] === name)
          .map((id) => ({
            id,
            is_paused: slots.some((slot) => slot.id === id && slot.paused_at !== null),
          })),
        missing_settings: [...(await provider.missingSettings())],
        has_list: provider.list !== undefined,
        reports_balance: provider.balance !== undefined,
        open_count: counts?.open ?? 0,
        severe_count: counts?.severe ?? 0,
        balance_off: counts?.balanceOff ? inr(counts.balanceOff) : null,
        last_run: lastRun ? asRun(lastRun) : null,
        last_balance: lastBalance ? asRun(lastBalance) : null,
        late_checks: lateChecks,
      };
    }),
  );
}

interface OpenDifferences {
  readonly adapter: string;
  readonly open: number;
  readonly severe: number;
  /** In paise. */
  readonly balanceOff: bigint | null;
}

async function countOpen() {
  const { rows } = await sql<OpenDifferences>`
    select adapter, count(*) filter (where kind <> 'balance')::int as open,
      count(*) filter (where kind <> 'balance' and is_severe)::int as severe,
      (sum(${offPaise}) filter (where kind = 'balance'))::bigint as "balanceOff"
    from reconciliation_differences as differences where state = 'open' group by adapter
  `.execute(database());
  return rows;
}

const lastOf = (adapter: string) =>
  selectRuns(database())
    .where("runs.adapter", "=", adapter)
    .where("runs.finished_at", "is not", null)
    .where("runs.problem", "is", null)
    .orderBy("runs.day", "desc")
    .orderBy("runs.finished_at", "desc")
    .limit(1)
    .executeTakeFirst();

const lastWithBalance = (adapter: string) =>
  selectRuns(database())
    .where("runs.adapter", "=", adapter)
    .where("balances.at", "is not", null)
    .orderBy("balances.at", "desc")
    .limit(1)
    .executeTakeFirst();
