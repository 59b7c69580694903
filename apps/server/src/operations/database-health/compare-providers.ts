import type { ProviderRecord } from "@rokad/contract/books";
import { providerIds } from "@rokad/contract/tenants";
import { sql } from "kysely";
import { now } from "../../kernel/clock.ts";
import type { Db } from "../../database/db.ts";
import { inr } from "../../kernel/money.ts";
import { type Provider } from "../../providers/provider.ts";
import { type PaidTotals } from "../../providers/transfer.ts";
import { OutcomeUnknownError } from "../../kernel/outbound-errors.ts";
import { readSettings } from "../../identity/settings/settings.ts";
import { configuredProviders } from "../../providers/configured-providers.ts";
import { adapterRollups } from "../../rollups/adapter-rollups.ts";

const epoch = new Date(0);

/** Compares the paid totals of our books with those that each provider reports. */
export async function compareProviders(db: Db): Promise<ProviderRecord[]> {
  const records: ProviderRecord[] = [];
  const settings = await readSettings();
  for (const provider of configuredProviders()) {
    const slots = providerIds.filter((rail) => settings[`${rail}_provider`] === provider.name);
    const { open, ...ours } = await totalPaid(db, provider.name, slots);
    const { theirs, why_not } = await fetchTotals(provider);
    records.push({
      name: provider.name,
      rails: [...slots],
      ours: asTotals(ours),
      theirs: theirs && asTotals(theirs),
      why_not,
      open_payouts: open,
    });
  }
  return records;
}

/** Totals of payouts sent through an adapter, and of those that wait for its slots. */
async function totalPaid(db: Db, name: string, slots: readonly string[]) {
  const { rows } = await sql<PaidTotals & { open: number }>`
    select coalesce(sum(success_count), 0)::int as count,
      coalesce(sum(success_paise), 0)::bigint as "amountPaise",
      coalesce(sum(open_count), 0)::int as open
    from ${adapterRollups} as sums
    where adapter = ${name} or (adapter = '' and provider = any(${slots}::text[]))
  `.execute(db);
  return rows[0] ?? { count: 0, amountPaise: 0n, open: 0 };
}

async function fetchTotals(provider: Provider) {
  if (!provider.totals) return { theirs: null, why_not: "This provider does not report totals" };
  try {
    return { theirs: await provider.totals(epoch, now()), why_not: null };
  } catch (error) {
    if (!(error instanceof OutcomeUnknownError)) throw error;
    return { theirs: null, why_not: "The provider did not answer" };
  }
}

function asTotals({ count, amountPaise }: PaidTotals) {
  return { count, amount: inr(amountPaise) };
}
