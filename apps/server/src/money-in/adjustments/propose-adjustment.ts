import { adjustmentLabel, isOnWallet } from "@rokad/contract/adjustment-kinds";
import type { adjustmentForm } from "@rokad/contract/adjustment-form";
import { rupeesToPaise } from "@rokad/money/rupees";
import type * as z from "zod/mini";
import { transaction } from "../../database/db.ts";
import type { RunTransaction } from "../../http/idempotency.ts";
import type { SignedSummary } from "../../http/with-signature.ts";
import { record } from "../../identity/audit/record.ts";
import { notifySuperAdmins } from "../../identity/notifications/notify-super-admins.ts";
import { decisionText } from "../../identity/signatures/signed-text.ts";
import { publishToSuperAdmins } from "../../identity/people/publish-to-super-admins.ts";
import { now } from "../../kernel/clock.ts";
import { newId } from "../../kernel/ids.ts";
import { rupees } from "../../kernel/money.ts";
import type { SuperAdmin } from "../../kernel/person.ts";
import { insertDocument, readDocument } from "./adjustment-document.ts";
import { insertAdjustment, type AdjustmentOrder } from "./adjustment-queries.ts";
import { findBookedAccounts } from "./booked-accounts.ts";
import { checkAdjustment } from "./check-adjustment.ts";

type Form = z.output<typeof adjustmentForm>;

/** What a person signs. @throws 400; 404; 409 `ADJUSTMENT_NOT_POSSIBLE`. */
export async function describeAdjustment(form: Form): Promise<SignedSummary> {
  const order = await orderOf(form);
  if (form.document) readDocument(form.document);
  const tenantName = await transaction((db) => checkAdjustment(db, order, null));
  return summarizeAdjustment("Propose", order, tenantName);
}

/** An adjustment in one phrase, and in the text with the code. */
export function summarizeAdjustment(
  act: string,
  { kind, amountPaise }: Pick<AdjustmentOrder, "kind" | "amountPaise">,
  tenantName: string | null,
): SignedSummary {
  const label = adjustmentLabel(kind).toLowerCase();
  const whose = tenantName === null ? "" : ` for ${tenantName}`;
  return {
    summary: `${act} ${label} of ${rupees(amountPaise)}${whose}`,
    text: decisionText(`${label}${whose}`, amountPaise),
  };
}

/**
 * Proposes an adjustment. No money moves until another super admin confirms it.
 * @param run runs the change once for the request's key.
 * @returns its id.
 * @throws 400; 404; 409 `ADJUSTMENT_NOT_POSSIBLE`.
 */
export async function proposeAdjustment(
  person: SuperAdmin,
  form: Form,
  run: RunTransaction,
): Promise<{ id: string }> {
  const order = await orderOf(form);
  const document = form.document && readDocument(form.document);
  const sha256 = document?.sha256.toString("hex") ?? null;
  return run(async (db) => {
    const tenantName = await checkAdjustment(db, order, null);
    const id = newId();
    const origin = { proposedBy: person.member.id, at: now(), state: "proposed" } as const;
    await insertAdjustment(db, { id, ...order }, origin);
    if (document) await insertDocument(db, id, document);
    await notifySuperAdmins(db, {
      kind: "adjustment_proposed",
      subjectId: id,
      detail:
        tenantName === null
          ? `${person.member.name} has proposed an adjustment: ${adjustmentLabel(order.kind)}, ${rupees(order.amountPaise)}`
          : `${person.member.name} has proposed an adjustment: ${adjustmentLabel(order.kind)}, ${rupees(order.amountPaise)}, for ${tenantName}`,
      exceptPersonId: person.member.id,
    });
    await publishToSuperAdmins(db, ["deposits"]);
    await record(db, {
      act: "adjustment.proposed",
      by: person,
      subject: { kind: "adjustment", id },
      reason: order.reason,
      after: { ...orderInLog(order), document_sha256: sha256 },
    });
    return { id };
  });
}

/** An order as the audit log stores it. */
export function orderInLog(order: AdjustmentOrder) {
  return {
    kind: order.kind,
    debit: order.debitAccount,
    credit: order.creditAccount,
    receiving_account: order.receivingAccountId,
    provider: order.adapter,
    tenant: order.tenantId,
    amount_paise: String(order.amountPaise),
    reference: order.reference,
    deposit: order.depositId,
    statement_line: order.statementLineId,
    chargeback: order.chargebackId,
  };
}

async function orderOf(form: Form): Promise<AdjustmentOrder> {
  const { debit_account: debit, credit_account: credit } = form;
  return {
    kind: form.kind,
    debitAccount: debit,
    creditAccount: credit,
    ...(await findBookedAccounts(form)),
    tenantId: isOnWallet({ debit, credit }) ? (form.tenant_id ?? null) : null,
    amountPaise: rupeesToPaise(form.amount),
    reason: form.reason,
    reference: form.reference || null,
    depositId: form.deposit_id ?? null,
    statementLineId: form.statement_line_id ?? null,
    chargebackId: form.chargeback_id ?? null,
  };
}
