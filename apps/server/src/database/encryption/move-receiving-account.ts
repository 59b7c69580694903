import { sql } from "kysely";
import { newId } from "../../kernel/ids.ts";
import type { Db } from "../db.ts";
import { blindIndex, decrypt, encrypt } from "./encrypt.ts";

/** Whether `settings` has a receiving account; null stands for a removed one. */
export async function hasReceivingAccount(db: Db): Promise<boolean> {
  return (await readSetting(db)) !== undefined;
}

/** Copies the receiving account from the settings into the table, as its first row. */
export async function moveReceivingAccount(db: Db): Promise<void> {
  const setting = await readSetting(db);
  if (!setting) return;
  const account = JSON.parse(decrypt("setting", "receiving_account", setting.encrypted)) as Account;
  const id = newId();
  const number = account.account_number;
  await sql`
    insert into receiving_accounts (
      id, label, account_holder_name, account_number_sealed, account_number_hash,
      account_number_end, ifsc_code, bank_name, branch_name, is_default, has_earlier_entries,
      created_by, created_at, updated_by, updated_at
    ) values (
      ${id}, 'Receiving account', ${account.account_holder_name ?? ""},
      ${encrypt("receiving account number", id, number)}, ${blindIndex("account number", number)},
      ${number.slice(-4)}, ${account.ifsc_code}, ${account.bank_name ?? ""},
      ${account.branch_name ?? null}, true, true,
      ${setting.by}, ${setting.at}, ${setting.by}, ${setting.at}
    )
  `.execute(db);
}

interface Account {
  readonly account_holder_name?: string;
  readonly account_number: string;
  readonly ifsc_code: string;
  readonly bank_name?: string;
  readonly branch_name?: string | null;
}

interface StoredSetting {
  readonly encrypted: Buffer;
  readonly by: string | null;
  readonly at: Date;
}

async function readSetting(db: Db): Promise<StoredSetting | undefined> {
  const { rows } = await sql<StoredSetting>`
    select value_sealed as encrypted, updated_by as by, updated_at as at from settings
    where key = 'receiving_account' and value_sealed is not null
  `.execute(db);
  return rows[0];
}
