import { smsVariableCharsMax } from "@rokad/contract/sms-text";
import { digest } from "../../kernel/ids.ts";
import type { SuperAdmin } from "../../kernel/person.ts";
import { sendDecisionCode } from "../../payouts/decisions/sign-decision.ts";
import type { AdjustmentOrder } from "./adjustment-queries.ts";

/** What one person signs: the proposal, or the confirmation of one proposal. */
export type Signature =
  | { readonly act: "propose adjustment" }
  | { readonly act: "confirm adjustment"; readonly id: string };

/** The digest of a signature with all that the adjustment moves, its reason and its document. */
export function adjustmentDigest(
  signature: Signature,
  order: AdjustmentOrder,
  documentSha256: string | null,
): Buffer {
  return digest({
    ...signature,
    order: {
      kind: order.kind,
      debitAccount: order.debitAccount,
      creditAccount: order.creditAccount,
      receivingAccountId: order.receivingAccountId,
      adapter: order.adapter,
      tenantId: order.tenantId,
      amountPaise: String(order.amountPaise),
      reason: order.reason,
      reference: order.reference,
      depositId: order.depositId,
      statementLineId: order.statementLineId,
      chargebackId: order.chargebackId,
      documentSha256,
    },
  });
}

/** Texts a super admin a code that signs only this. @throws 429; 503 `SMS_NOT_SENT`. */
export function sendAdjustmentCode(
  person: SuperAdmin,
  signed: Buffer,
  { amountPaise }: Pick<AdjustmentOrder, "amountPaise">,
  tenantName: string | null,
) {
  const decision = `adjustment ${tenantName ?? "of accounts"}`.slice(0, smsVariableCharsMax).trim();
  return sendDecisionCode(person, { digest: signed, decision, amountPaise });
}
