import type { Claim } from "../claim.ts";
import type { ObservationIndex, Order } from "../index-observations.ts";
import type { ObservationOf } from "../observations.ts";

type Request = ObservationOf<"payout request"> | ObservationOf<"deposit request">;

const isAccepted = ({ answer }: Request) => "accepted" in answer;
/** Whether every send of a request got an answer, and all of them a refusal. */
const isRefused = ({ answer, lostBefore }: Request) => "refused" in answer && !lostBefore;

export const oneEffect: Claim = {
  claim: "A request has one effect, however often it is repeated with its key",
  check: (index) => {
    const deposits = Map.groupBy(
      index.of("deposit request"),
      ({ tenant, utr }) => `the deposit ${utr} of ${tenant}`,
    );
    const keys = Map.groupBy(
      [...index.of("payout request"), ...index.of("deposit request")],
      ({ tenant, key }) => `${tenant} ${key}`,
    );
    return {
      checked: `${index.orders.length} orders, ${deposits.size} deposits, ${keys.size} keys`,
      violations: [
        ...index.orders.flatMap((order) => orderFaults(index, order)),
        ...[...deposits].flatMap(([name, requests]) => depositFaults(index, name, requests)),
        ...[...keys.values()].flatMap((requests) => keyFaults(requests)),
      ],
    };
  },
};

function orderFaults(index: ObservationIndex, { tenant, name, accepted }: Order): string[] {
  const order = `the order "${name}" of ${tenant}`;
  if (accepted.length > 1) return [`${order} became ${accepted.length} payouts`];
  const [payout] = accepted;
  if (!payout) return [];
  const shown = index.finalPayoutById.get(payout.id);
  if (!shown) return [`${order} was accepted as ${payout.reference}, which no history has`];
  return shown.tenant === tenant && shown.reference === payout.reference
    ? []
    : [`${order} was accepted as ${payout.reference}; another history or reference has its id`];
}

function depositFaults(
  { finalDeposits }: ObservationIndex,
  name: string,
  requests: readonly ObservationOf<"deposit request">[],
): string[] {
  const ids = idsOf(requests);
  if (ids.size > 1) return [`${name} became ${ids.size} deposits`];
  const [id] = ids;
  if (id === undefined) return [];
  const shown = finalDeposits.find((deposit) => deposit.id === id);
  if (!shown || shown.tenant !== requests[0]?.tenant)
    return [`${name} was accepted, and its client's history does not have it`];
  const requested = shown.requestedPaise ?? shown.paise;
  return requested === requests[0].paise
    ? []
    : [`${name} was requested with ${requests[0].paise} paise and has ${requested}`];
}

function keyFaults(requests: readonly Request[]): string[] {
  const ids = idsOf(requests);
  return ids.size > 1
    ? [`the key ${requests[0]?.key} of ${requests[0]?.tenant} has ${ids.size} effects`]
    : [];
}

function idsOf(requests: readonly Request[]): Set<string> {
  return new Set(
    requests.flatMap(({ answer }) => ("accepted" in answer ? [answer.accepted.id] : [])),
  );
}

export const everyEffectWasAnswered: Claim = {
  claim:
    "Every payout and deposit in a client's history was requested by it and named in an answer",
  check: (index) => {
    // Super admins pay out the balance of an account that they close.
    const closing = index.of("closing payout").map(({ id }) => id);
    // Teams read what became of their requests and files.
    const prepared = index.of("order end").flatMap(({ payout }) => payout?.id ?? []);
    const payouts = new Set([...idsOf(index.of("payout request")), ...prepared, ...closing]);
    const deposits = idsOf(index.of("deposit request"));
    const requested = index.finalDeposits.filter(({ source }) => source === "request");
    return {
      checked: `${index.finalPayouts.length} payouts, ${requested.length} requested deposits`,
      violations: [
        ...index.finalPayouts
          .filter(({ id }) => !payouts.has(id))
          .map(({ tenant, reference }) => `${tenant} has ${reference}, which no answer named`),
        ...requested
          .filter(({ id }) => !deposits.has(id))
          .map(({ tenant, utr }) => `${tenant} has a deposit ${utr}, which no answer named`),
      ],
    };
  },
};

export const refusedHasNoEffect: Claim = {
  claim: "A request that was refused has no effect",
  check: (index) => {
    const refused = index.orders.filter(
      ({ requests }) => requests.length > 0 && requests.every(isRefused),
    );
    const deposits = [
      ...Map.groupBy(index.of("deposit request"), ({ tenant, utr }) => `${tenant} ${utr}`),
    ].filter(([, requests]) => requests.every(isRefused));
    const shown = new Set(index.finalDeposits.map(({ tenant, utr }) => `${tenant} ${utr}`));
    const payments = new Map(
      index.of("bank payment").map(({ to, paise, reference }) => [`${to} ${paise}`, reference]),
    );
    const acceptedElsewhere = new Set(
      index
        .of("payout request")
        .flatMap((request) => (isAccepted(request) ? [`${request.to} ${request.paise}`] : [])),
    );
    return {
      checked: `${refused.length} orders, ${deposits.length} deposits`,
      violations: [
        ...refused.flatMap(({ name, tenant, requests }) => {
          const order = `${requests[0]?.to} ${requests[0]?.paise}`;
          const reference = payments.get(order);
          return reference !== undefined && !acceptedElsewhere.has(order)
            ? [`the order "${name}" of ${tenant} was refused, and a bank paid it as ${reference}`]
            : [];
        }),
        ...deposits
          .filter(([name]) => shown.has(name))
          .map(([name]) => `the deposit ${name} was refused and is in its client's history`),
      ],
    };
  },
};

export const chargedAsQuoted: Claim = {
  claim: "Amount, fee and GST of a payout are those that its client was quoted",
  check: (index) => {
    const quoted = index.orders.flatMap(({ quote, accepted: [payout] }) => {
      const shown = index.finalPayoutById.get(payout?.id ?? "");
      return quote && shown ? [{ quote, shown }] : [];
    });
    return {
      checked: `${quoted.length} quotes`,
      violations: quoted
        .filter(
          ({ quote, shown }) =>
            quote.paise !== shown.paise ||
            quote.feePaise !== shown.feePaise ||
            quote.gstPaise !== shown.gstPaise ||
            quote.totalPaise !== quote.paise + quote.feePaise + quote.gstPaise,
        )
        .map(({ shown }) => `${shown.reference} of ${shown.tenant} differs from its quote`),
    };
  },
};
