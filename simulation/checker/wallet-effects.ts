import type { ObservationIndex, Order } from "./index-observations.ts";
import { netPaidPaise } from "./net-payment.ts";
import { sumPaise } from "./paise.ts";
import { transferKey } from "./utr.ts";

/** What moved a client's wallet, by its own requests and the banks' books. */
export interface WalletEffect {
  readonly tenant: string;
  readonly paise: bigint;
}

/** Each kind of act that moves a wallet. A new kind is one entry. */
export const walletEffects: Readonly<
  Record<string, (index: ObservationIndex) => readonly WalletEffect[]>
> = {
  // The client sees the credit; the bank's books say how much arrived.
  "transfers in": ({ finalDeposits, receipts }) =>
    finalDeposits
      .filter(({ status }) => status === "completed")
      .map(({ tenant, utr }) => ({
        tenant,
        paise: BigInt(receipts.get(transferKey(utr))?.[0]?.paise ?? 0),
      })),
  "payouts with fee and GST as quoted": (index) =>
    acceptedOrders(index).map(({ order }) => ({
      tenant: order.tenant,
      paise: -orderedTotalPaise(index, order),
    })),
  "payouts that no bank paid, or that came back in full": (index) => {
    const open = openPayouts(index);
    return acceptedOrders(index)
      .filter(({ id, reference }) => !open.has(id) && netPaidPaise(index, reference) === 0n)
      .map(({ order }) => ({ tenant: order.tenant, paise: orderedTotalPaise(index, order) }));
  },
  "parts of payments that came back": (index) =>
    acceptedOrders(index).map(({ reference, order }) => ({
      tenant: order.tenant,
      paise: partsBackPaise(index, reference, order),
    })),
  adjustments: ({ posted, clientOf }) =>
    posted.flatMap(({ client, paise }) => {
      const tenant = clientOf(client);
      return tenant === undefined ? [] : [{ tenant, paise: BigInt(paise) }];
    }),
};

/**
 * What parts of a payment brought back to the wallet while the rest stays paid, with fee and GST if the
 * setting refunds them.
 */
export function partsBackPaise(index: ObservationIndex, reference: string, order: Order): bigint {
  const back = sumPaise(index.returns.get(reference) ?? [], ({ paise }) => paise);
  if (back === 0n || netPaidPaise(index, reference) <= 0n) return 0n;
  const charges = orderedTotalPaise(index, order) - BigInt(order.paise);
  return areChargesRefunded(index) ? back + charges : back;
}

/** Whether a partial return brings fee and GST back: not, unless super admins chose it. */
export function areChargesRefunded(index: ObservationIndex): boolean {
  return index.of("charges setting").at(-1)?.areRefunded ?? false;
}

/** The orders that were accepted as a payout. */
export function acceptedOrders({ orders }: ObservationIndex) {
  return orders.flatMap((order) => order.accepted.map((payout) => ({ ...payout, order })));
}

/** The ids of payouts that are finally shown without an outcome: their total is on hold. */
export function openPayouts({ finalPayouts }: ObservationIndex): ReadonlySet<string> {
  return new Set(
    finalPayouts
      .filter(({ status }) => status === "pending" || status === "processing")
      .map(({ id }) => id),
  );
}

/**
 * Amount, fee and GST of an order in paise. A quote whose answer was lost is replaced by the charges
 * in the client's history.
 */
export function orderedTotalPaise({ finalPayoutById }: ObservationIndex, order: Order): bigint {
  const paise = BigInt(order.paise);
  if (order.quote) return paise + BigInt(order.quote.feePaise) + BigInt(order.quote.gstPaise);
  const shown = finalPayoutById.get(order.accepted[0]?.id ?? "");
  return paise + BigInt(shown?.feePaise ?? 0) + BigInt(shown?.gstPaise ?? 0);
}
