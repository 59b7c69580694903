import type { Answer } from "@rokad/contract/call";
import type { listReceivingAccounts as call, OwnAccount } from "@rokad/contract/receiving-accounts";
import { database, type Db } from "../../database/db.ts";
import {
  selectReceivingAccounts,
  type ReceivingAccount,
} from "../../identity/receiving-accounts/read-receiving-accounts.ts";
import { inr } from "../../kernel/money.ts";
import { sumReceivingAccounts, type ReceivedSums } from "../../ledger/sum-receiving-accounts.ts";
import { providersWithAccounts } from "../virtual-accounts/providers-with-accounts.ts";

/** All receiving accounts with what arrived in each, and the requests that wait for it. */
export async function listReceivingAccounts(): Promise<Answer<typeof call>["data"]> {
  // One snapshot, so that the accounts sum to the total while deposits are credited.
  const snapshot = database()
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only");
  const { accounts, sums, waiting } = await snapshot.execute(async (db) => ({
    accounts: await selectReceivingAccounts(db),
    sums: await sumReceivingAccounts(db),
    waiting: await sumWaiting(db),
  }));
  const hasEarlier = accounts.some(({ hasEarlierEntries }) => hasEarlierEntries);
  return {
    accounts: accounts.map((account) => asOwnAccount(account, sums, waiting.get(account.id))),
    elsewhere: inr(sums.elsewherePaise + (hasEarlier ? 0n : sums.earlierPaise)),
    total: inr(sums.totalPaise),
    providers: await providersWithAccounts(),
  };
}

interface Waiting {
  readonly count: bigint;
  readonly paise: bigint;
}

async function sumWaiting(db: Db): Promise<ReadonlyMap<string, Waiting>> {
  const rows = await db
    .selectFrom("deposits")
    .select((eb) => [
      "receiving_account_id as id",
      eb.fn.countAll<bigint>().as("count"),
      eb.cast<bigint>(eb.fn.sum("amount_paise"), "bigint").as("paise"),
    ])
    .where("status", "=", "pending")
    .where("receiving_account_id", "is not", null)
    .groupBy("receiving_account_id")
    .execute();
  return new Map(rows.map(({ id, ...row }) => [id ?? "", row]));
}

function asOwnAccount(
  account: ReceivingAccount,
  { byAccount, earlierPaise }: ReceivedSums,
  waiting: Waiting | undefined,
): OwnAccount {
  const earlier = account.hasEarlierEntries ? earlierPaise : 0n;
  return {
    id: account.id,
    label: account.label,
    account_holder_name: account.holderName,
    account_number: account.accountNumber,
    ifsc_code: account.ifscCode,
    bank_name: account.bankName,
    branch_name: account.branchName,
    settles_provider: account.settlesAdapter,
    is_active: account.isActive,
    is_default: account.isDefault,
    version: account.version,
    received: inr((byAccount.get(account.id) ?? 0n) + earlier),
    waiting: { count: Number(waiting?.count ?? 0n), total_amount: inr(waiting?.paise ?? 0n) },
    changed_at: account.changedAt.toISOString(),
    changed_by: account.changedBy,
    confirmed_by: account.confirmedBy,
  };
}
