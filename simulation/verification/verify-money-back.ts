import { sql } from "kysely";
import type { InvariantResult, Records } from "../records.ts";

export const moneyBackInvariants = {
  partAtBank: "no more of a payout is back than its bank returned",
  partInLedger: "all that banks returned of paid payouts is back, to the paisa",
  chargebackAtBank: "every chargeback in the books is in a provider's books",
  chargebackInLedger: "every chargeback in a provider's books is in our books once",
} as const;

/** Compares partial returns and chargebacks with the banks' books. A backup may not have all. */
export async function verifyMoneyBack(
  records: Records,
  scope: { readonly isBackup: boolean },
): Promise<InvariantResult[]> {
  return [...(await verifyParts(records, scope)), ...(await verifyChargebacks(records, scope))];
}

async function verifyParts(
  { db, banks }: Records,
  { isBackup }: { readonly isBackup: boolean },
): Promise<InvariantResult[]> {
  const { rows } = await sql<{ reference: string; paise: bigint }>`
    select reference_id as reference, returned_paise as paise from payouts
    where status = 'success'
  `.execute(db);
  const payments = new Map(
    banks.transfers
      .filter(({ timesPaid }) => timesPaid > 0)
      .map(({ reference, returnedPaise }) => [reference, BigInt(returnedPaise)]),
  );
  const backOf = (reference: string) => payments.get(reference) ?? 0n;
  const checked = `${rows.filter(({ paise }) => paise > 0n).length} payouts of which a part is back`;
  const describe = ({ reference, paise }: (typeof rows)[number]) =>
    `${reference}: ${paise} paise are back, the bank returned ${backOf(reference)}`;
  const results: InvariantResult[] = [
    {
      invariant: moneyBackInvariants.partAtBank,
      checked,
      violations: rows.filter(({ reference, paise }) => paise > backOf(reference)).map(describe),
    },
  ];
  if (isBackup) return results;
  results.push({
    invariant: moneyBackInvariants.partInLedger,
    checked,
    violations: rows.filter(({ reference, paise }) => paise < backOf(reference)).map(describe),
  });
  return results;
}

async function verifyChargebacks(
  { db, banks }: Records,
  { isBackup }: { readonly isBackup: boolean },
): Promise<InvariantResult[]> {
  const { rows } = await sql<{ adapter: string; reference: string; paise: bigint; state: string }>`
    select adapter, reference, amount_paise as paise, state from credit_chargebacks
  `.execute(db);
  const keyOf = (bank: string, reference: string, paise: bigint | number) =>
    `${bank} ${reference} ${paise}`;
  const theirs = new Set(banks.chargebacks.map((one) => keyOf(one.bank, one.reference, one.paise)));
  // One that waits for its credit has done nothing yet.
  const ours = Map.groupBy(
    rows.filter(({ state }) => state !== "waiting"),
    ({ adapter, reference, paise }) => keyOf(adapter, reference, paise),
  );
  const results: InvariantResult[] = [
    {
      invariant: moneyBackInvariants.chargebackAtBank,
      checked: `${rows.length} chargebacks`,
      violations: rows
        .filter(({ adapter, reference, paise }) => !theirs.has(keyOf(adapter, reference, paise)))
        .map(({ adapter, reference }) => `${adapter} has no chargeback ${reference} like ours`),
    },
  ];
  if (isBackup) return results;
  results.push({
    invariant: moneyBackInvariants.chargebackInLedger,
    checked: `${banks.chargebacks.length} chargebacks`,
    violations: banks.chargebacks.flatMap(({ bank, reference, paise }) => {
      const times = ours.get(keyOf(bank, reference, paise))?.length ?? 0;
      return times === 1 ? [] : [`${reference} of ${bank} is in our books ${times} times`];
    }),
  });
  return results;
}
