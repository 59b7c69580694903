import { sql, type RawBuilder } from "kysely";
import { database, type Db } from "../../database/db.ts";
import type { Day } from "./day.ts";
import type { OurPayout, TheirTransfer } from "./compared-payout.ts";

const rowsAtOnce = 500;
const noId = "00000000-0000-0000-0000-000000000000";

/** The columns of `OurPayout`, from a row named `payouts`. */
const ourColumns = sql`
  payouts.id as "payoutId", payouts.reference_id as reference, payouts.adapter, payouts.status,
  payouts.provider_state as "providerState", payouts.provider_raw_state as "rawState",
  payouts.amount_paise as "amountPaise", payouts.returned_paise as "returnedPaise",
  payouts.utr_number as utr,
  payouts.provider_fee_paise as "feePaise", payouts.provider_tax_paise as "taxPaise",
  payouts.updated_at as "updatedAt"
`;

/** Reads a payout as our books have it now. */
export async function readOurPayout(db: Db, reference: string): Promise<OurPayout | undefined> {
  const { rows } = await sql<OurPayout>`
    select ${ourColumns} from payouts where reference_id = ${reference}
  `.execute(db);
  return rows[0];
}

/** Payouts sent to the provider on the day, page by page. */
export function readSentPayouts(day: Day): AsyncGenerator<readonly OurPayout[]> {
  return pagesOf(day, sql`true`);
}

/**
 * Those of them that are missing in the provider's records although they moved money or still may.
 * A payout that failed here may be unknown there.
 */
export function readUnlistedPayouts(day: Day): AsyncGenerator<readonly OurPayout[]> {
  return pagesOf(
    day,
    sql`payouts.status in ('processing', 'success') and not exists (
      select from reconciliation_theirs theirs
      where theirs.run_id = ${day.runId} and theirs.reference = payouts.reference_id
    )`,
  );
}

async function* pagesOf(
  day: Day,
  condition: RawBuilder<unknown>,
): AsyncGenerator<readonly OurPayout[]> {
  for (let after = noId; ;) {
    const { rows } = await sql<OurPayout>`
      select ${ourColumns} from payouts
      where payouts.id > ${after} and payouts.adapter = ${day.adapter} and ${condition}
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

export async function countSentPayouts(day: Day): Promise<number> {
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
  readonly theirs: TheirTransfer & { readonly providerReference: string };
  readonly reference: string | null;
  /** Null when no payout has this reference. */
  readonly ours: OurPayout | null;
  /** True when another transfer with the same reference is the one compared. */
  readonly isDuplicate: boolean;
}

/** The provider's transfers with their payouts, page by page. */
export async function* readPairs(day: Day): AsyncGenerator<readonly Pair[]> {
  for (let after = ""; ;) {
    const { rows } = await sql<PairRow>`
      select theirs.provider_reference as "transferReference", theirs.reference as "ourReference",
        theirs.state as "theirState", theirs.raw_state as "theirRawState",
        theirs.amount_paise as "theirAmountPaise", theirs.currency as "theirCurrency",
        theirs.has_amount as "theirHasAmount", theirs.utr as "theirUtr",
        theirs.fee_paise as "theirFeePaise", theirs.tax_paise as "theirTaxPaise",
        exists (
          select from reconciliation_theirs other
          where other.run_id = theirs.run_id and other.reference = theirs.reference
            and (${rankOf("other")}) < (${rankOf("theirs")})
        ) as "isDuplicate",
        ${ourColumns}
      from reconciliation_theirs theirs
      left join payouts on payouts.reference_id = theirs.reference
      where theirs.run_id = ${day.runId} and theirs.provider_reference > ${after}
      order by theirs.provider_reference limit ${rowsAtOnce}
    `.execute(database());
    if (rows.length > 0) yield rows.map(asPair);
    if (rows.length < rowsAtOnce) return;
    after = rows.at(-1)?.transferReference ?? after;
  }
}

/** Orders transfers with one reference: the one that we know first, then those that moved money. */
function rankOf(table: "theirs" | "other") {
  const reference = sql.ref(`${table}.provider_reference`);
  const state = sql.ref(`${table}.state`);
  return sql`
    ${reference} is distinct from payouts.provider_reference,
    array_position(array['success', 'processing', 'reversed', 'failed'], ${state}), ${reference}
  `;
}

type PairRow = { [K in keyof OurPayout]: OurPayout[K] | null } & {
  readonly transferReference: string;
  readonly ourReference: string | null;
  readonly theirState: TheirTransfer["state"];
  readonly theirRawState: string | null;
  readonly theirAmountPaise: bigint | null;
  readonly theirCurrency: string | null;
  readonly theirHasAmount: boolean;
  readonly theirUtr: string | null;
  readonly theirFeePaise: bigint | null;
  readonly theirTaxPaise: bigint | null;
  readonly isDuplicate: boolean;
};

function asPair(row: PairRow): Pair {
  return {
    theirs: {
      providerReference: row.transferReference,
      state: row.theirState,
      rawState: row.theirRawState,
      amountPaise: row.theirAmountPaise,
      currency: row.theirCurrency,
      hasAmount: row.theirHasAmount,
      utr: row.theirUtr,
      feePaise: row.theirFeePaise,
      taxPaise: row.theirTaxPaise,
    },
    reference: row.ourReference,
    ours: isPayout(row) ? row : null,
    isDuplicate: row.isDuplicate,
  };
}

const isPayout = (row: PairRow): row is PairRow & OurPayout => row.payoutId !== null;

export async function countProviderRecords({ runId }: Day): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from reconciliation_theirs where run_id = ${runId}
  `.execute(database());
  return rows[0]?.count ?? 0;
}
