import { sql } from "kysely";
import type { BankTransfer } from "../bank-books.ts";
import type { ClientRecords, PayoutRequest } from "../client-records.ts";
import { accountNumberOf } from "../destinations.ts";
import type { InvariantResult, Records } from "../records.ts";

export const bankInvariants = {
  paidOnce: "no bank paid a payout twice",
  successIsPaid: "a bank paid every successful payout: the ordered amount to the ordered account",
  paidIsSuccess: "every payout that a bank paid is successful",
  cancelledIsUnknown: "no bank has a payout that was cancelled",
  creditInLedger: "every credit in a bank's books is in the ledger once",
  creditAtBank: "every credit in the ledger is in a bank's books",
} as const;

interface PayoutRow {
  readonly id: string;
  readonly reference: string;
  readonly remarks: string | null;
  readonly paise: bigint;
  readonly status: string;
}

interface Scope {
  /** A backup must be right in what it contains; the banks may know more. */
  readonly isBackup: boolean;
}

/** Compares payouts and credits with the banks' books, to the paisa. */
export async function verifyBanks(
  { db, banks, clients }: Records,
  { isBackup }: Scope,
): Promise<InvariantResult[]> {
  const { rows: payouts } = await sql<PayoutRow>`
    select id, reference_id as reference, remarks, amount_paise as paise, status from payouts
  `.execute(db);
  const requests = requestsOf(clients);
  const transfersByReference = Map.groupBy(banks.transfers, ({ reference }) => reference);
  const successful = payouts.filter(({ status }) => status === "success");
  const cancelled = payouts.filter(({ status }) => status === "cancelled");
  const results: InvariantResult[] = [
    {
      invariant: bankInvariants.cancelledIsUnknown,
      checked: `${cancelled.length} payouts`,
      violations: cancelled
        .filter(({ reference }) => transfersByReference.has(reference))
        .map(({ id, reference }) => `payout ${id} (${reference}) was cancelled`),
    },
    {
      invariant: bankInvariants.successIsPaid,
      checked: `${successful.length} payouts, ${sumOf(successful)} paise`,
      violations: successful.flatMap((row) => {
        const transfers = transfersByReference.get(row.reference) ?? [];
        return violationsOf(row, transfers, requests(row), isBackup);
      }),
    },
  ];
  if (!isBackup) {
    const statusByReference = new Map(payouts.map((row) => [row.reference, row.status]));
    const paid = banks.transfers.filter(({ outcome }) => outcome === "paid");
    results.push(
      {
        invariant: bankInvariants.paidOnce,
        checked: `${banks.transfers.length} transfers`,
        violations: [...transfersByReference].flatMap(([reference, transfers]) => {
          const times = transfers.reduce((sum, { timesPaid }) => sum + timesPaid, 0);
          return times > 1 ? [`${reference} was paid ${times} times`] : [];
        }),
      },
      {
        invariant: bankInvariants.paidIsSuccess,
        checked: `${paid.length} payments, ${sumOf(paid)} paise`,
        violations: paid.flatMap(({ bank, reference }) => {
          const status = statusByReference.get(reference);
          return status === "success"
            ? []
            : [`${bank} paid ${reference}; our status is ${status ?? "missing"}`];
        }),
      },
    );
  }
  return [...results, ...(await verifyCredits({ db, banks }, isBackup))];
}

/** The request of a payout: by its remarks, or by the id that a withdrawal was acknowledged with. */
function requestsOf({ payouts }: ClientRecords) {
  const byRemarks = new Map(payouts.map((request) => [request.remarks, request]));
  const byId = new Map(
    payouts.flatMap((request) => request.acknowledgements.map(({ id }) => [id, request] as const)),
  );
  return ({ id, remarks }: PayoutRow) => byRemarks.get(remarks ?? "") ?? byId.get(id);
}

function violationsOf(
  { id, reference, paise }: PayoutRow,
  transfers: readonly BankTransfer[],
  request: PayoutRequest | undefined,
  isBackup: boolean,
): string[] {
  const payout = `payout ${id} (${reference})`;
  if (!request) return [`no tenant requested ${payout}`];
  const transfer = transfers.find(({ outcome, timesPaid }) =>
    isBackup ? timesPaid > 0 : outcome === "paid",
  );
  if (!transfer) return [`${payout} is successful, but no bank paid it`];
  const [paid, ordered] = [BigInt(transfer.paise), BigInt(request.paise)];
  if (paid !== paise || paid !== ordered)
    return [`${payout}: ${paise} paise, ordered ${ordered}, ${transfer.bank} paid ${paid}`];
  return transfer.to === accountNumberOf(request.to)
    ? []
    : [`${payout} was paid to another account`];
}

async function verifyCredits(
  { db, banks }: Pick<Records, "db" | "banks">,
  isBackup: boolean,
): Promise<InvariantResult[]> {
  const { rows } = await sql<{ id: string; adapter: string; utr: string; paise: bigint }>`
    select id, adapter, utr_reference as utr, amount_paise as paise from incoming_credits
  `.execute(db);
  const keyOf = (bank: string, utr: string, paise: bigint | number) => `${bank} ${utr} ${paise}`;
  const ours = Map.groupBy(rows, ({ adapter, utr, paise }) => keyOf(adapter, utr, paise));
  const theirs = new Set(banks.credits.map(({ bank, utr, paise }) => keyOf(bank, utr, paise)));
  const results: InvariantResult[] = [
    {
      invariant: bankInvariants.creditAtBank,
      checked: `${rows.length} credits, ${sumOf(rows)} paise`,
      violations: rows
        .filter(({ adapter, utr, paise }) => !theirs.has(keyOf(adapter, utr, paise)))
        .map(
          ({ id, adapter }) => `credit ${id} is missing or different in the books of ${adapter}`,
        ),
    },
  ];
  if (isBackup) return results;
  results.push({
    invariant: bankInvariants.creditInLedger,
    checked: `${banks.credits.length} credits, ${sumOf(banks.credits)} paise`,
    violations: banks.credits.flatMap(({ bank, utr, paise }) => {
      const times = ours.get(keyOf(bank, utr, paise))?.length ?? 0;
      return times === 1 ? [] : [`credit ${utr} of ${bank} is in the ledger ${times} times`];
    }),
  });
  return results;
}

function sumOf(list: readonly { readonly paise: bigint | number }[]): bigint {
  return list.reduce((sum, { paise }) => sum + BigInt(paise), 0n);
}
