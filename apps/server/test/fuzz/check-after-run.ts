import { sql } from "kysely";
import { database } from "../../src/database/db.ts";
import { verifyBooks } from "../../src/ledger/verify.ts";
import { verifyFundsQueue } from "../../src/payouts/funds-queue/verify-funds-queue.ts";
import { findForbiddenInLog } from "../../../../scripts/forbidden-in-logs.ts";
import { verifyBatches } from "../../src/payouts/batches/verify-batches.ts";
import { verifyKeyOrders } from "../../src/payouts/by-key/verify-key-orders.ts";
import { verifySchedules } from "../../src/payouts/schedules/verify-schedules.ts";
import { verifyApprovals } from "../../src/payouts/requests/verify-approvals.ts";
import { canary, type People } from "./people.ts";
import type { ProcessStats } from "./monitored-server.ts";

/** The state of the books before the first request. */
export interface StateBefore {
  readonly payouts: ReadonlySet<string>;
  readonly victim: string;
}

export async function readStateBefore(people: People): Promise<StateBefore> {
  return { payouts: new Set((await payoutRows()).keys()), victim: await accountOf(people.victim) };
}

/**
 * Checks the money after the server has stopped: the books balance, the payouts are exactly those
 * acknowledged with 201, every credit has an approval, and the victim's account is unchanged.
 * @param acknowledged the payer of each payout that was acknowledged with 201.
 */
export async function findMoneyFaults(
  people: People,
  before: StateBefore,
  acknowledged: ReadonlyMap<string, string>,
): Promise<string[]> {
  const payouts = await payoutRows();
  // Signed as a whole or by others: their own rules compare them with what was signed.
  const prepared = new Set(await preparedPayouts());
  const unacknowledged = [...payouts].filter(
    ([id, payer]) => !before.payouts.has(id) && acknowledged.get(id) !== payer && !prepared.has(id),
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
    ...[
      ...(await verifyBooks(database())),
      ...(await verifyApprovals(database())),
      ...(await verifyBatches(database())),
      ...(await verifyFundsQueue(database())),
      ...(await verifySchedules(database())),
      ...(await verifyKeyOrders(database())),
    ].map(({ rule, where }) => `The books break a rule: ${rule}: ${where}`),
    ...unacknowledged.map(([id]) => `Payout ${id} was never acknowledged to its payer`),
    ...lost.map((id) => `Payout ${id} was acknowledged and is missing`),
    ...unapproved.map(({ id }) => `Deposit ${id} was credited without an approval`),
    ...(victim === before.victim ? [] : [`The victim's account: ${before.victim}, now ${victim}`]),
  ];
}

async function preparedPayouts(): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select payout_id::text as id from batch_rows where payout_id is not null
    union all select payout_id::text from payment_requests where payout_id is not null
    union all select payout_id::text from schedule_runs where payout_id is not null
  `.execute(database());
  return rows.map(({ id }) => id);
}

/** With those that wait for funds, or were not funded. */
async function payoutRows(): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; tenant_id: string }>`
    select id::text, tenant_id::text from payouts
    union
    select id::text, tenant_id::text from funds_queue
  `.execute(database());
  return new Map(rows.map(({ id, tenant_id }) => [id, tenant_id]));
}

/** The balances of a tenant, and how many rows of each kind it has, as text. */
async function accountOf(id: string): Promise<string> {
  const { rows } = await sql<{ account: string }>`
    select concat_ws(' ', available_paise, held_paise, entry_count,
      (select count(*) from payouts where tenant_id = wallets.id),
      (select count(*) from deposits where tenant_id = wallets.id),
      (select count(*) from bank_accounts where tenant_id = wallets.id)) as account
    from wallets where id = ${id}
  `.execute(database());
  return rows[0]?.account ?? "";
}

export async function countOpenPayouts(id: string): Promise<number> {
  const { rows } = await sql<{ open: bigint }>`
    select count(*) as open from payouts
    where tenant_id = ${id} and status in ('pending', 'processing')
  `.execute(database());
  return Number(rows[0]?.open ?? 0);
}

/** Periodic tasks log this on a slow machine; no request causes it. */
const connectionTimeout = "timeout exceeded when trying to connect";

/** Finds what the server must not log: errors, canaries and personal data. */
export function findLogFaults(lines: readonly string[]): string[] {
  const errors = lines.filter(
    (line) => /^\{"level":[56]0/.test(line) && !line.includes(connectionTimeout),
  );
  const canaries = lines.filter((line) => line.toLowerCase().includes(canary));
  return [
    ...errors.map((line) => `An error was logged: ${line.slice(0, 1_500)}`),
    ...canaries.map((line) => `A canary was logged: ${line.slice(0, 300)}`),
    ...findForbiddenInLog(lines).map((finding) => `The log contains ${finding}`),
  ];
}

const heapGrowthMbMax = 48;
/** CPU time of the server without a pause; other processes do not count. */
const busyMsLimit = 1_000;
const handlesGrowthMax = 25;

/** Compares memory, event loop and handles after the run with those after the warm-up. */
export function findResourceFaults(
  warm: ProcessStats,
  busyMsMax: number,
  end: ProcessStats,
): string[] {
  const grownMb = end.heapMb - warm.heapMb;
  const handleCount = (stats: ProcessStats) =>
    Object.values(stats.handles).reduce((sum, count) => sum + count, 0);
  const newHandles = handleCount(end) - handleCount(warm);
  return [
    ...(grownMb > heapGrowthMbMax ? [`The heap grew by ${Math.round(grownMb)} MB`] : []),
    ...(busyMsMax > busyMsLimit
      ? [`The event loop was blocked for ${Math.round(busyMsMax)} ms`]
      : []),
    ...(newHandles > handlesGrowthMax
      ? [`${newHandles} more handles are open: ${JSON.stringify(end.handles)}`]
      : []),
  ];
}
