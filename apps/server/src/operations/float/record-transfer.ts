import { recordFundTransfer, type FundTransferForm } from "@rokad/contract/fund-transfers";
import type { FundTransfer } from "@rokad/contract/fund-transfers";
import { transaction, violatedConstraint, type Tx } from "../../database/db.ts";
import { withIdempotency } from "../../http/idempotency.ts";
import type { SignedSummary } from "../../http/with-signature.ts";
import { record } from "../../identity/audit/record.ts";
import { decisionText } from "../../identity/signatures/signed-text.ts";
import { dayInIndia } from "../../kernel/days.ts";
import { rupees } from "../../kernel/money.ts";
import type { SuperAdmin } from "../../kernel/person.ts";
import { lockUtr } from "../../money-in/deposits/lock-utr.ts";
import { assertRecordable, claimed, findNamedCredit } from "./check-transfer.ts";
import { readTransferForm, sideLabel, sideOf, type NewTransfer } from "./fund-transfer.ts";
import { readTransfer } from "./list-transfers.ts";
import { linkCredit, linkCreditByUtr, writeTransfer } from "./write-transfer.ts";

/**
 * What a person signs, after the checks that recording it makes too.
 * @throws 400; 404; 409 `UTR_ALREADY_USED`, `TRANSFER_DIFFERS`.
 */
export async function describeTransfer(form: FundTransferForm): Promise<SignedSummary> {
  const transfer = await readTransferForm(form);
  await transaction((db) => assertForm(db, transfer, form));
  return summarizeTransfer("Record a transfer", transfer);
}

/** A transfer in one phrase, and in the text with the code. */
export function summarizeTransfer(act: string, transfer: NewTransfer): SignedSummary {
  const { source, destination, adapter, amountPaise, utr, on } = transfer;
  const [from, to] = [source, destination].map((side) => sideLabel(sideOf(side, adapter)));
  return {
    summary: `${act} of ${rupees(amountPaise)} from ${from} to ${to} on ${dayInIndia(on)}${utr === null ? "" : `, UTR ${utr}`}`,
    text: decisionText(`transfer ${from} to ${to}`, amountPaise),
  };
}

/**
 * Records a transfer between bank, a provider and own funds, and posts it once: a repeat with the
 * same idempotency key gets the first answer, and another record of the same UTR is refused.
 * @throws as `describeTransfer`.
 */
export async function recordTransfer(
  person: SuperAdmin,
  form: FundTransferForm,
  key: string | undefined,
): Promise<FundTransfer> {
  const transfer = await readTransferForm(form);
  const request = { person, call: recordFundTransfer.name, key, body: form };
  try {
    return await withIdempotency(request, (db) => write(db, person, transfer, form));
  } catch (error) {
    // Closes the race with the provider's list, which may record the same transfer.
    if (violatedConstraint(error) === "fund_transfers_utr_once")
      throw claimed("This transfer is already recorded");
    throw error;
  }
}

async function write(
  db: Tx,
  person: SuperAdmin,
  transfer: NewTransfer,
  form: FundTransferForm,
): Promise<FundTransfer> {
  const credit = await assertForm(db, transfer, form);
  const id = await writeTransfer(db, transfer, { origin: "person", recordedBy: person.member.id });
  if (credit) await linkCredit(db, id, transfer.adapter, credit.credit_reference);
  else await linkCreditByUtr(db, id, transfer);
  const answer = await readTransfer(db, id);
  await record(db, {
    act: "float.transfer_recorded",
    by: person,
    subject: { kind: "fund_transfer", id },
    reason: transfer.note,
    after: loggedTransfer(transfer),
  });
  return answer;
}

async function assertForm(db: Tx, transfer: NewTransfer, form: FundTransferForm) {
  if (transfer.utr !== null) await lockUtr(db, transfer.utr);
  await assertRecordable(db, transfer);
  const { credit_reference: reference } = form;
  return reference === undefined ? undefined : findNamedCredit(db, transfer, reference);
}

export function loggedTransfer(transfer: NewTransfer) {
  return {
    from: sideOf(transfer.source, transfer.adapter),
    to: sideOf(transfer.destination, transfer.adapter),
    receiving_account: transfer.receivingAccountId,
    amount_paise: String(transfer.amountPaise),
    utr_reference: transfer.utr,
    transferred_on: transfer.on,
  };
}
