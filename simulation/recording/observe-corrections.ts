import type { Answer } from "@rokad/contract/call";
import * as adjustments from "@rokad/contract/adjustments";
import { addBankAccount } from "@rokad/contract/bank-accounts";
import * as closings from "@rokad/contract/closings";
import { getFloat } from "@rokad/contract/float";
import { changeSettings } from "@rokad/contract/settings";
import { createTenant } from "@rokad/contract/tenants";
import type { RequestAnswer } from "../checker/request-observations.ts";
import { answered, orderedPaise, paiseOf, type Exchange, type NamedObserver } from "./observer.ts";

/** What the answers about accounts, adjustments and closings say. */
export const correctionObservers: readonly NamedObserver[] = [
  answered(createTenant, ({ input }, { data }) => [
    { kind: "client", tenant: input.body.phone, id: data._id },
  ]),
  answered(addBankAccount, ({ mobile, input }, { data }) => [
    { kind: "own account", tenant: mobile, id: data._id, number: input.body.account_number },
  ]),
  answered(changeSettings, ({ input }) =>
    input.body.changes
      .filter(({ key }) => key === "partial_return_charges")
      .map(({ value }) => ({
        kind: "charges setting" as const,
        areRefunded: value === "refund",
      })),
  ),
  answered(adjustments.proposeAdjustment, ({ mobile, input: { body } }, { data }) => [
    {
      kind: "adjustment proposal",
      id: data.id,
      by: mobile,
      client: body.tenant_id ?? null,
      paise:
        body.debit_account === "wallet" ? -orderedPaise(body.amount) : orderedPaise(body.amount),
      account: body.receiving_account ?? null,
      provider: body.provider ?? null,
    },
  ]),
  confirmed(adjustments.confirmAdjustment),
  answered(adjustments.rejectAdjustment, ({ input }) => [
    { kind: "adjustment end", id: input.params.id, state: "rejected" },
  ]),
  answered(adjustments.withdrawAdjustment, ({ input }) => [
    { kind: "adjustment end", id: input.params.id, state: "withdrawn" },
  ]),
  answered(adjustments.listAdjustments, (_, { data, summary }, isFinal) => [
    ...summary.chargebacks.map(({ reference }) => ({
      kind: "shown chargeback" as const,
      reference,
    })),
    ...(isFinal ? data.map(observeAdjustment) : []),
  ]),
  answered(getFloat, (_, { data }, isFinal) =>
    isFinal
      ? data.bank.accounts.map(({ id, books }) => ({
          kind: "account books" as const,
          account: id,
          paise: paiseOf(books),
        }))
      : [],
  ),
  answered(closings.getClosing, ({ input }, { data }) =>
    data.withdrawals.map(({ id, reference_id: reference, amount }) => ({
      kind: "closing payout" as const,
      client: input.params.id,
      id,
      reference,
      paise: paiseOf(amount),
    })),
  ),
  answered(closings.payOutBalance, ({ input }, { data }) => [
    {
      kind: "balance payout",
      client: input.params.id,
      balancePaise: input.body.balance,
      payouts: data.payouts.map(({ id }) => id),
    },
  ]),
  answered(closings.setRemainderAside, ({ input }) => [
    { kind: "remainder", client: input.params.id, paise: input.body.balance },
  ]),
];

type Adjustment = Answer<typeof adjustments.listAdjustments>["data"][number];

function observeAdjustment(one: Adjustment) {
  const paise = paiseOf(one.amount);
  return {
    kind: "adjustment" as const,
    id: one.id,
    what: one.kind,
    state: one.state,
    client: one.tenant?.id ?? null,
    paise: one.debit_account === "wallet" ? -paise : paise,
    owedPaise: paiseOf(one.owed),
    deposit: one.deposit?.id ?? null,
    reference: one.reference,
    account: one.receiving_account?.id ?? null,
    accountPaise: changeOf("bank", one),
    provider: one.provider,
    providerPaise: changeOf("provider", one),
  };
}

/** What an adjustment adds to our money on an account. */
function changeOf(account: "bank" | "provider", one: Adjustment): number {
  const paise = paiseOf(one.amount);
  if (one.debit_account === account) return paise;
  return one.credit_account === account ? -paise : 0;
}

/** Every answer to a confirmation, also a refusal and none. */
function confirmed(call: typeof adjustments.confirmAdjustment): NamedObserver {
  return [
    call.name,
    (exchange) => {
      const { mobile, input, result } = exchange as unknown as Exchange<typeof call>;
      const { id } = input.params;
      const answer: RequestAnswer = result?.ok
        ? { accepted: { id } }
        : result
          ? { refused: result.code }
          : { none: true };
      const lostBefore = result?.lostBefore ?? true;
      return [{ kind: "adjustment confirmation", id, by: mobile, answer, lostBefore }];
    },
  ];
}
