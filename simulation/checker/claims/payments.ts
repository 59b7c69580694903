import { isRefunded } from "../request-observations.ts";
import type { Claim } from "../claim.ts";
import type { ObservationIndex } from "../index-observations.ts";
import { netPaidPaise } from "../net-payment.ts";
import type { ObservationOf } from "../observations.ts";
import { sumPaise } from "../paise.ts";
import { transferKey } from "../utr.ts";
import { acceptedOrders } from "../wallet-effects.ts";

export const paidOnce: Claim = {
  claim: "No payout was paid twice, at one bank or at several",
  check: (index) => ({
    checked: `${index.of("bank payment").length} payments`,
    violations: [
      ...[...index.payments]
        .filter(([, payments]) => payments.length > 1)
        .map(
          ([reference, payments]) =>
            `${reference} was paid ${payments.length} times, by ${payments.map(({ bank }) => bank).join(" and ")}`,
        ),
      ...index.orders.flatMap(({ tenant, name, accepted }) => {
        const paid = accepted.filter(({ reference }) => index.payments.has(reference));
        return paid.length > 1
          ? [`the order "${name}" of ${tenant} was paid as ${paid.length} payouts`]
          : [];
      }),
    ],
  }),
};

export const successWasPaid: Claim = {
  claim:
    "A payout shown as successful was paid once, with its amount, to its beneficiary, under its UTR",
  check: (index) => {
    const successful = index.finalPayouts.filter(({ status }) => status === "success");
    const orders = new Map(acceptedOrders(index).map(({ id, order }) => [id, order]));
    return {
      checked: `${successful.length} payouts, ${sumPaise(successful, ({ paise }) => paise)} paise`,
      violations: successful.flatMap((payout) => {
        const order = orders.get(payout.id);
        const ordered = order && { paise: order.paise, to: order.to };
        return paymentFaults(index, payout, ordered).map(
          (fault) => `${payout.reference} of ${payout.tenant} is shown as successful, but ${fault}`,
        );
      }),
    };
  },
};

/** @param ordered what was ordered; undefined if no answer named the payout. */
function paymentFaults(
  index: ObservationIndex,
  payout: ObservationOf<"payout">,
  ordered: { readonly paise: number; readonly to: string | undefined } | undefined,
): string[] {
  const payments = index.payments.get(payout.reference) ?? [];
  const [payment] = payments;
  if (!payment || netPaidPaise(index, payout.reference) <= 0n) return ["no bank paid it"];
  const expected = ordered?.paise ?? payout.paise;
  const to = ordered?.to ?? payment.to;
  const utrs = [payment.utr, signedUtrOf(index, payout.id)].flatMap((utr) => utr ?? []);
  return [
    ...(payments.length > 1 ? [`it was paid ${payments.length} times`] : []),
    ...(payment.paise === expected ? [] : [`${payment.bank} paid ${payment.paise} paise`]),
    ...(payout.paise === expected ? [] : [`its amount is shown as ${payout.paise} paise`]),
    ...(payment.to === to ? [] : ["the bank paid another beneficiary"]),
    ...(isSameBeneficiary(payout.to, to) ? [] : ["another beneficiary is shown"]),
    ...(utrs.length === 0 || isOneOf(payout.utr ?? "", utrs)
      ? []
      : [`its UTR ${payout.utr} is not the bank's ${utrs.join(" or ")}`]),
  ];
}

function signedUtrOf(index: ObservationIndex, id: string): string | null {
  const signed = index.of("signed outcome").find(({ payout }) => payout === id);
  return signed?.utr ?? null;
}

const isOneOf = (utr: string, utrs: readonly string[]) =>
  utrs.some((one) => transferKey(one) === transferKey(utr));

/** Lists mask an account number and show its end. */
function isSameBeneficiary(shown: string, ordered: string): boolean {
  const end = shown.replace(/^\*+/, "");
  return end === shown ? shown === ordered : ordered.endsWith(end);
}

export const failedWasNotPaid: Claim = {
  claim: "A payout shown as failed or cancelled was paid nowhere, or came back in full",
  check: (index) => {
    const failed = index.finalPayouts.filter(({ status }) => isRefunded(status));
    return {
      checked: `${failed.length} payouts`,
      violations: failed
        .filter(({ reference }) => netPaidPaise(index, reference) !== 0n)
        .map(
          ({ tenant, reference }) =>
            `${reference} of ${tenant} is shown as failed or cancelled, but banks paid ${netPaidPaise(index, reference)} paise`,
        ),
    };
  },
};

export const paymentsWereAnswered: Claim = {
  claim: "Every payment at a bank is of a payout that an answer named to a client",
  check: (index) => {
    const answered = new Set(acceptedOrders(index).map(({ reference }) => reference));
    const payments = index.of("bank payment");
    return {
      checked: `${payments.length} payments, ${answered.size} payouts in answers`,
      violations: payments
        .filter(({ reference }) => !answered.has(reference))
        .map(
          ({ bank, reference, paise }) =>
            `${bank} paid ${paise} paise for ${reference}, which no answer named`,
        ),
    };
  },
};

export const returnsWerePaid: Claim = {
  claim: "No bank returned more than it paid",
  check: (index) => ({
    checked: `${index.of("bank return").length} returns`,
    violations: [...index.returns.keys()]
      .filter((reference) => netPaidPaise(index, reference) < 0n)
      .map((reference) => `more came back for ${reference} than was paid`),
  }),
};
