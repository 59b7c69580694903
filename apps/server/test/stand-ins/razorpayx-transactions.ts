import type { StandInReply } from "./stand-in-server.ts";
import { sampleId, type BookedPayout } from "./razorpayx-books.ts";
import { refuse } from "./razorpayx-limits.ts";

/** A bank transfer to the RazorpayX account. */
export interface TopUp {
  readonly paise: number;
  readonly utr: string;
  readonly payerAccount: string;
}

/** The stand-in's list of transactions: top-ups, payouts, and payouts that came back. */
export function openTransactions(
  now: () => Date,
  payouts: () => readonly BookedPayout[],
  accountNumber: string,
) {
  const topUps: (TopUp & { readonly at: number })[] = [];

  function list(query: URLSearchParams): StandInReply {
    const count = Number(query.get("count") ?? 10);
    const skip = Number(query.get("skip") ?? 0);
    if (!(count >= 1 && count <= 100))
      return refuse("The count must be 1 to 100", { field: "count" });
    const from = Number(query.get("from") ?? 0);
    const to = Number(query.get("to") ?? 2_147_483_647);
    const items = [...topUps.map(topUpJson), ...payouts().flatMap(payoutJsons)]
      .filter(({ created_at: at }) => at >= from && at <= to)
      .toSorted((one, other) => other.created_at - one.created_at)
      .slice(skip, skip + count);
    return { status: 200, json: { entity: "collection", count: items.length, items } };
  }

  const transactionJson = (
    number: string,
    { credit, debit, at, source }: { credit: number; debit: number; at: number; source: object },
  ) => ({
    id: `txn_${number}`,
    entity: "transaction",
    account_number: accountNumber,
    amount: credit || debit,
    currency: "INR",
    credit,
    debit,
    balance: 0,
    source,
    created_at: at,
  });

  function topUpJson({ paise, utr, payerAccount, at }: (typeof topUps)[number], nth: number) {
    const source = {
      id: sampleId("bt", nth + 1),
      entity: "bank_transfer",
      payer_name: "Rokad Sandbox Private Limited",
      payer_account: payerAccount,
      payer_ifsc: "HDFC0000001",
      mode: "NEFT",
      bank_reference: utr,
      amount: paise,
    };
    return transactionJson(`T${nth + 1}`, { credit: paise, debit: 0, at, source });
  }

  function payoutJsons({ id, amount, fees, tax, status, createdAt: at }: BookedPayout) {
    const source = { id, entity: "payout", amount, fees, tax, status };
    const debited = transactionJson(`D${id}`, { credit: 0, debit: amount + fees, at, source });
    if (status !== "reversed") return [debited];
    const back = { id: id.replace("pout", "rvrsl"), entity: "reversal", amount };
    return [
      debited,
      transactionJson(`R${id}`, { credit: amount + fees, debit: 0, at, source: back }),
    ];
  }

  return {
    list,
    add: (topUp: TopUp) => void topUps.push({ ...topUp, at: Math.floor(now().getTime() / 1_000) }),
  };
}
