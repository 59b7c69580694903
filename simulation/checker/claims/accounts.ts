import type { Claim } from "../claim.ts";
import type { ObservationIndex } from "../index-observations.ts";
import type { ObservationOf } from "../observations.ts";
import { sumPaise } from "../paise.ts";
import { transferKey } from "../utr.ts";

export const correctionsAreAtTheirBank: Claim = {
  claim:
    "An adjustment is on the receiving account and the provider that its proposer named, and that bank's own books have it",
  check: (index) => {
    const proposals = new Map(index.of("adjustment proposal").map((one) => [one.id, one]));
    const moved = Map.groupBy(index.of("bank correction"), ({ adjustment }) => adjustment);
    // A provider's chargeback names its credit, not an account.
    const byPeople = index.posted.filter(({ what }) => what !== "chargeback");
    const shownIds = new Set(byPeople.map(({ id }) => id));
    return {
      checked: `${byPeople.length} adjustments, ${moved.size} known to banks`,
      violations: [
        ...byPeople.flatMap((one) => [
          ...nameFaults(one, proposals.get(one.id)),
          ...bookFaults(one, moved.get(one.id) ?? []),
        ]),
        ...[...moved.keys()]
          .filter((id) => !shownIds.has(id))
          .map((id) => `a bank corrected ${id}, which is not posted`),
      ],
    };
  },
};

type Adjustment = ObservationOf<"adjustment">;

function nameFaults(
  { id, account, provider }: Adjustment,
  proposal: ObservationOf<"adjustment proposal"> | undefined,
): string[] {
  if (!proposal) return [];
  return [
    // Without a name, the bank's books below say which account is meant.
    ...(proposal.account === null || proposal.account === account
      ? []
      : [`${id} is on the account ${account}; ${proposal.account} was proposed`]),
    ...(proposal.provider === provider
      ? []
      : [`${id} is on the provider ${provider}; ${proposal.provider} was proposed`]),
  ];
}

function bookFaults(one: Adjustment, moved: readonly ObservationOf<"bank correction">[]): string[] {
  const ours = [
    ...(one.accountPaise === 0 ? [] : [`receiving bank ${one.account} ${one.accountPaise}`]),
    ...(one.providerPaise === 0 ? [] : [`${one.provider} null ${one.providerPaise}`]),
  ];
  const theirs = moved.map(({ bank, account, paise }) => `${bank} ${account} ${paise}`);
  const [left, right] = [ours.toSorted().join(", "), theirs.toSorted().join(", ")];
  return left === right ? [] : [`${one.id} is shown as ${left || "nothing"}; banks have ${right}`];
}

export const receivingAccountsAddUp: Claim = {
  claim:
    "What is shown to be in a receiving account is what its bank received for credited deposits, sent for top-ups, and corrected",
  check: (index) => {
    const shown = index.of("account books");
    const credited = new Set(
      index.finalDeposits
        .filter(({ status }) => status === "completed")
        .map(({ utr }) => transferKey(utr)),
    );
    return {
      checked: `${shown.length} receiving accounts`,
      violations: shown.flatMap(({ account, paise }) => {
        const expected = atBank(index, account, credited);
        return BigInt(paise) === expected
          ? []
          : [`${account} is shown with ${paise} paise; its bank's books give ${expected}`];
      }),
    };
  },
};

function atBank(index: ObservationIndex, account: string, credited: ReadonlySet<string>): bigint {
  const isOwn = (one: { readonly account: string | null }) => one.account === account;
  const receipts = index
    .of("bank receipt")
    .filter((one) => isOwn(one) && credited.has(transferKey(one.utr)));
  const sum = (list: readonly { readonly paise: number }[]) => sumPaise(list, ({ paise }) => paise);
  return (
    sum(receipts) -
    sum(index.of("bank top-up").filter(isOwn)) +
    sum(index.of("bank correction").filter(isOwn))
  );
}
