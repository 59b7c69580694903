import {
  adapterWord,
  differenceKindWords,
  differenceStateWords,
  type DifferenceSide,
} from "@rokad/contract/reconciliation";
import { sql } from "kysely";
import { csvFile, type Cell } from "../csv-file.ts";
import { dayInIndia, today } from "../days.ts";
import { database } from "../db.ts";
import type { MadeFile } from "../send-file.ts";
import {
  asDifference,
  inFilter,
  selectDifferences,
  type DifferenceFilter,
  type DifferenceRow,
} from "./difference.ts";

const titles = [
  "Provider",
  "Day",
  "Difference",
  "Severe",
  "State",
  "Tenant",
  "Reference ID",
  "Provider's reference",
  "Our status",
  "Their status",
  "Their own word",
  "Our amount",
  "Their amount",
  "Our UTR",
  "Their UTR",
  "Our note of the charge",
  "Their charge",
  "Found",
  "Seen last",
  "Ended",
  "Ended by",
  "Reason",
];

const rowsAtOnce = 500;

/** The whole filter as CSV, newest first, a few rows at a time by their ids. */
export async function exportDifferences(filter: DifferenceFilter): Promise<MadeFile> {
  const { count } = await database()
    .selectFrom("reconciliation_differences as differences")
    .select((eb) => eb.fn.countAll<bigint>().as("count"))
    .where(inFilter(filter))
    .executeTakeFirstOrThrow();
  return csvFile(`reconciliation-${today()}.csv`, titles, rowsOf(filter), count);
}

async function* rowsOf(filter: DifferenceFilter): AsyncGenerator<readonly Cell[]> {
  for (let last: DifferenceRow | undefined; ;) {
    const before = last;
    const rows = await selectDifferences(database())
      .where(inFilter(filter))
      .$if(before !== undefined, (query) =>
        query.where(
          sql<boolean>`(differences.found_at, differences.id) < (${before?.found_at}, ${before?.id})`,
        ),
      )
      .orderBy("differences.found_at", "desc")
      .orderBy("differences.id", "desc")
      .limit(rowsAtOnce)
      .execute();
    for (const row of rows) yield cellsOf(row);
    if (rows.length < rowsAtOnce) return;
    last = rows.at(-1);
  }
}

function cellsOf(row: DifferenceRow): readonly Cell[] {
  const { payout, ours, theirs, ...one } = asDifference(row);
  return [
    adapterWord(one.adapter),
    dayInIndia(one.day),
    differenceKindWords[one.kind],
    one.is_severe ? "Yes" : "No",
    differenceStateWords[one.state],
    payout?.tenant ?? null,
    payout?.reference ?? null,
    one.provider_reference,
    ours?.state ?? null,
    theirs?.state ?? null,
    theirs?.raw_state ?? null,
    paise(ours?.amount),
    paise(theirs?.amount),
    ours?.utr ?? null,
    theirs?.utr ?? null,
    chargePaise(ours),
    chargePaise(theirs),
    row.found_at,
    row.seen_at,
    row.ended_at,
    one.ended_by,
    one.reason,
  ];
}

const paise = (money: DifferenceSide["amount"] | undefined) =>
  money ? BigInt(money.amount) : null;

function chargePaise(side: DifferenceSide | null): bigint | null {
  if (!side?.charge) return null;
  return BigInt(side.charge.fee.amount + side.charge.tax.amount);
}
