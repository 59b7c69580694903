import { isOn } from "@rokad/contract/adjustment-kinds";
import type { adjustmentForm } from "@rokad/contract/adjustment-form";
import { sql } from "kysely";
import type * as z from "zod/mini";
import { database, type Db } from "../../database/db.ts";
import { readReceivingAccounts } from "../../identity/receiving-accounts/read-receiving-accounts.ts";
import { invalidInput } from "../../kernel/errors.ts";
import { maskAccountNumber, maskEnd } from "../../kernel/money.ts";
import { adapterNames } from "../../providers/configured-providers.ts";

/** The receiving account and the provider that an adjustment books on. */
export interface BookedAccounts {
  /** Null where the bank does not move, and for money on a virtual account that settles into none. */
  readonly receivingAccountId: string | null;
  /** The provider's adapter; null where no provider moves. */
  readonly adapter: string | null;
}

/**
 * The accounts that a form books on. Without a name, it is the account that has the deposit's money,
 * or the only one; also an inactive account may be named, because money may leave it.
 * @throws 400 for a name that this installation does not have, and for none where there are several.
 */
export async function findBookedAccounts(
  form: z.output<typeof adjustmentForm>,
): Promise<BookedAccounts> {
  const move = { debit: form.debit_account, credit: form.credit_account };
  return {
    receivingAccountId: isOn(move, "bank") ? await findReceivingAccount(form) : null,
    adapter: isOn(move, "provider") ? findAdapter(form.provider) : null,
  };
}

async function findReceivingAccount({
  receiving_account: named,
  deposit_id: depositId,
}: z.output<typeof adjustmentForm>): Promise<string | null> {
  const accounts = await readReceivingAccounts();
  if (named !== undefined) {
    if (accounts.some(({ id }) => id === named)) return named;
    throw invalidInput({ receiving_account: "Choose one of the receiving accounts" });
  }
  const holder =
    depositId === undefined ? undefined : await findDepositAccount(database(), depositId);
  if (holder !== undefined) return holder?.id ?? null;
  const [only, ...others] = accounts;
  if (others.length === 0) return only?.id ?? null;
  throw invalidInput({ receiving_account: "Choose the receiving account that this books on" });
}

function findAdapter(named: string | undefined): string {
  const names = adapterNames();
  if (named !== undefined) {
    if (names.includes(named)) return named;
    throw invalidInput({ provider: "Choose one of the providers of this installation" });
  }
  const [only, ...others] = names;
  if (only !== undefined && others.length === 0) return only;
  throw invalidInput({ provider: "Choose the provider that this books on" });
}

/** The receiving account as lists name it; its number is masked. */
export interface AccountName {
  readonly id: string;
  readonly label: string;
  readonly account_number: string;
}

/**
 * The receiving account that has a credited deposit's money: null for a virtual account that settles
 * into none, undefined for no such deposit.
 */
export async function findDepositAccount(
  db: Db,
  depositId: string,
): Promise<AccountName | null | undefined> {
  const { rows } = await sql<AccountRow>`
    select account.id, label, account_number_end as end
    from deposits
    left join incoming_credits as credit on credit.deposit_id = deposits.id
    -- Entries without an account are the first account's, except those on virtual accounts.
    left join receiving_accounts as account on account.id = coalesce(
      arrived_in_id, credit.receiving_account_id
    ) or (arrived_in_id is null and credit.id is null and has_earlier_entries)
    where deposits.id = ${depositId} and deposits.status = 'completed'
  `.execute(db);
  return rows[0] && accountName(rows[0]);
}

interface AccountRow {
  readonly id: string | null;
  readonly label: string | null;
  readonly end: string | null;
}

export function accountName({ id, label, end }: AccountRow): AccountName | null {
  return id === null ? null : { id, label: label ?? "", account_number: maskEnd(end ?? "") };
}

/** The receiving accounts and providers that an adjustment can be on. */
export async function listBookableAccounts() {
  const accounts = await readReceivingAccounts();
  return {
    receiving_accounts: accounts.map(({ id, label, accountNumber }) => ({
      id,
      label,
      account_number: maskAccountNumber(accountNumber),
    })),
    providers: adapterNames(),
  };
}
