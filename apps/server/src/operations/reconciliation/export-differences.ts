import { differenceStateLabels } from "@rokad/contract/difference-states";
import { differenceKindLabels } from "@rokad/contract/difference-kinds";
import { providerLabel, type DifferenceSide } from "@rokad/contract/reconciliation";
import { sql } from "kysely";
import { csvFile, type Cell } from "../../files/csv-file.ts";
import { dayInIndia, today } from "../../kernel/days.ts";
import { database } from "../../database/db.ts";
import type { StreamedFile } from "../../files/send-file.ts";
import {
  asDifference,
  matchesFilter,
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
  "Provider's raw status",
  "Our amount",
  "Their amount",
  "Our UTR",
  "Their UTR",
  "Our record of the charge",
  "Their charge",
  "Found",
  "Last seen",
  "Ended",
  "Ended by",
  "Reason",
];

const rowsAtOnce = 500;

/** Exports all filtered differences as CSV, newest first, by keyset pagination. */
export async function exportDifferences(filter: DifferenceFilter): Promise<StreamedFile> {
  const { count } = await database()
    .selectFrom("reconciliation_differences as differences")
    .select((eb) => eb.fn.countAll<bigint>().as("count"))
    .where(matchesFilter(filter))
    .executeTakeFirstOrThrow();
  return csvFile(`reconciliation-${today()}.csv`, titles, rowsOf(filter), count);
}

async function* rowsOf(filter: DifferenceFilter): AsyncGenerator<readonly Cell[]> {
  for (let last: DifferenceRow | undefined; ;) {
    const before = last;
    const rows = await selectDifferences(database())
      .where(matchesFilter(filter))
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
  const { payout, ours, theirs, ...difference } = asDifference(row);
  return [
    providerLabel(difference.adapter),
    dayInIndia(difference.day),
    differenceKindLabels[difference.kind],
    difference.is_severe ? "Yes" : "No",
    differenceStateLabels[difference.state],
    payout?.tenant ?? null,
    payout?.reference ?? null,
    difference.provider_reference,
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
    difference.ended_by,
    difference.reason,
  ];
}

const paise = (money: DifferenceSide["amount"] | undefined) =>
  money ? BigInt(money.amount) : null;

function chargePaise(side: DifferenceSide | null): bigint | null {
  if (!side?.charge) return null;
  return BigInt(side.charge.fee.amount + side.charge.tax.amount);
}
