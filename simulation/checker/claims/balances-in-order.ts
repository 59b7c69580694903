import { isRefunded } from "../request-observations.ts";
import type { Claim } from "../claim.ts";
import type { ObservationIndex } from "../index-observations.ts";
import type { ObservationOf } from "../observations.ts";
import { acceptedOrders } from "../wallet-effects.ts";

/** A line of a statement that is certainly counted, or certainly not, at a time. */
interface Bound {
  readonly at: number;
  /** The number of lines up to and including this one. */
  readonly lines: number;
}

export const balancesFollowOrders: Claim = {
  claim:
    "Each balance that a client read is one of its statement: after all it knew of, before all it sent later",
  check: (index) => {
    const lines = Map.groupBy(index.of("statement line"), ({ tenant }) => tenant);
    const reads = Map.groupBy(index.of("balance"), ({ tenant }) => tenant);
    return {
      checked: `${index.of("balance").length} balances`,
      violations: [...reads].flatMap(([tenant, balances]) =>
        faultsOf(index, balances, lines.get(tenant) ?? []),
      ),
    };
  },
};

function faultsOf(
  index: ObservationIndex,
  balances: readonly ObservationOf<"balance">[],
  unordered: readonly ObservationOf<"statement line">[],
): string[] {
  const lines = unordered.toSorted((a, b) => a.entry - b.entry);
  const balanceAfter = [0, ...lines.map(({ balancePaise }) => balancePaise)];
  const { known, later } = boundsOf(index, lines);
  const violations: string[] = [];
  let earlier: Bound[] = [];
  for (const read of balances.toSorted((a, b) => a.sentAt - b.sentAt)) {
    const least = Math.max(
      0,
      ...linesBefore(known, read.sentAt),
      ...linesBefore(earlier, read.sentAt),
    );
    const most = Math.min(
      lines.length,
      ...later.filter(({ at }) => at > read.at).map((bound) => bound.lines - 1),
    );
    const place = balanceAfter.findIndex(
      (paise, at) => at >= least && at <= most && paise === read.availablePaise,
    );
    if (place === -1) {
      const time = new Date(read.sentAt).toISOString();
      violations.push(
        `${read.tenant} read ${read.availablePaise} paise at ${time}: no balance between line ${least} and ${most}`,
      );
    } else earlier = [...earlier.slice(-concurrentReadsMax), { at: read.at, lines: place }];
  }
  return violations;
}

/** Reads that may still overlap the next one. */
const concurrentReadsMax = 50;

const linesBefore = (bounds: readonly Bound[], time: number) =>
  bounds.filter(({ at }) => at < time).map(({ lines }) => lines);

/** When the client knew of each line, and when it sent what became the line. */
function boundsOf(
  index: ObservationIndex,
  lines: readonly ObservationOf<"statement line">[],
): { readonly known: readonly Bound[]; readonly later: readonly Bound[] } {
  const debits = new Map<string, number>();
  const refunds = new Map<string, number>();
  for (const [at, { payout, paise }] of lines.entries()) {
    if (payout === null) continue;
    (paise < 0 ? debits : refunds).set(payout, at + 1);
  }
  const known: Bound[] = [];
  /** When the first request of each payout left its client, or a person of its team prepared it. */
  const firstSent = new Map(
    index.of("prepared order").map(({ tenant, order, sentAt }) => [`${tenant} ${order}`, sentAt]),
  );
  for (const { order, tenant, answer, sentAt, at, waits } of index.of("payout request")) {
    const name = `${tenant} ${order}`;
    firstSent.set(name, Math.min(firstSent.get(name) ?? sentAt, sentAt));
    const line = "accepted" in answer ? debits.get(answer.accepted.id) : undefined;
    // What waits for funds is taken from the wallet later.
    if (line !== undefined && !waits) known.push({ at, lines: line });
  }
  const later = acceptedOrders(index).flatMap(({ id, order }) => {
    const line = debits.get(id);
    const at = firstSent.get(`${order.tenant} ${order.name}`);
    return line === undefined || at === undefined ? [] : [{ at, lines: line }];
  });
  for (const { id, status, at } of index.of("payout")) {
    const line = isRefunded(status) ? refunds.get(id) : undefined;
    if (line !== undefined) known.push({ at, lines: line });
  }
  return { known, later };
}
