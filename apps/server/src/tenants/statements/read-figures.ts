import { sql } from "kysely";
import type { Db } from "../../database/db.ts";
import { readSnapshot } from "../../database/read-snapshot.ts";
import { replicaOrPrimary } from "../../database/replica.ts";
import { endOfDay, startOfDay } from "../../kernel/days.ts";
import type { Tenant } from "../../kernel/person.ts";
import {
  readStatementTotals,
  type EntryRange,
  type StatementTotals,
} from "../../ledger/statement.ts";
import { totalMovements } from "../wallet/total-movements.ts";
import { entriesOf, type Period } from "./period.ts";

/** The totals of a statement, and what Wallet History shows for the same days, in paise. */
export interface StatementFigures extends StatementTotals {
  readonly walletHistory: {
    readonly creditsPaise: bigint;
    readonly debitsPaise: bigint;
    /** Whether the difference includes payment requests that went on or off hold. */
    readonly leavesOutRequests: boolean;
  };
}

/**
 * Reads the range and the figures of a statement in one snapshot, so that the difference between
 * statement and Wallet History is exact while payouts are made.
 */
export async function readStatementFigures(
  tenant: Tenant,
  period: Period,
): Promise<{ entryRange: EntryRange; figures: StatementFigures }> {
  return readSnapshot(
    async (db) => {
      const entryRange = await entriesOf(db, tenant, period);
      const totals = await readStatementTotals(db, entryRange);
      const { credits, debits } = await totalMovements(db, tenant, period);
      const leavesOutRequests = await hasEndedHolds(db, tenant, period);
      return {
        entryRange,
        figures: {
          ...totals,
          walletHistory: { creditsPaise: credits, debitsPaise: debits, leavesOutRequests },
        },
      };
    },
    { from: await replicaOrPrimary() },
  );
}

/** Whether a hold of a payment request began or ended in the period, and is over. */
async function hasEndedHolds(
  db: Db,
  { tenantId: id }: Tenant,
  { from, to }: Period,
): Promise<boolean> {
  const { rows } = await sql`
    select from request_holds
    where tenant_id = ${id} and released_at >= ${startOfDay(from)} and held_at < ${endOfDay(to)}
    limit 1
  `.execute(db);
  return rows.length > 0;
}

/**
 * What the statement has and Wallet History leaves out: payouts that failed and their refunds, and
 * payment requests that were on hold.
 */
export function leftOut({ debitsPaise, creditsPaise, walletHistory }: StatementFigures) {
  return {
    debitsPaise: debitsPaise - walletHistory.debitsPaise,
    creditsPaise: creditsPaise - walletHistory.creditsPaise,
  };
}
