import type { FundTransfer } from "@rokad/contract/fund-transfers";
import { database, type Db } from "../../database/db.ts";
import { inr, maskEnd } from "../../kernel/money.ts";
import { pageOf } from "../../kernel/page.ts";
import { configuredProviders } from "../../providers/configured-providers.ts";
import { sideOf } from "./fund-transfer.ts";
import { selectTransfers, type TransferRow } from "./write-transfer.ts";

/** A page of transfers of own money, newest first. */
export async function listTransfers(query: { readonly page: number; readonly limit: number }) {
  const db = database();
  const rows = await selectTransfers(db)
    .orderBy("recorded_at", "desc")
    .orderBy("transfers.id", "desc")
    .limit(query.limit)
    .offset((query.page - 1) * query.limit)
    .execute();
  const { total } = await db
    .selectFrom("fund_transfers")
    .select((eb) => eb.fn.countAll<bigint>().as("total"))
    .executeTakeFirstOrThrow();
  return { data: rows.map(asTransfer), pagination: pageOf(query, total), total: Number(total) };
}

export async function readTransfer(db: Db, id: string): Promise<FundTransfer> {
  return asTransfer(
    await selectTransfers(db).where("transfers.id", "=", id).executeTakeFirstOrThrow(),
  );
}

function asTransfer(row: TransferRow): FundTransfer {
  const provider = configuredProviders().find(({ name }) => name === row.adapter);
  const isListed = row.destination === "provider" && provider?.accountCredits !== undefined;
  const isCorrection = row.corrects_id !== null;
  return {
    id: row.id,
    from: sideOf(row.source, row.adapter),
    to: sideOf(row.destination, row.adapter),
    receiving_account:
      row.receiving_account_id === null
        ? null
        : {
            id: row.receiving_account_id,
            label: row.account_label ?? "",
            account_number: maskEnd(row.account_end ?? ""),
          },
    amount: inr(row.amount_paise),
    utr_reference: row.utr_reference,
    transferred_on: row.on,
    note: row.note,
    origin: row.origin,
    recorded_at: row.recorded_at.toISOString(),
    recorded_by: row.recorder_name,
    on_statement: isCorrection ? null : row.on_statement,
    at_provider: isListed && !isCorrection && row.corrected_at === null ? row.at_provider : null,
    is_correction: isCorrection,
    corrected_at: row.corrected_at?.toISOString() ?? null,
  };
}
