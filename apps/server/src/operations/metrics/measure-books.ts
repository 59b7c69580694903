import { addDays } from "@rokad/contract/days";
import { sql } from "kysely";
import { database, type Db } from "../../database/db.ts";
import { today } from "../../kernel/days.ts";
import { sumPending } from "../../money-in/suspense/queries.ts";
import { configuredProviders } from "../../providers/configured-providers.ts";
import type { Provider } from "../../providers/provider.ts";
import { explainedPaise } from "../float/read-provider-books.ts";
import { selectReading } from "../float/show-float.ts";
import { daysBackMax } from "../reconciliation/reconcile-nightly.ts";
import { ageSeconds } from "./age-seconds.ts";
import type { Sample } from "./platform-metrics.ts";
import { readInstalledAt } from "./read-installed-at.ts";

/** What shows that the books are right: suspense, differences, and balances. */
export async function measureBooks(db: Db): Promise<Sample[]> {
  const suspense = await sumPending(db);
  return [
    { name: "rokad_suspense_credits", value: Number(suspense.count) },
    { name: "rokad_suspense_paise", value: Number(suspense.paise) },
    { name: "rokad_suspense_oldest_seconds", value: ageSeconds(suspense.oldest_at) },
    ...(await measureReconciliation(db)),
    ...(await measureBalances(db)),
  ];
}

async function measureReconciliation(db: Db): Promise<Sample[]> {
  const { rows: differences } = await sql<{ adapter: string; is_severe: boolean; count: number }>`
    select adapter, is_severe, count(*)::int as count
    from reconciliation_differences where state = 'open' group by 1, 2
  `.execute(db);
  // A later run of another day says nothing of a day that failed.
  const { rows: failed } = await sql<{ adapter: string }>`
    select distinct adapter from (
      select distinct on (adapter, day) adapter, problem from reconciliation_runs
      where finished_at is not null and day >= ${addDays(today(), -daysBackMax)}
      order by adapter, day, finished_at desc
    ) as newest
    where problem is not null
  `.execute(db);
  const samples: Sample[] = [];
  for (const adapter of adapterNames()) {
    const run = await db
      .selectFrom("reconciliation_runs")
      .select("finished_at")
      .where("adapter", "=", adapter)
      .where("finished_at", "is not", null)
      .orderBy("finished_at", "desc")
      .limit(1)
      .executeTakeFirst();
    const countOf = (isSevere: boolean) =>
      differences.find((row) => row.adapter === adapter && row.is_severe === isSevere)?.count ?? 0;
    samples.push(
      ...([true, false] as const).map((isSevere): Sample => ({
        name: "rokad_reconciliation_differences",
        labels: { adapter, severity: isSevere ? "severe" : "minor" },
        value: countOf(isSevere),
      })),
      ...(run
        ? ([
            {
              name: "rokad_reconciliation_age_seconds",
              labels: { adapter },
              value: ageSeconds(run.finished_at),
            },
            {
              name: "rokad_reconciliation_failed",
              labels: { adapter },
              value: Number(failed.some((row) => row.adapter === adapter)),
            },
          ] as const)
        : []),
    );
  }
  return samples;
}

async function measureBalances(db: Db): Promise<Sample[]> {
  const low = await db.selectFrom("low_balance_alerts").select("adapter").execute();
  const samples: Sample[] = [];
  for (const adapter of adapterNames()) {
    const labels = { adapter };
    const newest = await selectReading(db, adapter);
    if (!newest) continue;
    const still = await selectReading(db, adapter, { isStill: true });
    samples.push(
      {
        name: "rokad_provider_balance_paise",
        labels,
        value: Number(newest.reported_paise),
      },
      {
        name: "rokad_provider_balance_low",
        labels,
        value: Number(low.some((row) => row.adapter === adapter)),
      },
    );
    if (still)
      samples.push({
        name: "rokad_provider_balance_unexplained_paise",
        labels,
        value: Number(still.reported_paise - explainedPaise(still)),
      });
  }
  return samples;
}

/**
 * Until a provider's first reading, the age is that of the installation. Uses connections of its own,
 * because it reads credentials.
 */
export async function measureBalanceAges(): Promise<Sample[]> {
  const samples: Sample[] = [];
  for (const provider of configuredProviders()) {
    const newest = await selectReading(database(), provider.name);
    if (!newest && !(await canReadBalance(provider))) continue;
    samples.push({
      name: "rokad_provider_balance_age_seconds",
      labels: { adapter: provider.name },
      value: ageSeconds(newest?.read_at ?? (await readInstalledAt())),
    });
  }
  return samples;
}

async function canReadBalance(provider: Provider): Promise<boolean> {
  return provider.balance !== undefined && (await provider.missingSettings()).length === 0;
}

function adapterNames(): string[] {
  return configuredProviders().map(({ name }) => name);
}
