import { todayInIndia } from "@rokad/contract/fields";
import { sql } from "kysely";
import { database, transaction, violatedConstraint, type Tx } from "../../database/db.ts";
import { publishToSuperAdmins } from "../../identity/people/publish-to-super-admins.ts";
import { record } from "../../identity/audit/record.ts";
import { lockUtr } from "../../money-in/deposits/lock-utr.ts";
import { assertRecordable, selectLines } from "./check-transfer.ts";
import type { NewTransfer } from "./fund-transfer.ts";
import { loggedTransfer } from "./record-transfer.ts";
import { linkCredit, writeTransfer } from "./write-transfer.ts";
import { ApiError } from "../../kernel/errors.ts";

interface OpenCredit {
  readonly adapter: string;
  readonly reference: string;
  readonly amountPaise: bigint;
  readonly utr: string | null;
  readonly key: string | null;
  /** The receiving account that sent it. */
  readonly fromAccountId: string | null;
  readonly arrivedAt: Date;
  /** The recorded transfer with its UTR and amount. */
  readonly transferId: string | null;
  /** Whether a person took back a transfer with this UTR: then a person decides. */
  readonly wasCorrected: boolean;
}

/**
 * Matches credits of the providers' lists with recorded transfers. A credit without one is recorded
 * as a transfer from our bank if its sender is a receiving account, or an imported bank statement
 * has a debit with its UTR and amount. A person decides about all others.
 */
export async function matchProviderCredits(): Promise<void> {
  for (const credit of await selectOpenCredits()) {
    try {
      await transaction((db) => match(db, credit));
    } catch (error) {
      // Closes the race with a person who records it: the next round links their transfer.
      if (violatedConstraint(error) !== "fund_transfers_utr_once") throw error;
    }
  }
}

async function selectOpenCredits(): Promise<OpenCredit[]> {
  const { rows } = await sql<OpenCredit>`
    select credit.adapter, credit_reference as reference, credit.amount_paise as "amountPaise",
      credit.utr_reference as utr, credit.utr_key as key,
      from_account_id as "fromAccountId", arrived_at as "arrivedAt",
      (
        select id from fund_transfers as transfer
        where transfer.utr_key = credit.utr_key and transfer.adapter = credit.adapter
          and destination = 'provider' and transfer.amount_paise = credit.amount_paise
          and corrects_id is null and corrected_at is null
          and not exists (select from provider_credits where transfer_id = transfer.id)
      ) as "transferId",
      exists (
        select from fund_transfers as transfer
        where transfer.utr_key = credit.utr_key and corrected_at is not null
      ) as "wasCorrected"
    from provider_credits as credit
    where transfer_id is null and credit.utr_key is not null
    order by arrived_at
  `.execute(database());
  return rows;
}

async function match(db: Tx, credit: OpenCredit): Promise<void> {
  const { adapter, reference, utr, key, transferId } = credit;
  if (transferId !== null) {
    const transfer = await db
      .selectFrom("fund_transfers")
      .select("id")
      .where("id", "=", transferId)
      .where("corrected_at", "is", null)
      .forUpdate()
      .executeTakeFirst();
    // A person took it back meanwhile.
    if (!transfer) return;
    await linkCredit(db, transferId, adapter, reference);
    await publishToSuperAdmins(db, ["float"]);
    return;
  }
  if (utr === null || key === null || credit.wasCorrected) return;
  await lockUtr(db, utr);
  const debits = await selectLines(db, key, "debit");
  const debit = debits.find((line) => line.paise === credit.amountPaise && line.accountId !== null);
  const receivingAccountId = debit?.accountId ?? credit.fromAccountId;
  if (receivingAccountId === null) return;
  const transfer: NewTransfer = {
    source: "bank",
    destination: "provider",
    adapter,
    receivingAccountId,
    amountPaise: credit.amountPaise,
    utr,
    on: todayInIndia(credit.arrivedAt),
    note: null,
  };
  if (!(await isRecordable(db, transfer))) return;
  const origin = debit ? "bank_statement" : "provider_list";
  const id = await writeTransfer(db, transfer, { origin, recordedBy: null });
  await linkCredit(db, id, adapter, reference);
  await record(db, {
    act: "float.transfer_recorded",
    by: null,
    subject: { kind: "fund_transfer", id },
    after: { ...loggedTransfer(transfer), origin },
  });
}

/** Another amount on the statement, or a deposit with the UTR, is for a person to decide. */
async function isRecordable(db: Tx, transfer: NewTransfer): Promise<boolean> {
  try {
    await assertRecordable(db, transfer);
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}
