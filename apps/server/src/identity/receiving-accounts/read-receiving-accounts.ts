import { groupCommit } from "../../database/group-commit.ts";
import { database, type Db } from "../../database/db.ts";
import { decrypt } from "../../database/encryption/encrypt.ts";
import { maskEnd } from "../../kernel/money.ts";

/** A bank account of the platform on which tenants' transfers arrive. */
export interface ReceivingAccount {
  readonly id: string;
  readonly label: string;
  readonly holderName: string;
  readonly accountNumber: string;
  readonly ifscCode: string;
  readonly bankName: string;
  readonly branchName: string | null;
  readonly isActive: boolean;
  readonly isDefault: boolean;
  /** The provider whose virtual accounts settle here. */
  readonly settlesAdapter: string | null;
  /** Whether bank entries that name no account are this account's. */
  readonly hasEarlierEntries: boolean;
  readonly version: number;
  readonly changedAt: Date;
  readonly changedBy: { readonly id: string; readonly name: string } | null;
  /** The second super admin; null where one was enough. */
  readonly confirmedBy: { readonly id: string; readonly name: string } | null;
}

/** All receiving accounts, the default first, then active ones. Calls at once share one query. */
export function readReceivingAccounts(): Promise<readonly ReceivingAccount[]> {
  return readTogether(undefined);
}

const readTogether = groupCommit<undefined, readonly ReceivingAccount[]>(
  async (requests) => {
    const current = await selectReceivingAccounts(database());
    return requests.map(() => current);
  },
  { atMost: 1_000 },
);

/** As `readReceivingAccounts`, on a transaction's connection. */
export async function selectReceivingAccounts(db: Db): Promise<ReceivingAccount[]> {
  const rows = await db
    .selectFrom("receiving_accounts")
    .leftJoin("people", "people.id", "receiving_accounts.updated_by")
    .leftJoin("people as confirmers", "confirmers.id", "receiving_accounts.confirmed_by")
    .selectAll("receiving_accounts")
    .select(["people.id as changer_id", "people.name as changer_name"])
    .select(["confirmers.id as confirmer_id", "confirmers.name as confirmer_name"])
    .orderBy("is_default", "desc")
    .orderBy("receiving_accounts.is_active", "desc")
    .orderBy("receiving_accounts.created_at")
    .orderBy("receiving_accounts.id")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    label: row.label,
    holderName: row.account_holder_name,
    accountNumber: decrypt("receiving account number", row.id, row.account_number_encrypted),
    ifscCode: row.ifsc_code,
    bankName: row.bank_name,
    branchName: row.branch_name,
    isActive: row.is_active,
    isDefault: row.is_default,
    settlesAdapter: row.settles_adapter,
    hasEarlierEntries: row.has_earlier_entries,
    version: row.version,
    changedAt: row.updated_at,
    changedBy: asPerson(row.changer_id, row.changer_name),
    confirmedBy: asPerson(row.confirmer_id, row.confirmer_name),
  }));
}

function asPerson(id: string | null, name: string | null) {
  return id === null ? null : { id, name: name ?? "" };
}

/** "HDFC Bank ****5600": how messages name an account. */
export function nameOfAccount(account: {
  readonly bankName: string;
  readonly accountNumber: string;
}): string {
  return `${account.bankName} ${maskEnd(account.accountNumber.slice(-4))}`;
}
