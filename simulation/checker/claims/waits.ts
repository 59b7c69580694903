import type { Claim } from "../claim.ts";
import type { ObservationIndex } from "../index-observations.ts";

/** What a client knows of one payout: when it first sent it, and when it first read that it waits. */
interface Known {
  readonly tenant: string;
  readonly id: string;
  readonly order: string;
  readonly sentAt: number;
  readonly waitsAt: number | undefined;
}

export const fundedInOrder: Claim = {
  claim: "No payout was taken from a wallet before one that its client knew was waiting for funds",
  check: (index) => {
    const lines = new Map(
      index
        .of("statement line")
        .flatMap(({ payout, paise, entry }) => (payout && paise < 0 ? [[payout, entry]] : [])),
    );
    const known = knownPayouts(index).filter(({ id }) => lines.has(id));
    const waited = known.filter(({ waitsAt }) => waitsAt !== undefined);
    return {
      checked: `${waited.length} payouts that waited and were funded`,
      violations: waited.flatMap(({ tenant, id, order, waitsAt = 0 }) =>
        known
          .filter(
            (other) =>
              other.tenant === tenant &&
              other.sentAt > waitsAt &&
              (lines.get(other.id) ?? 0) < (lines.get(id) ?? 0),
          )
          .map((other) => `the order "${other.order}" of ${tenant} overtook "${order}"`),
      ),
    };
  },
};

/** Without withdrawals, which pay the client itself and take no part in the queue. */
function knownPayouts(index: ObservationIndex): Known[] {
  const own = new Set(index.of("own account").map(({ id }) => id));
  const requests = index.of("payout request").filter(({ to }) => !own.has(to));
  const orders = Map.groupBy(requests, ({ tenant, order }) => `${tenant} ${order}`);
  const known = new Map<string, Known>();
  for (const sent of orders.values()) {
    const sentAt = Math.min(...sent.map((request) => request.sentAt));
    for (const { tenant, order, answer, waits, at } of sent) {
      if (!("accepted" in answer)) continue;
      const { id } = answer.accepted;
      const before = known.get(id)?.waitsAt;
      const waitsAt = waits ? Math.min(at, before ?? at) : before;
      known.set(id, { tenant, id, order, sentAt, waitsAt });
    }
  }
  return [...known.values()];
}

export const unfundedMovedNothing: Claim = {
  claim: "A payout that waited and was not funded was paid nowhere and moved nothing",
  check: (index) => {
    const unfunded = index.of("unfunded payout");
    const moved = new Set(index.of("statement line").map(({ payout }) => payout));
    const answered = new Set(
      index
        .of("payout request")
        .flatMap(({ answer }) => ("accepted" in answer ? [answer.accepted.id] : [])),
    );
    return {
      checked: `${unfunded.length} payouts`,
      violations: unfunded.flatMap(({ tenant, id, reference }) => [
        ...(index.payments.has(reference) ? [`${reference} of ${tenant} was paid by a bank`] : []),
        ...(moved.has(id) ? [`${reference} of ${tenant} is on its statement`] : []),
        ...(index.finalPayoutById.has(id) ? [`${reference} of ${tenant} is in its history`] : []),
        ...(answered.has(id) ? [] : [`${reference} of ${tenant} was named in no answer`]),
      ]),
    };
  },
};
