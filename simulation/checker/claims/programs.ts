import type { Claim } from "../claim.ts";
import type { ObservationIndex } from "../index-observations.ts";
import { sumPaise } from "../paise.ts";

/** The payouts in the answers to programs, each once, with their key. */
function sentByKeys(index: ObservationIndex) {
  const sent = new Map(
    index.of("payout request").flatMap(({ apiKey, answer }) => {
      if (apiKey === undefined || !("accepted" in answer)) return [];
      const { id } = answer.accepted;
      return [[id, { apiKey, id, shown: index.finalPayoutById.get(id) }] as const];
    }),
  );
  return [...sent.values()];
}

export const programsStayWithinLimits: Claim = {
  claim: "No program sent more at once, or on a day in India, than an owner signed for its key",
  check: (index) => {
    const limits = new Map(index.of("signed limits").map((one) => [one.apiKey, one]));
    const sent = sentByKeys(index).flatMap(({ shown, ...one }) =>
      shown ? [{ ...one, shown }] : [],
    );
    const days = Map.groupBy(sent, ({ apiKey, shown }) => `${apiKey} ${shown.createdOn}`);
    return {
      checked: `${limits.size} keys, ${sent.length} payouts on ${days.size} days of keys`,
      violations: [
        ...sent
          .filter(({ apiKey, shown }) => shown.paise > (limits.get(apiKey)?.perPayoutPaise ?? 0))
          .map(({ shown }) => `${shown.reference} has more than its key may send at once`),
        ...[...days].flatMap(([day, list]) => {
          const total = sumPaise(list, ({ shown }) => shown.paise);
          const limit = limits.get(list[0]?.apiKey ?? "")?.perDayPaise ?? 0;
          return total > BigInt(limit) ? [`the key ${day} sent ${total} paise of ${limit}`] : [];
        }),
      ],
    };
  },
};

export const revokedKeysSendNothing: Claim = {
  claim: "No request of a program was accepted that it sent after its key was revoked",
  check: (index) => {
    const revoked = new Map(index.of("key revocation").map(({ apiKey, at }) => [apiKey, at]));
    return {
      checked: `${revoked.size} keys`,
      violations: index
        .of("payout request")
        .filter(
          ({ apiKey = "", answer, sentAt }) =>
            "accepted" in answer && sentAt > (revoked.get(apiKey) ?? Number.POSITIVE_INFINITY),
        )
        .map(
          ({ order, apiKey }) => `the order "${order}" was accepted from the revoked key ${apiKey}`,
        ),
    };
  },
};
