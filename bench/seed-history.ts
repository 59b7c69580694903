import { sql } from "kysely";
import { transaction, type Tx } from "../apps/server/src/db.ts";
import { newId } from "../apps/server/src/ids.ts";
import { sealDestination } from "../apps/server/src/payouts/destination.ts";
import { lookupHash, seal } from "../apps/server/src/sealing/seal.ts";
import { beneficiaries } from "./beneficiaries.ts";

export interface SeededTenant {
  readonly id: string;
  readonly payouts: number;
  readonly deposits: number;
}

const seededDays = 400;
const dayMs = 24 * 60 * 60 * 1000;
const rowsAtOnce = 20_000;

/**
 * Writes the tenants' payouts, returns and deposits of the last 400 days by SQL, spread evenly,
 * with each destination sealed for its row, the sums by the triggers' own functions, the wallet's
 * balances, and what the ledger came to day by day. Not its entries, which would be six times as
 * many rows: nothing that is measured here reads them but to look for one by its number.
 * Needs a superuser's connection: triggers and foreign keys don't look at each row.
 */
export async function seedHistory(tenants: readonly SeededTenant[]): Promise<void> {
  const since = new Date(Date.now() - seededDays * dayMs);
  await transaction(async (db) => {
    await sql`set local session_replication_role = replica`.execute(db);
    // A table that is emptied in the same transaction is loaded without a write-ahead log.
    await sql`truncate payouts cascade`.execute(db);
    const indexes = await dropIndexes(db, "payouts");
    await keepBeneficiaries(db);
    for (const [at, tenant] of tenants.entries()) await insertPayouts(db, at, tenant, since);
    for (const definition of indexes) await sql.raw(definition).execute(db);
    await insertReversals(db);
    for (const [at, tenant] of tenants.entries()) await insertDeposits(db, at, tenant, since);
    await keepBooks(db);
  });
}

/** Those that no constraint stands for: they are made faster afterwards than kept row by row. */
async function dropIndexes(db: Tx, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select indexname as name, indexdef as definition from pg_indexes
    where schemaname = 'public' and tablename = ${table}
      and not exists (select from pg_constraint where conname = indexname)
  `.execute(db);
  for (const { name } of rows) await sql`drop index ${sql.ref(name)}`.execute(db);
  return rows.map(({ definition }) => definition);
}

/** What sealing gives besides the sealed bytes is the same for each payout to a beneficiary. */
async function keepBeneficiaries(db: Tx): Promise<void> {
  await sql`
    create temporary table beneficiaries (
      number bigint primary key, method text, name text, email text, phone text, address text,
      ifsc text, bank text, hash bytea, ending text
    ) on commit drop
  `.execute(db);
  const rows = beneficiaries.map(({ order, bank }, number) => {
    const { hash, end } = sealDestination(newId(), order);
    const ifsc = order.method === "imps" ? order.ifsc_code : null;
    return sql`(
      ${number}::bigint, ${order.method}, ${order.beneficiary_name}, ${order.beneficiary_email},
      ${order.beneficiary_phone}, ${order.beneficiary_address}, ${ifsc}, ${bank}, ${hash}, ${end}
    )`;
  });
  await sql`insert into beneficiaries values ${sql.join(rows)}`.execute(db);
  await sql`analyze beneficiaries`.execute(db);
}

async function insertPayouts(db: Tx, place: number, tenant: SeededTenant, since: Date) {
  const stepMs = (seededDays * dayMs) / tenant.payouts;
  for (let first = 0; first < tenant.payouts; first += rowsAtOnce) {
    const count = Math.min(rowsAtOnce, tenant.payouts - first);
    const ids: string[] = [];
    const seals: Buffer[] = [];
    for (let number = first; number < first + count; number += 1) {
      const id = idAt(since.getTime() + number * stepMs, place, number);
      const beneficiary = beneficiaries[number % beneficiaries.length];
      if (!beneficiary) throw new Error("There are beneficiaries for every number");
      ids.push(id);
      seals.push(sealDestination(id, beneficiary.order).sealed);
    }
    await sql`
      with numbered as (
        select id, sealed, ${first}::bigint + at - 1 as number,
          ${since}::timestamptz + (${first}::bigint + at) * make_interval(secs => ${stepMs / 1000}) as at,
          -- Every number's own, without a pattern that the eye or an index would find.
          (${first}::bigint + at) * 7919 % 1000 as dice
        from unnest(${ids}::uuid[], ${seals}::bytea[]) with ordinality as t (id, sealed, at)
      ), fated as (
        select *, case
            when number >= ${tenant.payouts} - 20 then 'processing'
            when number >= ${tenant.payouts} - 50 then 'pending'
            when dice < 30 then 'failed'
            when dice = 30 then 'returned'
            else 'success'
          end as fate
        from numbered
      ), added as (
        insert into payouts (
          id, person_id, reference_id, method, beneficiary_name, beneficiary_email,
          beneficiary_phone, beneficiary_address, ifsc_code, bank_name, destination_sealed,
          destination_hash, destination_end, amount_paise, fee_paise, gst_paise, status,
          failure_reason, utr_number, provider, adapter, provider_reference, provider_state,
          attempts, order_digest, due_at, handed_at, created_at, updated_at, finished_at, returned_at
        )
        select id, ${tenant.id}::uuid,
          'RK' || ${place}::int || lpad(upper(to_hex(fated.number)), 13, '0'), method, name, email,
          phone, address, ifsc, bank, sealed, hash, ending,
          10000 + fated.number * 104729 % 500000, 500, 90,
          case fate when 'returned' then 'failed' else fate end,
          case fate
            when 'failed' then (array[
              'The beneficiary''s account is closed or invalid',
              'The beneficiary''s bank did not answer in time',
              'The account can''t receive this transfer'
            ])[1 + fated.number / 1000 % 3]
            when 'returned' then 'The bank returned it'
          end,
          case when fate in ('success', 'returned') then lpad((fated.number * 741457 % 999999999989)::text, 12, '0') end,
          case when dice % 5 = 0 then 'alternative' else 'primary' end, 'sandbox', 'SB' || fated.number,
          case fate when 'returned' then 'reversed' when 'pending' then null else fate end,
          1, decode(repeat('5e', 32), 'hex'),
          case when fate in ('pending', 'processing') then now() + interval '1 year' end,
          case when fate <> 'pending' then at + interval '1 second' end, at, at,
          case when fate not in ('pending', 'processing') then at + interval '4 seconds' end,
          case when fate = 'returned' then at + interval '2 hours' end
        from fated join beneficiaries on beneficiaries.number = fated.number % ${beneficiaries.length}
        order by fated.number
        returning payouts
      )
      select add_payout_shares(array_agg(payout_share_of(payouts, 1))) from added
    `.execute(db);
  }
}

/** In the order of time, as UUIDv7 are: the milliseconds, the tenant's place, a number. */
function idAt(ms: number, place: number, number: number): string {
  const time = Math.floor(ms).toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-700${place}-8000-${number.toString(16).padStart(12, "0")}`;
}

async function insertReversals(db: Tx): Promise<void> {
  await sql`
    with added as (
      insert into payout_reversals (payout_id, person_id, amount_paise, reason, created_at)
      select id, person_id, amount_paise + fee_paise + gst_paise, failure_reason, returned_at
      from payouts where returned_at is not null
      returning *
    )
    select add_credits(
      array_agg(person_id), array_agg(created_at), array_agg(0::bigint), array_agg(amount_paise),
      array_agg(1::bigint)
    ) from added
  `.execute(db);
}

async function insertDeposits(db: Tx, place: number, tenant: SeededTenant, since: Date) {
  const accountId = newId();
  const number = `50100${place}12345678`;
  await sql`
    insert into bank_accounts (
      id, person_id, account_holder_name, account_number_sealed, account_number_hash,
      account_number_end, ifsc_code, bank_name, branch_name, account_type, status, created_at
    ) values (
      ${accountId}, ${tenant.id}, 'Bench Shop', ${seal("bank account number", accountId, number)},
      ${lookupHash("account number", number)}, ${number.slice(-4)}, 'HDFC0000001', 'HDFC Bank',
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
        id, person_id, bank_account_id, amount_paise, utr_reference, status, review_note,
        reviewed_at, created_at
      )
      select (
          lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '700' || ${place}::int
            || '8000' || lpad(to_hex(number), 12, '0')
        )::uuid, ${tenant.id}::uuid, ${accountId}::uuid, 10000000 + number * 104729 % 80000000,
        lpad(((number + ${place} * 500000000::bigint) * 741457 % 999999999989)::text, 12, '0'), status,
        case when status = 'failed' then 'No such transfer has arrived' end,
        case when status <> 'pending' then at + interval '20 minutes' end, at
      from numbered order by number
      returning deposits
    )
    select add_deposit_shares(array_agg(deposit_share_of(deposits, 1))) from added
  `.execute(db);
}

/** Balances, what went over each provider, and what the ledger's postings came to on each day. */
async function keepBooks(db: Tx): Promise<void> {
  await sql`
    insert into adapter_sums
    select adapter, provider, count(*) filter (where status in ('pending', 'processing')),
      count(*) filter (where status = 'success'),
      coalesce(sum(amount_paise) filter (where status = 'success'), 0),
      coalesce(sum(amount_paise) filter (where provider_state is not null), 0), 0,
      coalesce(sum(amount_paise) filter (where provider_state is not null and status = 'failed'), 0)
    from payouts group by adapter, provider
  `.execute(db);
  await sql`
    insert into ledger_days as kept
    select person_id, day, kind, count(*), sum(paise + charges), sum(provider), sum(fee), sum(gst)
    from (
      select person_id, created_at as at, 'hold' as kind, amount_paise as paise,
        fee_paise + gst_paise as charges, 0 as provider, 0 as fee, 0 as gst
      from payouts
      union all
      select person_id, finished_at, 'settle', amount_paise, fee_paise + gst_paise, amount_paise,
        fee_paise, gst_paise
      from payouts where status = 'success' or returned_at is not null
      union all
      select person_id, finished_at, 'release', amount_paise, fee_paise + gst_paise, 0, 0, 0
      from payouts where status = 'failed' and returned_at is null
      union all
      select person_id, returned_at, 'reverse', amount_paise, fee_paise + gst_paise, -amount_paise,
        -fee_paise, -gst_paise
      from payouts where returned_at is not null
      union all
      select person_id, reviewed_at, 'credit', amount_paise, 0, 0, 0, 0
      from deposits where status = 'completed'
    ) as postings
    cross join lateral (select (at at time zone 'Asia/Kolkata')::date as day) as placed
    group by person_id, day, kind
    on conflict (wallet_id, day, kind) do update set
      count = kept.count + excluded.count, total_paise = kept.total_paise + excluded.total_paise
  `.execute(db);
  await sql`
    update wallets set
      available_paise = available_paise + credited - taken, held_paise = held, updated_at = now()
    from (
      select person_id, sum(open_paise + open_charges_paise) as held,
        sum(open_paise + open_charges_paise + success_paise + success_charges_paise) as taken
      from payout_sums where grain = 'day' group by person_id
    ) as out
    join (
      select person_id, sum(deposit_paise) as credited
      from credit_sums where grain = 'day' group by person_id
    ) as come using (person_id)
    where wallets.id = person_id
  `.execute(db);
}
