import { sql } from "kysely";
import type { Db } from "../apps/server/src/db.ts";
import { trialBalance } from "../apps/server/src/ledger/ledger.ts";
import { checks } from "../apps/server/src/verification/checks.ts";
import type { Finding } from "./evidence.ts";

export const sumIsZero = "the sum of all accounts is zero";

/** All that the product's own nightly verification looks at, rule by rule, and the sum of it all. */
export async function verifyBooks(db: Db): Promise<Finding[]> {
  const { rows } = await sql<{ postings: bigint; entries: bigint; wallets: bigint }>`
    select (select count(*) from ledger_postings) as postings,
      (select count(*) from ledger_entries) as entries, (select count(*) from wallets) as wallets
  `.execute(db);
  const [counted] = rows;
  const books = `${counted?.postings} postings, ${counted?.entries} entries, ${counted?.wallets} wallets`;
  const accounts = Object.values(await trialBalance(db));
  const sum = accounts.reduce((all, paise) => all + paise, 0n);
  const findings: Finding[] = [
    {
      invariant: sumIsZero,
      checked: `${accounts.length} accounts, ${counted?.entries} entries`,
      faults: sum === 0n ? [] : [`the accounts sum to ${sum} paise`],
    },
  ];
  for (const check of checks) {
    const { faults, note } = await check.find(db);
    for (const rule of check.rules) {
      const mine = faults.filter((fault) => fault.rule === rule);
      findings.push({
        invariant: rule,
        checked: note ?? books,
        faults: mine.map(({ where }) => where),
      });
    }
  }
  return findings;
}
