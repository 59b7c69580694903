import { sql } from "kysely";
import { endOfDay, startOfDay } from "../days.ts";
import { reading } from "../replica.ts";
import { movements } from "../ledger/movements.ts";
import { dayAndTenant, linesByDay } from "./by-day.ts";
import type { Making, Table } from "./table.ts";

interface Told {
  readonly tenant: string;
  readonly requested: bigint;
  readonly requestedPaise: bigint;
  readonly rejected: bigint;
  readonly rejectedPaise: bigint;
}

/** Deposits by the day on which each thing happened; what was credited is the ledger's figure. */
export function depositsByDayTable(making: Making): Table {
  return {
    columns: [
      ...dayAndTenant,
      { title: "Requested", kind: "count", width: 11 },
      { title: "Requested amount", kind: "paise", width: 20 },
      { title: "Credited", kind: "count", width: 11 },
      { title: "Credited amount", kind: "paise", width: 20 },
      { title: "Rejected", kind: "count", width: 11 },
      { title: "Rejected amount", kind: "paise", width: 20 },
    ],
    rows: linesByDay(making, 6, figuresOn),
    notes: [
      "A deposit counts on the day on which it was requested, credited or rejected, so that one may stand on two days.",
      "The credited amounts are the debits of the bank account in the platform statement of the same days.",
    ],
  };
}

async function figuresOn(day: string): Promise<Map<string, bigint[]>> {
  const [start, end] = [startOfDay(day), endOfDay(day)];
  const [credits, { rows: told }] = await Promise.all([
    movements(await reading(), { from: day, to: day }, ["credit"]),
    sql<Told>`
      select person_id as tenant, sum(requested)::bigint as requested,
        sum(requested_paise)::bigint as "requestedPaise", sum(rejected)::bigint as rejected,
        sum(rejected_paise)::bigint as "rejectedPaise"
      from (
        select person_id, pending_count + completed_count + failed_count as requested,
          pending_paise + completed_paise + failed_paise as requested_paise,
          0 as rejected, 0 as rejected_paise
        from deposit_sums where grain = 'day' and starts_at = ${start}
        union all
        select person_id, 0, 0, 1, amount_paise from deposits
        where status = 'failed' and reviewed_at >= ${start} and reviewed_at < ${end}
      ) as happened
      group by person_id
    `.execute(await reading()),
  ]);
  const figures = new Map<string, bigint[]>();
  for (const each of told) {
    const { requested, requestedPaise, rejected, rejectedPaise } = each;
    figures.set(each.tenant, [requested, requestedPaise, 0n, 0n, rejected, rejectedPaise]);
  }
  for (const { walletId, count, totalPaise } of credits) {
    const [requested = 0n, asked = 0n, , , rejected = 0n, refused = 0n] =
      figures.get(walletId) ?? [];
    figures.set(walletId, [requested, asked, count, totalPaise, rejected, refused]);
  }
  return figures;
}
