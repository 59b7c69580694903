import { sql } from "kysely";
import { database } from "../../database/db.ts";
import { unnestRows } from "../../database/unnest-rows.ts";
import { readReceivingAccounts } from "../../identity/receiving-accounts/read-receiving-accounts.ts";
import { now } from "../../kernel/clock.ts";
import type { AccountCredit } from "../../providers/account-credit.ts";
import type { Provider } from "../../providers/provider.ts";

const dayMs = 24 * 60 * 60_000;
/** A provider may list a transfer some time after it arrived. */
const repeatedDays = 3;
/** How far back the first fetch goes; money from before is recorded as own funds. */
const firstDays = 90;

const columns = {
  credit_reference: "text",
  amount_paise: "bigint",
  utr_reference: "text",
  from_account_id: "uuid",
  arrived_at: "timestamptz",
} as const;

/**
 * Stores new credits of the provider's own list. A credit that is known stays as it is.
 * @throws {OutcomeUnknownError} when the list has no clear answer.
 */
export async function fetchProviderCredits(provider: Provider): Promise<void> {
  if (!provider.accountCredits) return;
  const known = await database()
    .selectFrom("provider_credits")
    .select("credit_reference")
    .where("adapter", "=", provider.name)
    .limit(1)
    .executeTakeFirst();
  const from = new Date(now().getTime() - (known ? repeatedDays : firstDays) * dayMs);
  const accounts = await readReceivingAccounts();
  const payerOf = ({ payerAccount }: AccountCredit) => {
    if (payerAccount === null) return null;
    const number = significant(payerAccount);
    return accounts.find((account) => significant(account.accountNumber) === number)?.id ?? null;
  };
  for await (const page of provider.accountCredits(from, new Date(now().getTime() + dayMs))) {
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
}

const significant = (number: string) => number.replaceAll(/\s/g, "").replace(/^0+/, "");
