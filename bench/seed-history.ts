import { sql } from "kysely";
import { database, transaction, type Tx } from "../apps/server/src/database/db.ts";
import { newId } from "../apps/server/src/kernel/ids.ts";
import { encryptDestination } from "../apps/server/src/payouts/destination.ts";
import { blindIndex, encrypt } from "../apps/server/src/database/encryption/encrypt.ts";
import { compactPayoutRollups } from "../apps/server/src/rollups/compact-payout-rollups.ts";
import { beneficiaries } from "./beneficiaries.ts";

export interface SeededTenant {
  readonly id: string;
  readonly payouts: number;
  readonly deposits: number;
}

const seededDays = 400;
const dayMs = 24 * 60 * 60 * 1000;
const batchRows = 20_000;

/**
 * Inserts payouts, returns and deposits of the last 400 days with SQL, evenly spread: encrypted
 * destinations, rollups by the triggers' functions, wallet balances and the ledger's daily totals.
 * Omits ledger entries, six times as many rows, because no measured query scans them.
 * Needs a superuser connection, which skips triggers and foreign keys.
 */
export async function seedHistory(tenants: readonly SeededTenant[]): Promise<void> {
  const since = new Date(Date.now() - seededDays * dayMs);
  await transaction(async (db) => {
    await sql`set local session_replication_role = replica`.execute(db);
    // PostgreSQL skips the write-ahead log for a table truncated in the same transaction.
    await sql`truncate payouts, payout_queue, finished_payouts cascade`.execute(db);
    const indexes = await dropIndexes(db, "payouts");
    await insertBeneficiaries(db);
    for (const [at, tenant] of tenants.entries()) await insertPayouts(db, at, tenant, since);
    for (const definition of indexes) await sql.raw(definition).execute(db);
    await listPayouts(db);
    await insertReversals(db);
    for (const [at, tenant] of tenants.entries()) await insertDeposits(db, at, tenant, since);
    await insertBooks(db);
    await insertSearchTerms(db);
  });
  await compactPayoutRollups(database());
}

/** Drops indexes without a constraint; rebuilding them is faster than updating them per row. */
async function dropIndexes(db: Tx, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select indexname as name, indexdef as definition from pg_indexes
    where schemaname = 'public' and tablename = ${table}
      and not exists (select from pg_constraint where conname = indexname)
  `.execute(db);
  for (const { name } of rows) await sql`drop index ${sql.ref(name)}`.execute(db);
  return rows.map(({ definition }) => definition);
}

/** Stores what all payouts to a beneficiary share; only the encrypted bytes differ. */
async function insertBeneficiaries(db: Tx): Promise<void> {
  await sql`
    create temporary table beneficiaries (
      number bigint primary key, method text, name text, email text, phone text, address text,
      ifsc text, bank text, hash bytea, ending text
    ) on commit drop
  `.execute(db);
  const rows = beneficiaries.map(({ order, bank }, number) => {
    const { hash, end } = encryptDestination(newId(), order);
    const ifsc = order.method === "imps" ? order.ifsc_code : null;
    return sql`(
      ${number}::bigint, ${order.method}, ${order.beneficiary_name}, ${order.beneficiary_email},
      ${order.beneficiary_phone}, ${order.beneficiary_address}, ${ifsc}, ${bank}, ${hash}, ${end}
    )`;
  });
  await sql`insert into beneficiaries values ${sql.join(rows)}`.execute(db);
  await sql`analyze beneficiaries`.execute(db);
}

async function insertPayouts(db: Tx, index: number, tenant: SeededTenant, since: Date) {
  const stepMs = (seededDays * dayMs) / tenant.payouts;
  for (let first = 0; first < tenant.payouts; first += batchRows) {
    const count = Math.min(batchRows, tenant.payouts - first);
    const ids: string[] = [];
    const encrypted: Buffer[] = [];
    for (let number = first; number < first + count; number += 1) {
      const id = idAt(since.getTime() + number * stepMs, index, number);
      const beneficiary = beneficiaries[number % beneficiaries.length];
      if (!beneficiary) throw new Error("There are no beneficiaries");
      ids.push(id);
      encrypted.push(encryptDestination(id, beneficiary.order).encrypted);
    }
    await sql`
      with numbered as (
        select id, encrypted, ${first}::bigint + at - 1 as number,
          ${since}::timestamptz + (${first}::bigint + at) * make_interval(secs => ${stepMs / 1000}) as at,
          -- Pseudo-random, without a pattern for people or indexes.
          (${first}::bigint + at) * 7919 % 1000 as random
        from unnest(${ids}::uuid[], ${encrypted}::bytea[]) with ordinality as t (id, encrypted, at)
      ), with_outcome as (
        select *, case
            when number >= ${tenant.payouts} - 20 then 'processing'
            when number >= ${tenant.payouts} - 50 then 'pending'
            when random < 30 then 'failed'
            when random = 30 then 'returned'
            else 'success'
          end as outcome
        from numbered
      ), added as (
        insert into payouts (
          id, tenant_id, reference_id, method, beneficiary_name, beneficiary_email,
          beneficiary_phone, beneficiary_address, ifsc_code, bank_name, destination_encrypted,
          destination_hash, destination_end, amount_paise, fee_paise, gst_paise, status,
          failure_reason, utr_number, provider, adapter, provider_reference, provider_state,
          attempts, order_digest, due_at, handed_at, created_at, updated_at, finished_at, returned_at
        )
        select id, ${tenant.id}::uuid,
          'RK' || ${index}::int || lpad(upper(to_hex(with_outcome.number)), 13, '0'), method, name, email,
          phone, address, ifsc, bank, encrypted, hash, ending,
          10000 + with_outcome.number * 104729 % 500000, 500, 90,
          case outcome when 'returned' then 'failed' else outcome end,
          case outcome
            when 'failed' then (array[
              'The beneficiary''s account is closed or invalid',
              'The beneficiary''s bank did not answer in time',
              'The account can''t receive this transfer'
            ])[1 + with_outcome.number / 1000 % 3]
            when 'returned' then 'The bank returned it'
          end,
          case when outcome in ('success', 'returned') then lpad((with_outcome.number * 741457 % 999999999989)::text, 12, '0') end,
          case when random % 5 = 0 then 'alternative' else 'primary' end, 'sandbox', 'SB' || with_outcome.number,
          case outcome when 'returned' then 'reversed' when 'pending' then null else outcome end,
          1, decode(repeat('5e', 32), 'hex'),
          case when outcome in ('pending', 'processing') then now() + interval '1 year' end,
          case when outcome <> 'pending' then at + interval '1 second' end, at, at,
          case when outcome not in ('pending', 'processing') then at + interval '4 seconds' end,
          case when outcome = 'returned' then at + interval '2 hours' end
        from with_outcome join beneficiaries on beneficiaries.number = with_outcome.number % ${beneficiaries.length}
        order by with_outcome.number
        returning payouts
      )
      select add_payout_changes(shares), add_payout_failures(shares)
      from (select array_agg(payout_share_of(payouts, 1)) as shares from added) as added_shares
    `.execute(db);
  }
}

/** Fills the queue and the finished payouts, in the order of their keys. */
async function listPayouts(db: Tx): Promise<void> {
  await sql`
    insert into payout_queue (tenant_id, payout_id, created_at, due_at, provider, status, is_unclear)
    select tenant_id, id, created_at, due_at, provider, status, unknown_since is not null
    from payouts
    where status in ('pending', 'processing') order by tenant_id, created_at, id
  `.execute(db);
  await sql`
    insert into finished_payouts (tenant_id, payout_id, created_at, finished_at, status, adapter)
    select tenant_id, id, created_at, finished_at, status, adapter from payouts
    where status in ('success', 'failed') order by tenant_id, status, created_at, id
  `.execute(db);
}

/** An id in order of time, like UUIDv7: milliseconds, index of the tenant, number. */
function idAt(ms: number, index: number, number: number): string {
  const time = Math.floor(ms).toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-700${index}-8000-${number.toString(16).padStart(12, "0")}`;
}

async function insertReversals(db: Tx): Promise<void> {
  await sql`
    with added as (
      insert into payout_reversals (payout_id, tenant_id, amount_paise, reason, created_at)
      select id, tenant_id, amount_paise + fee_paise + gst_paise, failure_reason, returned_at
      from payouts where returned_at is not null
      returning *
    )
    select add_credits(
      array_agg(tenant_id), array_agg(created_at), array_agg(0::bigint), array_agg(amount_paise),
      array_agg(1::bigint)
    ) from added
  `.execute(db);
}

async function insertDeposits(db: Tx, index: number, tenant: SeededTenant, since: Date) {
  const accountId = newId();
  const number = `50100${index}12345678`;
  await sql`
    insert into bank_accounts (
      id, tenant_id, account_holder_name, account_number_encrypted, account_number_hash,
      account_number_end, ifsc_code, bank_name, branch_name, account_type, status, created_at
    ) values (
      ${accountId}, ${tenant.id}, 'Bench Shop', ${encrypt("bank account number", accountId, number)},
      ${blindIndex("account number", number)}, ${number.slice(-4)}, 'HDFC0000001', 'HDFC Bank',
      'Fort', 'current', 'approved', ${since}
    )
  `.execute(db);
  const stepSeconds = (seededDays * dayMs) / tenant.deposits / 1000;
  await sql`
    with numbered as (
      select number, ${since}::timestamptz + (number + 1) * make_interval(secs => ${stepSeconds}) as at,
        case
          when number >= ${tenant.deposits} - 5 then 'pending'
          when number * 7919 % 100 < 3 then 'failed'
          else 'completed'
        end as status
      from generate_series(0::bigint, ${tenant.deposits}::bigint - 1) as number
    ), added as (
      insert into deposits (
        id, tenant_id, bank_account_id, amount_paise, utr_reference, status, review_note,
        reviewed_at, created_at
      )
      select (
          lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '700' || ${index}::int
            || '8000' || lpad(to_hex(number), 12, '0')
        )::uuid, ${tenant.id}::uuid, ${accountId}::uuid, 10000000 + number * 104729 % 80000000,
        lpad(((number + ${index} * 500000000::bigint) * 741457 % 999999999989)::text, 12, '0'), status,
        case when status = 'failed' then 'No such transfer has arrived' end,
        case when status <> 'pending' then at + interval '20 minutes' end, at
      from numbered order by number
      returning deposits
    )
    select add_deposit_shares(array_agg(deposit_share_of(deposits, 1))) from added
  `.execute(db);
}

/** Inserts balances, provider rollups and the daily totals of the ledger. */
async function insertBooks(db: Tx): Promise<void> {
  await sql`
    insert into adapter_rollups
    select adapter, provider, count(*) filter (where status in ('pending', 'processing')),
      count(*) filter (where status = 'success'),
      coalesce(sum(amount_paise) filter (where status = 'success'), 0),
      coalesce(sum(amount_paise) filter (where provider_state is not null), 0), 0,
      coalesce(sum(amount_paise) filter (where provider_state is not null and status = 'failed'), 0)
    from payouts group by adapter, provider
  `.execute(db);
  await sql`
    insert into ledger_days as existing
    select tenant_id, day, kind, count(*), sum(paise + charges), sum(provider), sum(fee), sum(gst)
    from (
      select tenant_id, created_at as at, 'hold' as kind, amount_paise as paise,
        fee_paise + gst_paise as charges, 0 as provider, 0 as fee, 0 as gst
      from payouts
      union all
      select tenant_id, finished_at, 'settle', amount_paise, fee_paise + gst_paise, amount_paise,
        fee_paise, gst_paise
      from payouts where status = 'success' or returned_at is not null
      union all
      select tenant_id, finished_at, 'release', amount_paise, fee_paise + gst_paise, 0, 0, 0
      from payouts where status = 'failed' and returned_at is null
      union all
      select tenant_id, returned_at, 'reverse', amount_paise, fee_paise + gst_paise, -amount_paise,
        -fee_paise, -gst_paise
      from payouts where returned_at is not null
      union all
      select tenant_id, reviewed_at, 'credit', amount_paise, 0, 0, 0, 0
      from deposits where status = 'completed'
    ) as postings
    cross join lateral (select (at at time zone 'Asia/Kolkata')::date as day) as india
    group by tenant_id, day, kind
    on conflict (wallet_id, day, kind) do update set
      count = existing.count + excluded.count, total_paise = existing.total_paise + excluded.total_paise
  `.execute(db);
  await sql`
    update wallets set
      available_paise = available_paise + credited - spent, held_paise = held, updated_at = now()
    from (
      select tenant_id, sum(open_paise + open_charges_paise) as held,
        sum(open_paise + open_charges_paise + success_paise + success_charges_paise) as spent
      from all_payout_rollups where grain = 'day' group by tenant_id
    ) as debits
    join (
      select tenant_id, sum(deposit_paise) as credited
      from credit_rollups where grain = 'day' group by tenant_id
    ) as credits using (tenant_id)
    where wallets.id = tenant_id
  `.execute(db);
}

/** Inserts what the worker writes behind the ledger, without the key until all terms are there. */
async function insertSearchTerms(db: Tx): Promise<void> {
  await sql`truncate search_terms`.execute(db);
  await sql`alter table search_terms drop constraint search_terms_pkey`.execute(db);
  await sql`
    insert into search_terms (tenant_id, kind, term, at, subject_id)
    select tenant_id, 'payout', term, created_at, id
    from payouts cross join lateral unnest(search_terms_of_payout(payouts)) as term
    where left(term, 1) <> 'r' and (left(term, 1) <> 'h' or method = 'upi')
    union all
    select tenant_id, kind, term, case kind when 'credit' then reviewed_at else created_at end, id
    from deposits cross join (values ('deposit'), ('credit')) as kinds (kind)
    cross join lateral unnest(search_terms_of_deposit(deposits)) as term
    where left(term, 1) <> 'h' and (kind = 'deposit' or status = 'completed')
  `.execute(db);
  await sql`
    alter table search_terms add primary key (tenant_id, kind, term, at, subject_id)
  `.execute(db);
  await sql`update search_head set at = now(), posting_id = ${lastId}`.execute(db);
}

const lastId = "ffffffff-ffff-ffff-ffff-ffffffffffff";
