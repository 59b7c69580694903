import { createApiKey, revokeApiKey } from "@rokad/contract/api-keys";
import { createPayout, validatePayout } from "@rokad/contract/key-payouts";
import { approveDeposit, rejectDeposit } from "@rokad/contract/deposit-reviews";
import { initiateDeposit } from "@rokad/contract/deposits";
import { initiatePayout, sendPayoutOtp } from "@rokad/contract/payouts";
import { assignCredit, returnCredit } from "@rokad/contract/suspense";
import { initiateWithdrawal, sendWithdrawalOtp } from "@rokad/contract/withdrawals";
import { answered, orderedPaise, paiseOf, requested, type NamedObserver } from "./observer.ts";

/** What the answers to orders and decisions say. A new kind of act is one entry. */
export const requestObservers: readonly NamedObserver[] = [
  answered(sendPayoutOtp, ({ mobile, input }, { data: { quote } }) => [
    {
      kind: "payout quote",
      tenant: mobile,
      order: input.body.payout.remarks ?? "",
      paise: paiseOf(quote.amount),
      feePaise: paiseOf(quote.txn_fee),
      gstPaise: paiseOf(quote.gst_amount),
      totalPaise: paiseOf(quote.total),
    },
  ]),
  requested(initiatePayout, (request, { body }, answer) => ({
    kind: "payout request",
    ...request,
    order: body.remarks ?? "",
    paise: orderedPaise(body.amount),
    to:
      body.method === "upi"
        ? body.upi_id
        : body.method === "imps"
          ? body.account_number
          : body.destination_id,
    ...(answer?.data.waits_for_funds && { waits: true }),
    answer: answer
      ? { accepted: { id: answer.data.id, reference: answer.data.reference_id } }
      : null,
  })),
  answered(validatePayout, ({ business, input }, { data }) => [
    {
      kind: "payout quote",
      tenant: business,
      order: input.body.remarks ?? "",
      paise: paiseOf(data.amount),
      feePaise: paiseOf(data.txn_fee),
      gstPaise: paiseOf(data.gst_amount),
      totalPaise: paiseOf(data.total),
    },
  ]),
  requested(createPayout, (request, { body }, answer) => ({
    kind: "payout request",
    ...request,
    order: body.remarks ?? "",
    paise: body.amount_paise ?? orderedPaise(body.amount ?? 0),
    to: body.method === "upi" ? body.upi_id : body.method === "imps" ? body.account_number : "",
    answer: answer
      ? { accepted: { id: answer.data.id, reference: answer.data.reference_id } }
      : null,
  })),
  answered(createApiKey, ({ business, input }, { data }) => {
    const { limits } = input.body;
    if (!limits) return [];
    return [
      {
        kind: "signed limits",
        tenant: business,
        apiKey: data.key.id,
        perPayoutPaise: orderedPaise(limits.per_payout),
        perDayPaise: orderedPaise(limits.per_day),
      },
    ];
  }),
  answered(revokeApiKey, ({ business, input, sentAt, at }) => [
    { kind: "key revocation", tenant: business, apiKey: input.params.id, sentAt, at },
  ]),
  // A withdrawal has no charges, and no name but its amount.
  answered(sendWithdrawalOtp, ({ mobile, input }, { data: { amount } }) => [
    {
      kind: "payout quote",
      tenant: mobile,
      order: withdrawalName(input.body.withdrawal.amount),
      paise: paiseOf(amount),
      feePaise: 0,
      gstPaise: 0,
      totalPaise: paiseOf(amount),
    },
  ]),
  requested(initiateWithdrawal, (request, { body }, answer) => ({
    kind: "payout request",
    ...request,
    order: withdrawalName(body.amount),
    paise: orderedPaise(body.amount),
    to: body.bank_account,
    answer: answer
      ? { accepted: { id: answer.data.id, reference: answer.data.reference_id } }
      : null,
  })),
  requested(initiateDeposit, (request, { body }, answer) => ({
    kind: "deposit request",
    ...request,
    utr: body.utr_reference,
    paise: orderedPaise(body.amount),
    answer: answer ? { accepted: { id: answer.data._id } } : null,
  })),
  answered(approveDeposit, ({ input }, { data }) =>
    data.outcome === "credited"
      ? [{ kind: "deposit decision", deposit: input.params.id, outcome: "credited" }]
      : [],
  ),
  answered(rejectDeposit, ({ input }) => [
    { kind: "deposit decision", deposit: input.params.id, outcome: "rejected" },
  ]),
  answered(assignCredit, ({ input }, { data }) =>
    data.outcome === "decided"
      ? [{ kind: "suspense decision", credit: input.params.id, outcome: "assigned" }]
      : [],
  ),
  answered(returnCredit, ({ input }, { data }) =>
    data.outcome === "decided"
      ? [{ kind: "suspense decision", credit: input.params.id, outcome: "returned" }]
      : [],
  ),
];

const withdrawalName = (rupees: number) => `Withdrawal of ${orderedPaise(rupees)} paise`;
