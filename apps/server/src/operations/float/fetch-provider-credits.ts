import { sql } from "kysely";
import { database } from "../../database/db.ts";
import { unnestRows } from "../../database/unnest-rows.ts";
import { readReceivingAccounts } from "../../identity/receiving-accounts/read-receiving-accounts.ts";
import { now } from "../../kernel/clock.ts";
import { findReadTo, storeReadTo } from "../../money-in/virtual-accounts/credit-sweeps.ts";
import type { AccountCredit } from "../../providers/account-credit.ts";
import type { Provider } from "../../providers/provider.ts";

const dayMs = 24 * 60 * 60_000;
/** Each read overlaps the last one: a provider may list a transfer some time after it arrived. */
const overlapMs = 3 * dayMs;
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
  // A clock that was set back leaves the last read in the future.
  const from = last
    ? Math.min(last.getTime(), to.getTime()) - overlapMs
    : to.getTime() - firstPeriodMs;
  const accounts = await readReceivingAccounts();
  const payerOf = ({ payerAccount }: AccountCredit) => {
    if (payerAccount === null) return null;
    const number = significant(payerAccount);
    return accounts.find((account) => significant(account.accountNumber) === number)?.id ?? null;
  };
  for await (const page of provider.accountCredits(
    new Date(from),
    new Date(to.getTime() + dayMs),
  )) {
    const rows = page.map((credit) => ({
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
      select ${provider.name}, credit_reference, amount_paise, utr_reference,
        from_account_id, arrived_at, ${now()}
      from ${unnestRows("listed", columns, rows)}
      on conflict (adapter, credit_reference) do nothing
    `.execute(database());
  }
  await storeReadTo("account_credit_sweeps", provider.name, to);
}

const significant = (number: string) => number.replaceAll(/\s/g, "").replace(/^0+/, "");
