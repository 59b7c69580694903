import { sql } from "kysely";
import { database } from "../../src/db.ts";
import { verifyBooks } from "../../src/ledger/verify.ts";
import { toldInLog } from "../../../../scripts/forbidden-in-logs.ts";
import { canary, type People } from "./people.ts";
import type { Vitals } from "./watched-server.ts";

/** What stands in the books before the first request. */
export interface Before {
  readonly payouts: ReadonlySet<string>;
  readonly victim: string;
}

export async function lookBefore(people: People): Promise<Before> {
  return { payouts: new Set((await payoutRows()).keys()), victim: await accountOf(people.victim) };
}

/**
 * What must be so when the server has stopped: books in balance, payouts exactly those that
 * were answered 201, credits exactly those that somebody approved, the victim as before.
 * @param acknowledged the payer of each payout that was answered 201.
 */
export async function moneyFaults(
  people: People,
  before: Before,
  acknowledged: ReadonlyMap<string, string>,
): Promise<string[]> {
  const payouts = await payoutRows();
  const unasked = [...payouts].filter(
    ([id, payer]) => !before.payouts.has(id) && acknowledged.get(id) !== payer,
  );
  const lost = [...acknowledged.keys()].filter((id) => !payouts.has(id));
  const { rows: unapproved } = await sql<{ id: string }>`
    select id::text from deposits where status = 'completed' and not exists (
      select from audit_log where subject_id = deposits.id::text
        and act in ('deposit.approved', 'suspense.assigned')
    ) and utr_reference not like 'ZQCANARY%' and came_through is null
  `.execute(database());
  const victim = await accountOf(people.victim);
  return [
    ...(await verifyBooks(database())).map(
      ({ rule, where }) => `Not so in the books: ${rule}: ${where}`,
    ),
    ...unasked.map(([id]) => `Payout ${id} was never answered 201 to its payer`),
    ...lost.map((id) => `Payout ${id} was answered 201 and is not there`),
    ...unapproved.map(({ id }) => `Deposit ${id} was credited without an approval`),
    ...(victim === before.victim ? [] : [`The victim's account: ${before.victim}, now ${victim}`]),
  ];
}

async function payoutRows(): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; person_id: string }>`
    select id::text, person_id::text from payouts
  `.execute(database());
  return new Map(rows.map(({ id, person_id }) => [id, person_id]));
}

/** Waits are over when nothing of the victim's is open. */
async function accountOf(id: string): Promise<string> {
  const { rows } = await sql<{ account: string }>`
    select concat_ws(' ', available_paise, held_paise, entry_count,
      (select count(*) from payouts where person_id = wallets.id),
      (select count(*) from deposits where person_id = wallets.id),
      (select count(*) from bank_accounts where person_id = wallets.id)) as account
    from wallets where id = ${id}
  `.execute(database());
  return rows[0]?.account ?? "";
}

export async function openPayoutsOf(id: string): Promise<number> {
  const { rows } = await sql<{ open: bigint }>`
    select count(*) as open from payouts
    where person_id = ${id} and status in ('pending', 'processing')
  `.execute(database());
  return Number(rows[0]?.open ?? 0);
}

/** Duties that found no connection in time, while others took the machine: no request caused it. */
const machineIsSlow = "timeout exceeded when trying to connect";

/** What the server should not have logged: errors, and what somebody sent. */
export function logFaults(lines: readonly string[]): string[] {
  const errors = lines.filter(
    (line) => /^\{"level":[56]0/.test(line) && !line.includes(machineIsSlow),
  );
  const canaries = lines.filter((line) => line.toLowerCase().includes(canary));
  return [
    ...errors.map((line) => `An error was logged: ${line.slice(0, 1_500)}`),
    ...canaries.map((line) => `A canary was logged: ${line.slice(0, 300)}`),
    ...toldInLog(lines).map((what) => `The log tells ${what}`),
  ];
}

const heapGrowthMbMax = 48;
/** Of the server's own work without a pause, however much others take of the machine. */
const busyMsLimit = 1_000;
const handlesGrowthMax = 25;

/** Memory, event loop and handles after the run, against those after its warm-up. */
export function vitalFaults(warm: Vitals, worst: number, end: Vitals): string[] {
  const grownMb = end.heapMb - warm.heapMb;
  const open = (vitals: Vitals) =>
    Object.values(vitals.handles).reduce((sum, count) => sum + count, 0);
  const grown = open(end) - open(warm);
  return [
    ...(grownMb > heapGrowthMbMax ? [`The heap grew by ${Math.round(grownMb)} MB`] : []),
    ...(worst > busyMsLimit ? [`The event loop was blocked for ${Math.round(worst)} ms`] : []),
    ...(grown > handlesGrowthMax
      ? [`${grown} handles more are open: ${JSON.stringify(end.handles)}`]
      : []),
  ];
}
