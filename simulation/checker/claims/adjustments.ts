import type { Claim } from "../claim.ts";
import type { ObservationIndex } from "../index-observations.ts";
import type { ObservationOf } from "../observations.ts";
import { sumPaise } from "../paise.ts";
import { transferKey } from "../utr.ts";

export const adjustmentsWereSigned: Claim = {
  claim:
    "An adjustment is posted when another person than its proposer confirmed it, and only then",
  check: (index) => {
    const read = index.of("adjustment");
    const proposals = new Map(index.of("adjustment proposal").map((one) => [one.id, one]));
    const confirmations = Map.groupBy(index.of("adjustment confirmation"), ({ id }) => id);
    const ends = new Map(index.of("adjustment end").map((one) => [one.id, one.state]));
    const states = new Map(read.map(({ id, state }) => [id, state]));
    const accepted = [...confirmations].filter(([, sent]) => sent.some(isAccepted));
    const byPeople = index.posted.filter(({ what }) => what !== "chargeback");
    return {
      checked: `${read.length} adjustments, ${accepted.length} confirmed`,
      violations: [
        ...byPeople.flatMap((adjustment) =>
          signatureFaults(
            adjustment,
            proposals.get(adjustment.id),
            confirmations.get(adjustment.id) ?? [],
          ),
        ),
        ...accepted
          .filter(([id]) => states.get(id) !== "posted")
          .map(([id]) => `${id} was confirmed and is ${states.get(id) ?? "in no list"}`),
        ...accepted
          .filter(([, sent]) => sent.filter(isAccepted).length > 1)
          .map(([id]) => `${id} was confirmed more than once`),
        ...[...ends]
          .filter(([id, state]) => states.get(id) !== state)
          .map(([id, state]) => `${id} was ${state} and is ${states.get(id) ?? "in no list"}`),
      ],
    };
  },
};

type Confirmation = ObservationOf<"adjustment confirmation">;

const isAccepted = ({ answer }: Confirmation) => "accepted" in answer;

function signatureFaults(
  { id, client, paise }: ObservationOf<"adjustment">,
  proposal: ObservationOf<"adjustment proposal"> | undefined,
  confirmations: readonly Confirmation[],
): string[] {
  if (!proposal) return [`${id} is posted, and no answer named its proposal`];
  if (proposal.client !== client || proposal.paise !== paise)
    return [`${id} is posted with ${paise} paise; ${proposal.paise} were proposed`];
  // A confirmation without an answer may have arrived.
  const possible = confirmations.filter(
    (one) => isAccepted(one) || one.lostBefore || "none" in one.answer,
  );
  return possible.some(({ by }) => by !== proposal.by)
    ? []
    : [`${id} is posted, and nobody but its proposer confirmed it`];
}

export const debtsArePaidFirst: Claim = {
  claim:
    "A client that owes something has nothing available, and owes what credits have not paid yet",
  check: (index) => {
    const balances = index.of("balance");
    const final = balances.filter(({ isFinal }) => isFinal);
    return {
      checked: `${balances.length} balances, ${sumPaise(final, ({ owedPaise }) => owedPaise)} paise owed`,
      violations: [
        ...balances
          .filter(({ owedPaise, availablePaise }) => owedPaise > 0 && availablePaise > 0)
          .map(
            ({ tenant, owedPaise, availablePaise }) =>
              `${tenant} owed ${owedPaise} paise and had ${availablePaise} available`,
          ),
        ...final.flatMap(({ tenant, owedPaise }) => {
          const owed = owedByActs(index, tenant);
          return owed === BigInt(owedPaise)
            ? []
            : [`${tenant} is shown to owe ${owedPaise} paise; its adjustments give ${owed}`];
        }),
      ],
    };
  },
};

function owedByActs(index: ObservationIndex, tenant: string): bigint {
  const own = index.posted.filter(({ client }) => index.clientOf(client) === tenant);
  const repaid = index
    .of("statement line")
    .filter((line) => line.tenant === tenant && line.what === "repaid");
  return sumPaise(own, ({ owedPaise }) => owedPaise) + sumPaise(repaid, ({ paise }) => paise);
}

export const takenBackIsCorrected: Claim = {
  claim: "A credit that an imported statement takes back is corrected in full, and none by more",
  check: (index) => {
    const imported = index.of("bank reversal").filter(({ isImported }) => isImported);
    const takenBack = new Set(imported.map(({ utr }) => transferKey(utr)));
    const corrections = Map.groupBy(index.posted, ({ deposit }) => deposit);
    const credited = index.finalDeposits.filter(({ status }) => status === "completed");
    return {
      checked: `${takenBack.size} transfers taken back, ${corrections.size} deposits corrected`,
      violations: credited.flatMap(({ id, tenant, utr, paise }) => {
        const corrected = -sumPaise(corrections.get(id) ?? [], (one) => one.paise);
        if (corrected > BigInt(paise)) return [`${utr} of ${tenant} is corrected by ${corrected}`];
        return takenBack.has(transferKey(utr)) && corrected !== BigInt(paise)
          ? [`${utr} of ${tenant} was taken back, and ${corrected} of ${paise} are corrected`]
          : [];
      }),
    };
  },
};
