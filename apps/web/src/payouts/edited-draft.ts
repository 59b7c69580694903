import type { PaymentRequest } from "@rokad/contract/payment-requests";
import { mapPayoutFields } from "@rokad/contract/payout-fields";
import type { PayoutDraft } from "../common/payouts/start-payout.ts";
import { blankPayout } from "./payout-form.ts";
import { savedFields } from "./saved-fields.ts";

/** The form of a request that is edited, with the hash of the revision that fills it in. */
export async function draftOfRequest(request: PaymentRequest): Promise<PayoutDraft> {
  return {
    ...blankPayout,
    ...mapPayoutFields((name) => request[name] ?? undefined),
    method: request.method,
    upi_id: request.upi_id ?? "",
    account_number: request.account_number ?? "",
    ifsc_code: request.ifsc_code ?? "",
    amount: request.amount.amount / 100,
    ...(request.beneficiary && (await savedFields(request.beneficiary))),
    content_hash: request.content_hash,
  } as PayoutDraft;
}

/** The revision that an edit replaces: the one that the person began with, not the newest. */
export function editedHash({ content_hash: hash }: PayoutDraft, request: PaymentRequest): string {
  return hash ?? request.content_hash;
}
