import type { ProviderRecord } from "@rokad/contract/books";
import { providerIds } from "@rokad/contract/tenants";
import { sql } from "kysely";
import { now } from "../clock.ts";
import type { Db } from "../db.ts";
import { inr } from "../money.ts";
import { OutcomeUnknownError, type PaidTotals, type Provider } from "../providers/provider.ts";
import { readSettings } from "../platform/settings.ts";
import { everyProvider } from "../providers/rails.ts";
import { adapterSums } from "../sums/sums-by-adapter.ts";

const beginning = new Date(0);

/** What we say that each provider paid, and what it says itself. */
export async function compareProviders(db: Db): Promise<ProviderRecord[]> {
  const records: ProviderRecord[] = [];
  const settings = await readSettings();
  for (const provider of everyProvider()) {
    const through = providerIds.filter((rail) => settings[`${rail}_provider`] === provider.name);
    const { open, ...ours } = await sumPaid(db, provider.name, through);
    const { theirs, why_not } = await ask(provider);
    records.push({
      name: provider.name,
      rails: [...through],
      ours: paid(ours),
      theirs: theirs && paid(theirs),
      why_not,
      open_payouts: open,
    });
  }
  return records;
}

/** Payouts that a provider was given, and those that wait for it. */
async function sumPaid(db: Db, name: string, through: readonly string[]) {
  const { rows } = await sql<PaidTotals & { open: number }>`
    select coalesce(sum(success_count), 0)::int as count,
      coalesce(sum(success_paise), 0)::bigint as "amountPaise",
      coalesce(sum(open_count), 0)::int as open
    from ${adapterSums} as sums
    where adapter = ${name} or (adapter = '' and provider = any(${through}::text[]))
  `.execute(db);
  return rows[0] ?? { count: 0, amountPaise: 0n, open: 0 };
}

async function ask(provider: Provider) {
  if (!provider.totals) return { theirs: null, why_not: "This provider does not tell its totals" };
  try {
    return { theirs: await provider.totals(beginning, now()), why_not: null };
  } catch (error) {
    if (!(error instanceof OutcomeUnknownError)) throw error;
    return { theirs: null, why_not: "The provider gave no answer" };
  }
}

function paid({ count, amountPaise }: PaidTotals) {
  return { count, amount: inr(amountPaise) };
}
