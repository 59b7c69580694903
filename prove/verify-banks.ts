import { sql } from "kysely";
import type { BankTransfer } from "./banks.ts";
import { numberOf } from "./destinations.ts";
import type { Evidence, Finding } from "./evidence.ts";
import type { Order } from "./journal.ts";

export const bankRules = {
  once: "no bank paid a payout twice",
  ours: "what we say was paid, a bank paid: that amount, to whom it was ordered",
  theirs: "what a bank paid, we say was paid",
  creditsTheirs: "money that a bank took in for us is in the books once",
  creditsOurs: "money in the books that came by itself is in a bank's",
} as const;

interface PayoutRow {
  readonly id: string;
  readonly reference: string;
  readonly remarks: string | null;
  readonly paise: bigint;
  readonly status: string;
}

interface Scope {
  /** Of a copy from earlier: what it says must be so, and more may have happened since. */
  readonly isEarlier: boolean;
}

/** Holds our payouts and credits against the banks' own books, to the paisa. */
export async function verifyBanks(
  { db, bank, journal }: Evidence,
  { isEarlier }: Scope,
): Promise<Finding[]> {
  const { rows: payouts } = await sql<PayoutRow>`
    select id, reference_id as reference, remarks, amount_paise as paise, status from payouts
  `.execute(db);
  const orders = new Map(journal.orders.map((order) => [order.remarks, order]));
  const theirs = Map.groupBy(bank.transfers, ({ reference }) => reference);
  const paid = payouts.filter(({ status }) => status === "success");
  const taken = bank.transfers.filter(({ ended }) => ended === "paid");
  const findings: Finding[] = [
    {
      invariant: bankRules.ours,
      checked: `${paid.length} payouts, ${sumOf(paid)} paise`,
      faults: paid.flatMap((row) =>
        faultsOf(row, theirs.get(row.reference) ?? [], orders.get(row.remarks ?? ""), isEarlier),
      ),
    },
  ];
  if (!isEarlier) {
    const known = new Map(payouts.map((row) => [row.reference, row.status]));
    findings.push(
      {
        invariant: bankRules.once,
        checked: `${bank.transfers.length} transfers`,
        faults: [...theirs].flatMap(([reference, all]) => {
          const times = all.reduce((sum, one) => sum + one.timesPaid, 0);
          return times > 1 ? [`${reference} was paid ${times} times`] : [];
        }),
      },
      {
        invariant: bankRules.theirs,
        checked: `${taken.length} payments, ${sumOf(taken)} paise`,
        faults: taken.flatMap(({ bank: name, reference }) => {
          const status = known.get(reference);
          return status === "success"
            ? []
            : [`${name} paid ${reference}, and we say ${status ?? "nothing"} of it`];
        }),
      },
    );
  }
  return [...findings, ...(await verifyCredits({ db, bank }, isEarlier))];
}

function faultsOf(
  { id, reference, paise }: PayoutRow,
  transfers: readonly BankTransfer[],
  order: Order | undefined,
  isEarlier: boolean,
): string[] {
  const what = `payout ${id} (${reference})`;
  if (!order) return [`${what} was ordered by nobody`];
  const found = transfers.find(({ ended, timesPaid }) =>
    isEarlier ? timesPaid > 0 : ended === "paid",
  );
  if (!found) return [`${what} is a success, and no bank has paid it`];
  const [amount, ordered] = [BigInt(found.paise), BigInt(order.paise)];
  if (amount !== paise || amount !== ordered)
    return [`${what} is of ${paise} paise, ordered ${ordered}, and ${found.bank} paid ${amount}`];
  return found.to === numberOf(order.to) ? [] : [`${what} went to somebody else`];
}

async function verifyCredits(
  { db, bank }: Pick<Evidence, "db" | "bank">,
  isEarlier: boolean,
): Promise<Finding[]> {
  const { rows } = await sql<{ id: string; adapter: string; utr: string; paise: bigint }>`
    select id, adapter, utr_reference as utr, amount_paise as paise from incoming_credits
  `.execute(db);
  const keyOf = (name: string, utr: string, paise: bigint | number) => `${name} ${utr} ${paise}`;
  const ours = Map.groupBy(rows, ({ adapter, utr, paise }) => keyOf(adapter, utr, paise));
  const theirs = new Set(bank.credits.map((one) => keyOf(one.bank, one.utr, one.paise)));
  const findings: Finding[] = [
    {
      invariant: bankRules.creditsOurs,
      checked: `${rows.length} credits, ${sumOf(rows)} paise`,
      faults: rows
        .filter(({ adapter, utr, paise }) => !theirs.has(keyOf(adapter, utr, paise)))
        .map(({ id, adapter }) => `credit ${id} is not as ${adapter} has it, if it does`),
    },
  ];
  if (isEarlier) return findings;
  findings.push({
    invariant: bankRules.creditsTheirs,
    checked: `${bank.credits.length} credits, ${sumOf(bank.credits)} paise`,
    faults: bank.credits.flatMap((one) => {
      const times = ours.get(keyOf(one.bank, one.utr, one.paise))?.length ?? 0;
      return times === 1 ? [] : [`${one.bank}'s credit ${one.utr} is here ${times} times`];
    }),
  });
  return findings;
}

function sumOf(list: readonly { readonly paise: bigint | number }[]): bigint {
  return list.reduce((sum, { paise }) => sum + BigInt(paise), 0n);
}
