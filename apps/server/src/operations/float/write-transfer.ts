import { sql } from "kysely";
import type { Db, Tx } from "../../database/db.ts";
import { publishToSuperAdmins } from "../../identity/people/publish-to-super-admins.ts";
import { now } from "../../kernel/clock.ts";
import { newId } from "../../kernel/ids.ts";
import { utrKey } from "../../kernel/utr-key.ts";
import { transfer as postTransfer } from "../../ledger/own-money.ts";
import type { NewTransfer } from "./fund-transfer.ts";

interface Origin {
  readonly origin: "person" | "bank_statement" | "provider_list";
  readonly recordedBy: string | null;
  /** The transfer that this one takes back. */
  readonly correctsId?: string;
}

/**
 * Records a transfer and posts it.
 * @returns its id.
 * @throws a unique violation of `fund_transfers_utr_once` when the transfer is recorded already.
 */
export async function writeTransfer(
  db: Tx,
  transfer: NewTransfer,
  { origin, recordedBy, correctsId }: Origin,
): Promise<string> {
  const id = newId();
  await db
    .insertInto("fund_transfers")
    .values({
      id,
      source: transfer.source,
      destination: transfer.destination,
      adapter: transfer.adapter,
      receiving_account_id: transfer.receivingAccountId,
      amount_paise: transfer.amountPaise,
      utr_reference: transfer.utr,
      transferred_on: transfer.on,
      note: transfer.note,
      origin,
      recorded_by: recordedBy,
      recorded_at: now(),
      corrects_id: correctsId ?? null,
    })
    .execute();
  const { source, destination, receivingAccountId, amountPaise } = transfer;
  await postTransfer(db, [
    { transferId: id, source, destination, receivingAccountId, amountPaise },
  ]);
  await publishToSuperAdmins(db, ["float"]);
  return id;
}

/** Links a transfer with the credit in the provider's list that has its UTR and amount. */
export async function linkCreditByUtr(db: Tx, id: string, transfer: NewTransfer): Promise<void> {
  if (transfer.destination !== "provider" || transfer.utr === null) return;
  await sql`
    update provider_credits set transfer_id = ${id}
    where (adapter, credit_reference) = (
      select adapter, credit_reference from provider_credits
      where adapter = ${transfer.adapter} and utr_key = ${utrKey(transfer.utr)}
        and amount_paise = ${transfer.amountPaise} and transfer_id is null
      order by arrived_at limit 1
    )
  `.execute(db);
}

/** Links a transfer with the credit that a person named. */
export async function linkCredit(db: Tx, id: string, adapter: string | null, reference: string) {
  await db
    .updateTable("provider_credits")
    .set({ transfer_id: id })
    .where("adapter", "=", adapter ?? "")
    .where("credit_reference", "=", reference)
    .execute();
}

/** Whether a line is on a statement of the transfer's account; an import may not name its account. */
const isSameAccount = sql`
  coalesce(statement.receiving_account_id = transfers.receiving_account_id, true)
`;

/** Transfers with who recorded them, and whether bank and provider have them. */
export function selectTransfers(db: Db) {
  return db
    .selectFrom("fund_transfers as transfers")
    .leftJoin("people", "people.id", "transfers.recorded_by")
    .leftJoin("receiving_accounts as account", "account.id", "transfers.receiving_account_id")
    .selectAll("transfers")
    .select([
      "people.name as recorder_name",
      "account.label as account_label",
      "account.account_number_end as account_end",
    ])
    .select(sql<string>`to_char(transferred_on, 'YYYY-MM-DD')`.as("on"))
    .select(
      sql<boolean | null>`case
        when 'bank' in (source, destination) and utr_key is not null then exists (
          select from statement_debits as keys
          join statement_lines as line on line.id = keys.line_id
          join statement_imports as statement on statement.id = line.import_id
          where source = 'bank' and keys.utr_key = transfers.utr_key
            and line.amount_paise = transfers.amount_paise and ${isSameAccount}
          union all
          select from statement_credit_keys as keys
          join statement_lines as line on line.id = keys.line_id
          join statement_imports as statement on statement.id = line.import_id
          where destination = 'bank' and keys.utr_key = transfers.utr_key
            and line.amount_paise = transfers.amount_paise and ${isSameAccount}
        )
      end`.as("on_statement"),
    )
    .select(
      sql<boolean>`exists (
        select from provider_credits where transfer_id = transfers.id
      )`.as("at_provider"),
    );
}

export type TransferRow = Awaited<
  ReturnType<ReturnType<typeof selectTransfers>["execute"]>
>[number];
