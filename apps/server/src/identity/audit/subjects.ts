import { sql, type RawBuilder } from "kysely";
import { replicaOrPrimary } from "../../database/replica.ts";
import { utrKey, utrSpellings } from "../../kernel/utr-key.ts";
import {
  findPayoutsOverTenants,
  findReferencedPayouts,
} from "../../rollups/search/find-over-tenants.ts";

export const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The name of each kind of subject that has one: what people call it by. */
const names: Readonly<Record<string, RawBuilder<unknown>>> = {
  person: sql`select name from people`,
  tenant: sql`select name from tenants`,
  payout: sql`select reference_id from payouts`,
  payment_request: sql`select beneficiary_name from payment_requests`,
  payout_schedule: sql`select beneficiary_name from payout_schedules`,
  payout_batch: sql`select file_name from payout_batches`,
  beneficiary: sql`select name from beneficiaries`,
  deposit: sql`select utr_reference from deposits`,
  bank_account: sql`select bank_name || ' ****' || account_number_end from bank_accounts`,
  incoming_credit: sql`select utr_reference from incoming_credits`,
  statement_import: sql`select file_name from statement_imports`,
  receiving_account: sql`select label from receiving_accounts`,
  fund_transfer: sql`select utr_reference from fund_transfers`,
  api_key: sql`select name from api_keys`,
  webhook_endpoint: sql`select url from webhook_endpoints`,
  passkey: sql`select name from passkeys`,
};

export const namedKinds: readonly string[] = Object.keys(names);

/** A row's subject by name, by primary key. The regular expression skips ids that a forged row made up. */
export const subjectName = sql<string | null>`case when subject_id ~* ${uuid.source} then
  case subject_kind ${sql.join(
    Object.entries(names).map(
      ([kind, name]) => sql`when ${sql.lit(kind)} then (${name} where id = subject_id::uuid)`,
    ),
    sql` `,
  )} end
end`;

/** Of payouts with the same UTR. */
const payoutsMax = 50;

/**
 * The subjects that a search names: the id that it is, and the payouts, deposits, credits and
 * transfers with this reference or UTR. Null without a search.
 */
export async function findSubjects(search: string | undefined): Promise<string[] | null> {
  if (!search) return null;
  // The log stores ids in small letters.
  if (uuid.test(search)) return [search.toLowerCase()];
  const db = await replicaOrPrimary();
  const utrs = utrSpellings(search);
  const key = utrKey(search);
  const [referenced, payouts, { rows }] = await Promise.all([
    findReferencedPayouts(db, search),
    findPayoutsOverTenants(db, { utrs, end: null }, payoutsMax),
    sql<{ id: string }>`
      -- The two conditions of the indexes.
      select id from deposits where utr_key = ${key} and status <> 'failed'
      union all select id from deposits where utr_key = ${key} and status = 'failed'
      union all select id from incoming_credits where utr_key = ${key}
      union all select id from fund_transfers where utr_key = ${key}
    `.execute(db),
  ]);
  return [search, ...referenced, ...payouts, ...rows.map(({ id }) => id)];
}
