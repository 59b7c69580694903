import type { TenantOverview } from "@rokad/contract/tenant-overview";
import { sql } from "kysely";
import { database, type Db } from "../../database/db.ts";
import { readTeam } from "../../identity/members/list-team.ts";
import { findTenant } from "../../identity/people/tenant-queries.ts";
import { notFound } from "../../kernel/errors.ts";
import { listBankAccounts } from "../../money-in/bank-accounts/list-bank-accounts.ts";
import { findNewestDeposits } from "../search/find-money-in.ts";
import { readFoundPayouts } from "../search/find-payouts.ts";

/** The rows of each kind, without the team's, which has a limit of its own. */
const rowsMax = 10;

/**
 * What a super admin looks at before they decide something about a tenant: who acts for it, from which
 * accounts it may pay in, and what it last paid and received. Account numbers are masked.
 * @throws 404 for a closed account and for a super admin.
 */
export async function readTenantOverview(tenantId: string): Promise<TenantOverview> {
  const db = database();
  if (!(await findTenant(db, tenantId))) throw notFound("This tenant");
  const [team, accounts, payouts, deposits] = await Promise.all([
    readTeam(tenantId, null),
    listBankAccounts({ tenantId }, { page: 1, limit: rowsMax }),
    findNewestPayouts(db, tenantId),
    findNewestDeposits(db, tenantId, rowsMax),
  ]);
  return { ...team, bank_accounts: accounts.data, payouts, deposits };
}

/** Also those that wait for funds: the first to ask about are those that no provider has. */
async function findNewestPayouts(db: Db, tenantId: string) {
  const { rows } = await sql<{ id: string }>`
    (
      select id from payouts where tenant_id = ${tenantId}
      order by created_at desc, id desc limit ${rowsMax}
    )
    union
    (
      select id from funds_queue where tenant_id = ${tenantId} and state = 'waiting'
      order by place desc limit ${rowsMax}
    )
  `.execute(db);
  return readFoundPayouts(db, { ids: rows.map(({ id }) => id), limit: rowsMax });
}
