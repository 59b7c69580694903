import type { Observation, ObservationOf } from "./observations.ts";
import { transferKey } from "./utr.ts";

type Kind = Observation["kind"];

/** An order of a client, with every request that it sent for it. */
export interface Order {
  readonly tenant: string;
  readonly name: string;
  readonly requests: readonly ObservationOf<"payout request">[];
  readonly quote: ObservationOf<"payout quote"> | undefined;
  /** The payouts in the answers to its requests, without repeats. More than one is a fault. */
  readonly accepted: readonly { readonly id: string; readonly reference: string }[];
}

/** The observations of a run, by kind and by what they are about. */
export interface ObservationIndex {
  readonly of: <K extends Kind>(kind: K) => readonly ObservationOf<K>[];
  readonly tenants: readonly string[];
  readonly orders: readonly Order[];
  readonly finalPayouts: readonly ObservationOf<"payout">[];
  readonly finalPayoutById: ReadonlyMap<string, ObservationOf<"payout">>;
  readonly finalDeposits: readonly ObservationOf<"deposit">[];
  /** The payments of all banks, by our reference. */
  readonly payments: ReadonlyMap<string, readonly ObservationOf<"bank payment">[]>;
  readonly returns: ReadonlyMap<string, readonly ObservationOf<"bank return">[]>;
  /** The receipts of all banks, by the one spelling of their UTR. */
  readonly receipts: ReadonlyMap<string, readonly ObservationOf<"bank receipt">[]>;
  /** The transfers that a bank took back, by the one spelling of their UTR. */
  readonly takenBack: ReadonlySet<string>;
}

export function indexObservations(observations: readonly Observation[]): ObservationIndex {
  const byKind = Map.groupBy(observations, ({ kind }) => kind);
  const of = <K extends Kind>(kind: K) => (byKind.get(kind) ?? []) as ObservationOf<K>[];
  const finalPayouts = of("payout").filter(({ isFinal }) => isFinal);
  return {
    of,
    tenants: [...new Set(of("balance").map(({ tenant }) => tenant))],
    orders: ordersOf(of("payout request"), of("payout quote")),
    finalPayouts,
    finalPayoutById: new Map(finalPayouts.map((payout) => [payout.id, payout])),
    finalDeposits: of("deposit").filter(({ isFinal }) => isFinal),
    payments: Map.groupBy(of("bank payment"), ({ reference }) => reference),
    returns: Map.groupBy(of("bank return"), ({ reference }) => reference),
    receipts: Map.groupBy(of("bank receipt"), ({ utr }) => transferKey(utr)),
    takenBack: new Set(of("bank reversal").map(({ utr }) => transferKey(utr))),
  };
}

function ordersOf(
  requests: readonly ObservationOf<"payout request">[],
  quotes: readonly ObservationOf<"payout quote">[],
): Order[] {
  const nameOf = (one: { readonly tenant: string; readonly order: string }) =>
    `${one.tenant} ${one.order}`;
  const quoteOf = new Map(quotes.map((quote) => [nameOf(quote), quote]));
  return [...Map.groupBy(requests, nameOf)].flatMap(([name, sent]) => {
    const [first] = sent;
    if (!first) return [];
    const { tenant, order } = first;
    return [
      { tenant, name: order, requests: sent, quote: quoteOf.get(name), accepted: acceptedOf(sent) },
    ];
  });
}

function acceptedOf(requests: readonly ObservationOf<"payout request">[]): Order["accepted"] {
  const accepted = new Map<string, { id: string; reference: string }>();
  for (const { answer } of requests) {
    if (!("accepted" in answer)) continue;
    const { id, reference = "" } = answer.accepted;
    accepted.set(`${id} ${reference}`, { id, reference });
  }
  return [...accepted.values()];
}
