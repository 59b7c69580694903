import type { Observation, ObservationOf } from "./observations.ts";
import { transferKey } from "./utr.ts";

type Kind = Observation["kind"];

/** An order of a client, with every request that it sent for it. */
export interface Order {
  readonly tenant: string;
  readonly name: string;
  readonly paise: number;
  /** The account number or UPI ID; undefined for an own account of a closing. */
  readonly to: string | undefined;
  readonly requests: readonly ObservationOf<"payout request">[];
  readonly quote: ObservationOf<"payout quote"> | undefined;
  /** The payouts in the answers to its requests, without repeats. More than one is a fault. */
  readonly accepted: readonly { readonly id: string; readonly reference: string }[];
}

/** The observations of a run, by kind and by what they are about. */
export interface ObservationIndex {
  readonly of: <K extends Kind>(kind: K) => readonly ObservationOf<K>[];
  readonly tenants: readonly string[];
  /** The payouts and withdrawals of clients, what their teams prepared, and the payouts of closings. */
  readonly orders: readonly Order[];
  /** The client, by the id that super admins know it by. */
  readonly clientOf: (id: string | null) => string | undefined;
  /** The adjustments that are posted at the end. */
  readonly posted: readonly ObservationOf<"adjustment">[];
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
  const clients = new Map(of("client").map(({ id, tenant }) => [id, tenant]));
  const clientOf = (id: string | null) => clients.get(id ?? "");
  const numbers = new Map(of("own account").map(({ id, number }) => [id, number]));
  const unfunded = new Set(of("unfunded payout").map(({ id }) => id));
  const requests = of("payout request").map((request) => ({
    ...request,
    to: numbers.get(request.to) ?? request.to,
  }));
  return {
    of,
    clientOf,
    posted: of("adjustment").filter(({ state }) => state === "posted"),
    tenants: [...new Set(of("balance").map(({ tenant }) => tenant))],
    orders: [
      ...ordersOf(requests, of("payout quote"), unfunded),
      ...preparedOrders(of("order end"), of("prepared order")),
      ...closingOrders(of("closing payout"), clientOf),
    ],
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
  unfunded: ReadonlySet<string>,
): Order[] {
  const nameOf = (one: { readonly tenant: string; readonly order: string }) =>
    `${one.tenant} ${one.order}`;
  const quoteOf = new Map(quotes.map((quote) => [nameOf(quote), quote]));
  return [...Map.groupBy(requests, nameOf)].flatMap(([name, sent]) => {
    const [first] = sent;
    if (!first) return [];
    const { tenant, order, paise } = first;
    const named = acceptedOf(sent);
    // One that waited and was not funded is no payout. Two of one order stay, whatever became of them.
    const accepted = named.length > 1 ? named : named.filter(({ id }) => !unfunded.has(id));
    const quote = quoteOf.get(name);
    return [{ tenant, name: order, paise, to: first.to, requests: sent, quote, accepted }];
  });
}

/**
 * What became a payout of the payment requests and files of a team, with the amount and account that
 * the team sent. Several payouts of one order are several in `accepted`, as everywhere.
 */
function preparedOrders(
  ends: readonly ObservationOf<"order end">[],
  prepared: readonly ObservationOf<"prepared order">[],
): Order[] {
  const nameOf = (one: { readonly tenant: string; readonly order: string }) =>
    `${one.tenant} ${one.order}`;
  const ordered = new Map(prepared.map((one) => [nameOf(one), one]));
  return [...Map.groupBy(ends, nameOf)].flatMap(([name, list]) => {
    const payouts = new Map(list.flatMap(({ payout }) => (payout ? [[payout.id, payout]] : [])));
    const end = list.find(({ payout }) => payout);
    if (!end) return [];
    const { tenant, order, feePaise, gstPaise } = end;
    const { paise, to } = ordered.get(name) ?? { paise: end.paise, to: undefined };
    const totalPaise = paise + feePaise + gstPaise;
    const amounts = { paise, feePaise, gstPaise, totalPaise };
    const quote = { kind: "payout quote" as const, tenant, order, ...amounts };
    return [
      {
        tenant,
        name: order,
        paise,
        to: to || undefined,
        requests: [],
        quote,
        accepted: [...payouts.values()],
      },
    ];
  });
}

/** Each payout of a closing as an order of its client, without charges. */
function closingOrders(
  payouts: readonly ObservationOf<"closing payout">[],
  clientOf: ObservationIndex["clientOf"],
): Order[] {
  const once = new Map(payouts.map((payout) => [payout.id, payout]));
  return [...once.values()].map(({ id, reference, client, paise }) => {
    const tenant = clientOf(client) ?? client;
    const amounts = { paise, feePaise: 0, gstPaise: 0, totalPaise: paise };
    const quote = { kind: "payout quote" as const, tenant, order: reference, ...amounts };
    const accepted = [{ id, reference }];
    return { tenant, name: reference, paise, to: undefined, requests: [], quote, accepted };
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
