import type { FundTransfer } from "@rokad/contract/fund-transfers";
import { sql } from "kysely";
import { transaction, type Tx } from "../../database/db.ts";
import type { SignedSummary } from "../../http/with-signature.ts";
import { record } from "../../identity/audit/record.ts";
import { now } from "../../kernel/clock.ts";
import { dayInIndia } from "../../kernel/days.ts";
import { ApiError, notFound } from "../../kernel/errors.ts";
import type { SuperAdmin } from "../../kernel/person.ts";
import { todayInIndia } from "@rokad/contract/fields";
import type { NewTransfer } from "./fund-transfer.ts";
import { readTransfer } from "./list-transfers.ts";
import { loggedTransfer, summarizeTransfer } from "./record-transfer.ts";
import { writeTransfer } from "./write-transfer.ts";

/** What a person signs. @throws 404; 409 `ALREADY_DECIDED`. */
export async function describeCorrection(id: string): Promise<SignedSummary> {
  const row = await transaction((db) => lockCorrectable(db, id));
  return summarizeTransfer("Take back the transfer", transferOf(row));
}

/**
 * Takes a transfer back by a posting in the other direction; its record stays. Afterwards the same
 * UTR may be recorded again, with the right amount.
 * @returns the correction.
 * @throws 404; 409 `ALREADY_DECIDED`.
 */
export async function correctTransfer(
  person: SuperAdmin,
  id: string,
  reason: string,
): Promise<FundTransfer> {
  return transaction(async (db) => {
    const row = await lockCorrectable(db, id);
    await db
      .updateTable("fund_transfers")
      .set({ corrected_at: now() })
      .where("id", "=", id)
      .execute();
    await db
      .updateTable("provider_credits")
      .set({ transfer_id: null })
      .where("transfer_id", "=", id)
      .execute();
    const correction: NewTransfer = {
      // With the day of the transfer, so that both cancel each other out on every day.
      ...transferOf(row),
      source: row.destination,
      destination: row.source,
      note: reason,
    };
    const correctionId = await writeTransfer(db, correction, {
      origin: "person",
      recordedBy: person.member.id,
      correctsId: id,
    });
    const answer = await readTransfer(db, correctionId);
    await record(db, {
      act: "float.transfer_corrected",
      by: person,
      subject: { kind: "fund_transfer", id },
      reason,
      after: { correction: correctionId, ...loggedTransfer(correction) },
    });
    return answer;
  });
}

function transferOf(row: Awaited<ReturnType<typeof lockCorrectable>>): NewTransfer {
  return {
    source: row.source,
    destination: row.destination,
    adapter: row.adapter,
    receivingAccountId: row.receiving_account_id,
    amountPaise: row.amount_paise,
    utr: row.utr_reference,
    on: row.on,
    note: row.note,
  };
}

/** Locks the transfer: closes the race between two people who take it back. */
async function lockCorrectable(db: Tx, id: string) {
  const row = await db
    .selectFrom("fund_transfers")
    .selectAll()
    .select(sql<string>`to_char(transferred_on, 'YYYY-MM-DD')`.as("on"))
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound("This transfer");
  if (row.corrects_id !== null)
    throw new ApiError(
      409,
      "ALREADY_DECIDED",
      "A correction can't be taken back. Record the transfer again.",
    );
  if (row.corrected_at !== null) {
    const on = dayInIndia(todayInIndia(row.corrected_at));
    throw new ApiError(409, "ALREADY_DECIDED", `This transfer was already taken back on ${on}`);
  }
  return row;
}
