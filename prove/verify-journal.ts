import { sql } from "kysely";
import type { Db } from "../apps/server/src/db.ts";
import type { Evidence, Finding } from "./evidence.ts";
import type { DepositRequest, Journal, Order } from "./journal.ts";

export const journalRules = {
  there: "every acknowledged request is there, exactly once, as it was asked",
  notThere: "what was refused is not there",
  decisions: "every decision that was acknowledged stands",
} as const;

interface Row {
  readonly id: string;
  readonly person: string;
  readonly paise: bigint;
  readonly status: string;
}

/**
 * Holds what the clients were told against the database.
 * @param before what was acknowledged at this time or later may not be there yet.
 */
export async function verifyJournal(
  { db, journal }: Pick<Evidence, "db" | "journal">,
  before = Number.POSITIVE_INFINITY,
): Promise<Finding[]> {
  const { rows: payouts } = await sql<Row & { remarks: string; reference: string }>`
    select id, person_id as person, amount_paise as paise, status, remarks,
      reference_id as reference
    from payouts
  `.execute(db);
  const { rows: deposits } = await sql<Row & { utr: string }>`
    select id, person_id as person, amount_paise as paise, status, utr_reference as utr
    from deposits
  `.execute(db);
  const byRemarks = Map.groupBy(payouts, ({ remarks }) => remarks);
  const byUtr = Map.groupBy(deposits, ({ utr }) => utr);
  const acknowledged = {
    payouts: journal.orders.filter(({ yes }) => yes.some(({ at }) => at < before)),
    deposits: journal.deposits.filter(({ yes }) => yes.some(({ at }) => at < before)),
  };
  const facts = await faultsOfFacts(db, journal, before);
  const refused = {
    payouts: journal.orders.filter(({ no, yes }) => no !== undefined && yes.length === 0),
    deposits: journal.deposits.filter(({ no, yes }) => no !== undefined && yes.length === 0),
  };
  return [
    {
      invariant: journalRules.there,
      checked: `${acknowledged.payouts.length} payouts, ${acknowledged.deposits.length} deposits, ${facts.looked} others`,
      faults: [
        ...acknowledged.payouts.flatMap((order) =>
          faultsOfOrder(order, byRemarks.get(order.remarks) ?? []),
        ),
        ...acknowledged.deposits.flatMap((asked) =>
          faultsOfAsked(`the deposit ${asked.utr}`, asked, byUtr.get(asked.utr) ?? []),
        ),
        ...facts.faults,
      ],
    },
    {
      invariant: journalRules.notThere,
      checked: `${refused.payouts.length} payouts, ${refused.deposits.length} deposits`,
      faults: [
        ...refused.payouts
          .filter(({ remarks }) => byRemarks.has(remarks))
          .map(({ remarks, no }) => `"${remarks}" was refused (${no}), and there it is`),
        ...refused.deposits
          .filter(({ utr }) => byUtr.has(utr))
          .map(({ utr, no }) => `the deposit ${utr} was refused (${no}), and there it is`),
      ],
    },
    verifyDecisions(journal, byUtr, new Map(payouts.map((row) => [row.id, row.status])), before),
  ];
}

function faultsOfOrder(
  order: Order,
  rows: readonly (Row & { readonly reference: string })[],
): string[] {
  const what = `the payout "${order.remarks}"`;
  const faults = faultsOfAsked(what, order, rows);
  const other = order.yes.find(({ reference }) => rows.some((row) => row.reference !== reference));
  return other ? [...faults, `${what} was answered with ${other.reference} too`] : faults;
}

interface Asked {
  readonly tenant: string;
  readonly paise: number;
  readonly yes: readonly { readonly id: string }[];
}

function faultsOfAsked(what: string, asked: Asked, rows: readonly Row[]): string[] {
  const [row, ...others] = rows;
  if (!row) return [`${what} was acknowledged as ${asked.yes[0]?.id}, and is not there`];
  if (others.length > 0) return [`${what} is there ${rows.length} times`];
  if (asked.yes.some(({ id }) => id !== row.id))
    return [`${what} was acknowledged under another id`];
  if (row.person !== asked.tenant) return [`${what} is somebody else's`];
  return row.paise === BigInt(asked.paise) ? [] : [`${what} is of ${row.paise} paise`];
}

function verifyDecisions(
  journal: Journal,
  byUtr: ReadonlyMap<string, readonly Row[]>,
  statusOf: ReadonlyMap<string, string>,
  before: number,
): Finding {
  const decided = journal.deposits.filter(({ decisions }) =>
    decisions.some(({ at, outcome }) => at < before && outcome !== "first_approval"),
  );
  const signed = journal.signed.filter(({ at }) => at < before);
  return {
    invariant: journalRules.decisions,
    checked: `${decided.length} deposits decided, ${signed.length} outcomes signed`,
    faults: [
      ...decided.flatMap((asked) => faultsOfDecision(asked, byUtr.get(asked.utr)?.[0]?.status)),
      ...signed.flatMap(({ payout, outcome }) => {
        const status = statusOf.get(payout);
        return status === (outcome === "paid" ? "success" : "failed")
          ? []
          : [`payout ${payout} was signed as ${outcome}, and is ${status ?? "not there"}`];
      }),
    ],
  };
}

function faultsOfDecision(
  { utr, decisions }: DepositRequest,
  status: string | undefined,
): string[] {
  const final = decisions.filter(({ outcome }) => outcome !== "first_approval");
  const outcomes = new Set(final.map(({ outcome }) => outcome));
  if (outcomes.size > 1 || final.length > 1)
    return [`the deposit ${utr} was decided ${final.length} times`];
  const should = outcomes.has("credited") ? "completed" : "failed";
  return status === should
    ? []
    : [`the deposit ${utr} must be ${should}, and is ${status ?? "not there"}`];
}

async function faultsOfFacts(db: Db, { facts }: Journal, before: number) {
  const { rows } = await sql<{ id: string; state: string }>`
    select id, mobile as state from people
    union all select id, status from bank_accounts
    union all select id, state from incoming_credits
    union all select id, status from deposits
    union all select id, 'kept' from statement_imports
  `.execute(db);
  const states = new Map(rows.map(({ id, state }) => [id, state]));
  const due = facts.filter(({ at }) => at < before);
  const wrong = due.filter(({ id, states: may }) => !may.includes(states.get(id) ?? ""));
  return {
    looked: due.length,
    faults: wrong.map(
      ({ table, id, states: may }) =>
        `${id} of ${table} must be ${may.join(" or ")}, and is ${states.get(id) ?? "not there"}`,
    ),
  };
}
