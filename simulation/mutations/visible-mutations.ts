import type { Observation } from "../checker/observations.ts";

/** Mutations of the database that change what the API says. They are read through a server. */
export const visibleInDatabase: ReadonlySet<string> = new Set([
  "an overwritten balance",
  "money spent before it arrived",
  "an extra paisa in a wallet",
  "an open payout without a hold",
  "a successful payout that no tenant requested",
  "a completed deposit without a credit",
  "a deposit of another tenant",
  "a paid payout raised by ₹50,000",
  "a deposit at ten times its amount",
  "a credit that no bank received",
  "a wrong rollup in payout_rollups",
  "a wrong rollup in deposit_rollups",
  "a wrong rollup in credit_rollups",
  "a wrong rollup in ledger_days",
  "a transfer that was credited twice",
  "a transfer that was credited again under its padded UTR",
  "a transfer that the bank took back, on no line that super admins see",
  "a receivable without a debit",
  "a payout of which more is back than its returns brought",
  "an adjustment recorded and posted on another receiving account",
  "an adjustment of another provider",
]);

/** Mutations of the banks' books. */
export const visibleAtBanks: ReadonlySet<string> = new Set([
  "a bank paid another amount",
  "a bank paid another account",
  "a bank paid twice",
  "a bank paid without a payout",
  "a held-up send was paid after a refused repeat had failed its payout",
  "a bank received money that is not in the ledger",
  "a credited deposit without a transfer",
  "a transfer with a paisa less than its deposit",
  "a payout that only a signed event about another amount called paid",
  "a frozen worker's late call was paid by the other bank too",
  "a worker ahead of time sent a payout again that the first bank had returned",
  "a bank returned a part that is not in the books",
  "a part is back that the bank kept",
  "a provider took a credit back that our books keep",
]);

type Change = (observations: readonly Observation[]) => readonly Observation[];

/** Mutations of the clients' records, as a change of what the clients observed. */
export const visibleToClients: ReadonlyMap<string, Change> = new Map<string, Change>([
  [
    "an acknowledged payout is missing",
    (observations) => addRequest(observations, { order: "Missing payout", id: "lost" }),
  ],
  [
    "a request was acknowledged with two ids",
    (observations) => addRequest(observations, { id: "another" }),
  ],
  [
    "a rejected payout has a row",
    (observations) => {
      const { id } = acceptedRequest(observations);
      return observations.map((one) =>
        one.kind === "payout request" && "accepted" in one.answer && one.answer.accepted.id === id
          ? { ...one, answer: { refused: "INSUFFICIENT_BALANCE" } }
          : one,
      );
    },
  ],
  [
    "a rejection had no effect",
    (observations) => {
      const credited = observations.find((one) => one.kind === "deposit decision");
      if (!credited) throw new Error("No deposit was decided");
      const outcome = credited.outcome === "credited" ? "rejected" : "credited";
      return [...observations, { ...credited, outcome }];
    },
  ],
]);

function acceptedRequest(observations: readonly Observation[]) {
  for (const one of observations) {
    if (one.kind === "payout request" && "accepted" in one.answer)
      return { request: one, id: one.answer.accepted.id };
  }
  throw new Error("No payout was accepted");
}

/** Adds a request like the first accepted one, with another payout as its answer. */
function addRequest(
  observations: readonly Observation[],
  { order, id }: { readonly order?: string; readonly id: string },
): readonly Observation[] {
  const { request } = acceptedRequest(observations);
  const answer = { accepted: { id, reference: `RK${id}` } };
  return [...observations, { ...request, key: id, ...(order !== undefined && { order }), answer }];
}
