import { sql } from "kysely";
import { database } from "../../database/db.ts";
import { logFailure } from "../../database/log-failure.ts";
import { unnestRows } from "../../database/unnest-rows.ts";
import { readReceivingAccounts } from "../../identity/receiving-accounts/read-receiving-accounts.ts";
import { now } from "../../kernel/clock.ts";
import { findReadTo, storeReadTo } from "../../money-in/virtual-accounts/credit-sweeps.ts";
import type { AccountCredit } from "../../providers/account-credit.ts";
import { configuredProviders } from "../../providers/configured-providers.ts";
import type { Provider } from "../../providers/provider.ts";

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;
/** Each read overlaps the last one: a provider may list a transfer some time after it arrived. */
const overlapMs = hourMs / 4;
/** After a pause, and in a read that nothing waits for. */
const longOverlapMs = 3 * dayMs;
/** The period of the first read; money from before is recorded as own funds. */
const firstPeriodMs = 90 * dayMs;

const columns = {
  credit_reference: "text",
  amount_paise: "bigint",
  utr_reference: "text",
  from_account_id: "uuid",
  arrived_at: "timestamptz",
} as const;

/**
 * Stores new credits of the provider's own list since the last read, also after an outage of days. A
 * credit that is known stays as it is.
 * @throws {OutcomeUnknownError} when the list has no clear answer.
 */
export async function fetchProviderCredits(provider: Provider): Promise<void> {
  if (!provider.accountCredits) return;
  const to = now();
  const last = await findReadTo("account_credit_sweeps", provider.name);
  for await (const page of listSince(provider, startAfter(last, to)))
    await storeCredits(provider.name, page);
  await storeReadTo("account_credit_sweeps", provider.name, to);
}

function startAfter(last: Date | undefined, to: Date): number {
  if (!last) return to.getTime() - firstPeriodMs;
  // A clock that was set back leaves the last read in the future.
  const start = Math.min(last.getTime(), to.getTime());
  return start - (to.getTime() - start < hourMs ? overlapMs : longOverlapMs);
}

/**
 * Stores what each provider listed late. Its list also has every payout, so it is long, and no reading
 * of a balance waits for it.
 */
export async function fetchLateCredits(signal: AbortSignal): Promise<void> {
  for (const provider of configuredProviders()) {
    if ((await provider.missingSettings()).length > 0) continue;
    try {
      for await (const page of listSince(provider, now().getTime() - longOverlapMs)) {
        if (signal.aborted) return;
        await storeCredits(provider.name, page);
      }
    } catch (error) {
      // One unavailable provider must not stop the others; the next hour has the same days.
      logFailure(error, "Reading late credits from a provider failed", { adapter: provider.name });
    }
  }
}

function listSince(provider: Provider, from: number) {
  // The provider's clock may be ahead.
  const to = now().getTime() + dayMs;
  return provider.accountCredits?.(new Date(from), new Date(to)) ?? [];
}

async function storeCredits(adapter: string, credits: readonly AccountCredit[]): Promise<void> {
  if (credits.length === 0) return;
  const accounts = await readReceivingAccounts();
  const payerOf = ({ payerAccount }: AccountCredit) => {
    if (payerAccount === null) return null;
    const number = significant(payerAccount);
    return accounts.find((account) => significant(account.accountNumber) === number)?.id ?? null;
  };
  const rows = credits.map((credit) => ({
    credit_reference: credit.creditReference,
    amount_paise: credit.amountPaise,
    utr_reference: credit.utr,
    from_account_id: payerOf(credit),
    arrived_at: credit.at,
  }));
  await sql`
    insert into provider_credits (
      adapter, credit_reference, amount_paise, utr_reference, from_account_id, arrived_at, seen_at
    )
    select ${adapter}, credit_reference, amount_paise, utr_reference, from_account_id, arrived_at,
      ${now()}
    from ${unnestRows("listed", columns, rows)}
    on conflict (adapter, credit_reference) do nothing
  `.execute(database());
}

const significant = (number: string) => number.replaceAll(/\s/g, "").replace(/^0+/, "");
