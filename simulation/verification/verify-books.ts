import { sql } from "kysely";
import type { Db } from "../../apps/server/src/database/db.ts";
import { trialBalance } from "../../apps/server/src/ledger/ledger.ts";
import { checks } from "../../apps/server/src/operations/verification/checks.ts";
import type { InvariantResult } from "../records.ts";

export const sumIsZero = "the sum of all accounts is zero";

/** Runs the product's nightly verification, rule by rule, and sums all accounts. */
export async function verifyBooks(db: Db): Promise<InvariantResult[]> {
  const { rows } = await sql<{ postings: bigint; entries: bigint; wallets: bigint }>`
    select (select count(*) from ledger_postings) as postings,
      (select count(*) from ledger_entries) as entries, (select count(*) from wallets) as wallets
  `.execute(db);
  const [counts] = rows;
  const books = `${counts?.postings} postings, ${counts?.entries} entries, ${counts?.wallets} wallets`;
  const accounts = Object.values(await trialBalance(db));
  const sum = accounts.reduce((total, paise) => total + paise, 0n);
  const results: InvariantResult[] = [
    {
      invariant: sumIsZero,
      checked: `${accounts.length} accounts, ${counts?.entries} entries`,
      violations: sum === 0n ? [] : [`the accounts sum to ${sum} paise`],
    },
  ];
  for (const check of checks) {
    const { faults, note } = await check.find(db);
    for (const rule of check.rules) {
      results.push({
        invariant: rule,
        checked: note ?? books,
        violations: faults.filter((fault) => fault.rule === rule).map(({ where }) => where),
      });
    }
  }
  return results;
}
