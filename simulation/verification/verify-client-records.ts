import { sql } from "kysely";
import type { Db } from "../../apps/server/src/database/db.ts";
import type { ClientRecords, DepositRequest, PayoutRequest } from "../client-records.ts";
import type { InvariantResult, Records } from "../records.ts";

export const clientInvariants = {
  acknowledged: "every acknowledged request has exactly one row, with the requested values",
  rejected: "no rejected request has a row",
  decisions: "every acknowledged decision has taken effect",
} as const;

interface Row {
  readonly id: string;
  readonly person: string;
  readonly paise: bigint;
  readonly status: string;
}

/**
 * Compares the responses that the clients got with the database.
 * @param before only responses before this time count; later changes may be missing.
 */
export async function verifyClientRecords(
  { db, clients, banks }: Pick<Records, "db" | "clients" | "banks">,
  before = Number.POSITIVE_INFINITY,
): Promise<InvariantResult[]> {
  const { rows: payouts } = await sql<Row & { remarks: string; reference: string }>`
    select id, tenant_id as person, amount_paise as paise, status, remarks,
      reference_id as reference
    from payouts
    union all
    -- Accepted too: it waits for funds, or was not funded.
    select id, tenant_id, amount_paise, case state when 'waiting' then 'pending' else 'cancelled' end,
      remarks, reference_id
    from funds_queue where state <> 'funded'
  `.execute(db);
  const { rows: deposits } = await sql<Row & { utr: string }>`
    select id, tenant_id as person, coalesce(requested_paise, amount_paise) as paise, status,
      utr_reference as utr
    from deposits
  `.execute(db);
  // A withdrawal has no remarks of its own: the id of its answer identifies it.
  const nameOf = new Map(
    clients.payouts
      .filter(({ to }) => typeof to !== "string")
      .flatMap(({ remarks, acknowledgements }) =>
        acknowledgements.map(({ id }) => [id, remarks] as const),
      ),
  );
  const byRemarks = Map.groupBy(payouts, ({ id, remarks }) => nameOf.get(id) ?? remarks);
  const byUtr = Map.groupBy(deposits, ({ utr }) => utr);
  const isAcknowledged = ({ acknowledgements }: PayoutRequest | DepositRequest) =>
    acknowledgements.some(({ at }) => at < before);
  const isRejected = ({ acknowledgements, rejection }: PayoutRequest | DepositRequest) =>
    rejection !== undefined && acknowledgements.length === 0;
  const acknowledged = {
    payouts: clients.payouts.filter(isAcknowledged),
    deposits: clients.deposits.filter(isAcknowledged),
  };
  const rejected = {
    payouts: clients.payouts.filter(isRejected),
    deposits: clients.deposits.filter(isRejected),
  };
  const states = await verifyStates(db, clients, before);
  return [
    {
      invariant: clientInvariants.acknowledged,
      checked: `${acknowledged.payouts.length} payouts, ${acknowledged.deposits.length} deposits, ${states.count} others`,
      violations: [
        ...acknowledged.payouts.flatMap((request) =>
          violationsOfPayout(request, byRemarks.get(request.remarks) ?? []),
        ),
        ...acknowledged.deposits.flatMap((request) =>
          violationsOf(`the deposit ${request.utr}`, request, byUtr.get(request.utr) ?? []),
        ),
        ...states.violations,
      ],
    },
    {
      invariant: clientInvariants.rejected,
      checked: `${rejected.payouts.length} payouts, ${rejected.deposits.length} deposits`,
      violations: [
        ...rejected.payouts
          .filter(({ remarks }) => byRemarks.has(remarks))
          .map(
            ({ remarks, rejection }) => `"${remarks}" was rejected (${rejection}) and has a row`,
          ),
        ...rejected.deposits
          .filter(({ utr }) => byUtr.has(utr))
          .map(({ utr, rejection }) => `deposit ${utr} was rejected (${rejection}) and has a row`),
      ],
    },
    verifyDecisions(
      { clients, banks },
      byUtr,
      new Map(payouts.map((row) => [row.id, row])),
      before,
    ),
  ];
}

function violationsOfPayout(
  request: PayoutRequest,
  rows: readonly (Row & { readonly reference: string })[],
): string[] {
  const payout = `the payout "${request.remarks}"`;
  const violations = violationsOf(payout, request, rows);
  const other = request.acknowledgements.find(({ reference }) =>
    rows.some((row) => row.reference !== reference),
  );
  return other
    ? [...violations, `${payout} was also acknowledged with the reference ${other.reference}`]
    : violations;
}

function violationsOf(
  name: string,
  { tenant, paise, acknowledgements }: PayoutRequest | DepositRequest,
  rows: readonly Row[],
): string[] {
  const [row, ...others] = rows;
  if (!row) return [`${name} was acknowledged as ${acknowledgements[0]?.id} and has no row`];
  if (others.length > 0) return [`${name} has ${rows.length} rows`];
  if (acknowledgements.some(({ id }) => id !== row.id))
    return [`${name} was acknowledged with another id`];
  if (row.person !== tenant) return [`${name} belongs to another tenant`];
  return row.paise === BigInt(paise) ? [] : [`${name} has ${row.paise} paise instead of ${paise}`];
}

function verifyDecisions(
  { clients, banks }: Pick<Records, "clients" | "banks">,
  byUtr: ReadonlyMap<string, readonly Row[]>,
  payouts: ReadonlyMap<string, Row & { readonly reference: string }>,
  before: number,
): InvariantResult {
  // A payout that was signed as paid fails when its bank returns the whole amount later.
  const sentBack = new Set(
    banks.transfers
      .filter(({ paise, returnedPaise }) => returnedPaise === paise)
      .map(({ reference }) => reference),
  );
  const decided = clients.deposits.filter(({ decisions }) =>
    decisions.some(({ at, outcome }) => at < before && outcome !== "first_approval"),
  );
  const signed = clients.signedOutcomes.filter(({ at }) => at < before);
  const cancelled = clients.cancellations.filter(({ at }) => at < before);
  return {
    invariant: clientInvariants.decisions,
    checked: `${decided.length} deposits decided, ${signed.length} outcomes signed, ${cancelled.length} payouts cancelled`,
    violations: [
      ...decided.flatMap((request) =>
        violationsOfDecision(request, byUtr.get(request.utr)?.[0]?.status),
      ),
      ...signed.flatMap(({ payout, outcome }) => {
        const { status, reference = "" } = payouts.get(payout) ?? {};
        const isFailed = outcome === "failed" || sentBack.has(reference);
        return status === (isFailed ? "failed" : "success")
          ? []
          : [`payout ${payout} was signed as ${outcome}; its status is ${status ?? "missing"}`];
      }),
      ...cancelled.flatMap(({ payout, times }) => {
        const status = payouts.get(payout)?.status;
        if (times > 1) return [`payout ${payout} was cancelled ${times} times`];
        return status === "cancelled"
          ? []
          : [`payout ${payout} was cancelled; its status is ${status ?? "missing"}`];
      }),
    ],
  };
}

function violationsOfDecision(
  { utr, decisions }: DepositRequest,
  status: string | undefined,
): string[] {
  const final = decisions.filter(({ outcome }) => outcome !== "first_approval");
  const outcomes = new Set(final.map(({ outcome }) => outcome));
  if (outcomes.size > 1 || final.length > 1)
    return [`the deposit ${utr} was decided ${final.length} times`];
  const expected = outcomes.has("credited") ? "completed" : "failed";
  return status === expected
    ? []
    : [`the deposit ${utr} must be ${expected}; its status is ${status ?? "missing"}`];
}

async function verifyStates(db: Db, { expectedStates }: ClientRecords, before: number) {
  const { rows } = await sql<{ id: string; state: string }>`
    select id::text, mobile as state from tenants
    union all select id::text, status from bank_accounts
    union all select id::text, state from incoming_credits
    union all select id::text, status from deposits
    union all select id::text, 'stored' from statement_imports
    union all
    select id::text, case
        when state = 'withdrawn' and closed_by <> proposed_by then 'rejected' else state
      end
    from adjustments
    union all select 'closing of ' || id, 'closed' from tenants where closed_at is not null
  `.execute(db);
  const stateOf = new Map(rows.map(({ id, state }) => [id, state]));
  const due = expectedStates.filter(({ at }) => at < before);
  const wrong = due.filter(({ id, states }) => !states.includes(stateOf.get(id) ?? ""));
  return {
    count: due.length,
    violations: wrong.map(({ table, id, states }) => {
      const expected = states.join(" or ");
      return `${id} of ${table} must be ${expected}, but is ${stateOf.get(id) ?? "missing"}`;
    }),
  };
}
