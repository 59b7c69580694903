import { sql, type RawBuilder } from "kysely";
import { database, type Db } from "../db.ts";
import type { Day } from "./day.ts";
import type { Ours, Theirs } from "./sides.ts";

const rowsAtOnce = 500;
const noId = "00000000-0000-0000-0000-000000000000";

/** Our side of a payout, of a row named `payouts`. */
const ours = sql`
  payouts.id as "payoutId", payouts.reference_id as reference, payouts.adapter, payouts.status,
  payouts.provider_state as "providerState", payouts.provider_raw_state as "rawState",
  payouts.amount_paise as "amountPaise", payouts.utr_number as utr,
  payouts.provider_fee_paise as "feePaise", payouts.provider_tax_paise as "taxPaise",
  payouts.updated_at as "updatedAt"
`;

/** A payout as our books have it now. */
export async function readOurs(db: Db, reference: string): Promise<Ours | undefined> {
  const { rows } = await sql<Ours>`
    select ${ours} from payouts where reference_id = ${reference}
  `.execute(db);
  return rows[0];
}

/** The payouts that the provider was handed on the day, page by page. */
export function handedOver(day: Day): AsyncGenerator<readonly Ours[]> {
  return pagesOf(day, sql`true`);
}

/**
 * Of these, those that its record of the day does not have, and that should have moved money or
 * may still: what failed with us may well be unknown there.
 */
export function notFoundThere(day: Day): AsyncGenerator<readonly Ours[]> {
  return pagesOf(
    day,
    sql`payouts.status in ('processing', 'success') and not exists (
      select from reconciliation_theirs theirs
      where theirs.run_id = ${day.runId} and theirs.reference = payouts.reference_id
    )`,
  );
}

async function* pagesOf(day: Day, which: RawBuilder<unknown>): AsyncGenerator<readonly Ours[]> {
  for (let after = noId; ;) {
    const { rows } = await sql<Ours>`
      select ${ours} from payouts
      where payouts.id > ${after} and payouts.adapter = ${day.adapter} and ${which}
        and payouts.id in (
          select payout_id from payout_events
          where event = 'sent' and at >= ${day.from} and at < ${day.to}
        )
      order by payouts.id limit ${rowsAtOnce}
    `.execute(database());
    if (rows.length > 0) yield rows;
    if (rows.length < rowsAtOnce) return;
    after = rows.at(-1)?.payoutId ?? after;
  }
}

export async function countHandedOver(day: Day): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from payouts
    where adapter = ${day.adapter} and id in (
      select payout_id from payout_events
      where event = 'sent' and at >= ${day.from} and at < ${day.to}
    )
  `.execute(database());
  return rows[0]?.count ?? 0;
}

export interface Pair {
  readonly theirs: Theirs & { readonly providerReference: string };
  readonly reference: string | null;
  /** Null where no payout has this reference. */
  readonly ours: Ours | null;
  /** Another transfer has the same reference, and is the one that is compared. */
  readonly isAnother: boolean;
}

/** Each transfer of the provider's record with the payout that it is, page by page. */
export async function* pairs(day: Day): AsyncGenerator<readonly Pair[]> {
  for (let after = ""; ;) {
    const { rows } = await sql<PairRow>`
      select theirs.provider_reference as "theirReference", theirs.reference as "givenReference",
        theirs.state as "theirState", theirs.raw_state as "theirRawState",
        theirs.amount_paise as "theirAmountPaise", theirs.utr as "theirUtr",
        theirs.fee_paise as "theirFeePaise", theirs.tax_paise as "theirTaxPaise",
        exists (
          select from reconciliation_theirs other
          where other.run_id = theirs.run_id and other.reference = theirs.reference
            and (${rankOf("other")}) < (${rankOf("theirs")})
        ) as "isAnother",
        ${ours}
      from reconciliation_theirs theirs
      left join payouts on payouts.reference_id = theirs.reference
      where theirs.run_id = ${day.runId} and theirs.provider_reference > ${after}
      order by theirs.provider_reference limit ${rowsAtOnce}
    `.execute(database());
    if (rows.length > 0) yield rows.map(pairOf);
    if (rows.length < rowsAtOnce) return;
    after = rows.at(-1)?.theirReference ?? after;
  }
}

/** Of several under one reference: the one that we know, then what moved money. */
function rankOf(table: "theirs" | "other") {
  const reference = sql.ref(`${table}.provider_reference`);
  const state = sql.ref(`${table}.state`);
  return sql`
    ${reference} is distinct from payouts.provider_reference,
    array_position(array['success', 'processing', 'reversed', 'failed'], ${state}), ${reference}
  `;
}

type PairRow = { [K in keyof Ours]: Ours[K] | null } & {
  readonly theirReference: string;
  readonly givenReference: string | null;
  readonly theirState: Theirs["state"];
  readonly theirRawState: string | null;
  readonly theirAmountPaise: bigint | null;
  readonly theirUtr: string | null;
  readonly theirFeePaise: bigint | null;
  readonly theirTaxPaise: bigint | null;
  readonly isAnother: boolean;
};

function pairOf(row: PairRow): Pair {
  return {
    theirs: {
      providerReference: row.theirReference,
      state: row.theirState,
      rawState: row.theirRawState,
      amountPaise: row.theirAmountPaise,
      utr: row.theirUtr,
      feePaise: row.theirFeePaise,
      taxPaise: row.theirTaxPaise,
    },
    reference: row.givenReference,
    ours: isPayout(row) ? row : null,
    isAnother: row.isAnother,
  };
}

const isPayout = (row: PairRow): row is PairRow & Ours => row.payoutId !== null;

export async function countTheirs({ runId }: Day): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from reconciliation_theirs where run_id = ${runId}
  `.execute(database());
  return rows[0]?.count ?? 0;
}
