import { randomUUIDv7 } from "node:crypto";
import { sql } from "kysely";
import type { Evidence } from "./evidence.ts";
import type { Plant } from "./plants.ts";
import type { Received } from "./receiving-bank.ts";
import { receivedRule } from "./verify-received.ts";
import { journalRules } from "./verify-journal.ts";

/** Faults between what was credited on request and what the bank took in. */
export const plantsOfTransfers: readonly Plant[] = [
  {
    name: "money was credited that never came",
    breaks: [receivedRule],
    plant: (evidence) => withReceived(evidence, () => []),
  },
  {
    name: "a paisa less came than was credited",
    breaks: [receivedRule],
    plant: (evidence) => withReceived(evidence, (one) => [{ ...one, paise: one.paise - 1 }]),
  },
  {
    name: "a transfer was credited twice",
    breaks: [receivedRule, journalRules.there],
    async plant(evidence) {
      const [id, utr] = [randomUUIDv7(), await creditedUtr(evidence)];
      await sql`drop index deposits_utr_once`.execute(evidence.db);
      await sql`
        insert into deposits
        select (jsonb_populate_record(deposits, jsonb_build_object('id', ${id}::text))).*
        from deposits where utr_reference = ${utr}
      `.execute(evidence.db);
      await sql`
        insert into ledger_postings (id, kind, subject_id, created_at)
        values (${randomUUIDv7()}, 'credit', ${id}, now())
      `.execute(evidence.db);
      return evidence;
    },
  },
];

async function withReceived(
  evidence: Evidence,
  change: (one: Received) => Received[],
): Promise<Evidence> {
  const utr = await creditedUtr(evidence);
  const received = evidence.bank.received.flatMap((one) => (one.utr === utr ? change(one) : one));
  return { ...evidence, bank: { ...evidence.bank, received } };
}

/** Of the first deposit of all, which every backup has. */
async function creditedUtr({ db }: Evidence): Promise<string> {
  const { rows } = await sql<{ utr: string }>`
    select utr_reference as utr from deposits
    where status = 'completed' and came_through is null order by id limit 1
  `.execute(db);
  if (!rows[0]) throw new Error("Nothing was credited");
  return rows[0].utr;
}
