import { sql } from "kysely";
import type { Db } from "../db.ts";
import type { MigrationSteps } from "../postgres/migrate.ts";
import { openDataKeys } from "./data-keys.ts";
import type { EncryptionKey } from "./encryption-keys.ts";
import { lookupHash, seal } from "./seal.ts";

const rowsAtOnce = 2_000;
const beforeAll = "00000000-0000-0000-0000-000000000000";

/**
 * The step of `0023_sealed_numbers.sql`: what was plain is sealed and hashed. An installation
 * without a row, such as a new one, needs no key for it.
 */
export function stepsWith(encryptionKeys: readonly EncryptionKey[]): MigrationSteps {
  return {
    "seal plain values": async (db) => {
      if (!(await hasAnything(db))) return;
      await openDataKeys(db, encryptionKeys);
      await inBatches(
        (after) => selectAccounts(db, after),
        (rows) => sealAccounts(db, rows),
      );
      await inBatches(
        (after) => selectPayouts(db, after),
        (rows) => sealPayouts(db, rows),
      );
      await inBatches(
        (after) => selectLines(db, after),
        (rows) => sealLines(db, rows),
      );
      await inBatches(
        (after) => selectCredits(db, after),
        (rows) => hashCredits(db, rows),
      );
      await hashRequests(db);
    },
    "seal receiving account": async (db) => {
      const settings = await selectReceivingAccounts(db);
      if (settings.length === 0) return;
      await openDataKeys(db, encryptionKeys);
      for (const setting of settings) await sealSetting(db, setting);
    },
  };
}

async function hasAnything(db: Db): Promise<boolean> {
  const { rows } = await sql<{ anything: boolean }>`
    select exists (select from bank_accounts) or exists (select from statement_lines)
      or exists (select from idempotency_keys) or exists (select from payouts) as anything
  `.execute(db);
  return rows[0]?.anything ?? false;
}

/** Ids grow, so that each batch begins behind the last id of the one before. */
async function inBatches<Row extends { readonly id: string }>(
  select: (after: string) => Promise<Row[]>,
  write: (rows: readonly Row[]) => Promise<unknown>,
): Promise<void> {
  let after = beforeAll;
  for (;;) {
    const rows = await select(after);
    const last = rows.at(-1);
    if (!last) return;
    await write(rows);
    after = last.id;
  }
}

interface Plain {
  readonly id: string;
  readonly plain: string;
}

async function selectAccounts(db: Db, after: string): Promise<Plain[]> {
  const { rows } = await sql<Plain>`
    select id, account_number as plain from bank_accounts
    where id > ${after} order by id limit ${rowsAtOnce}
  `.execute(db);
  return rows;
}

function sealAccounts(db: Db, rows: readonly Plain[]) {
  return sql`
    update bank_accounts
    set account_number_sealed = given.sealed, account_number_hash = given.hash,
      account_number_end = given.shown
    from unnest(
      ${rows.map(({ id }) => id)}::uuid[],
      ${rows.map(({ id, plain }) => seal("bank account number", id, plain))}::bytea[],
      ${rows.map(({ plain }) => lookupHash("account number", plain))}::bytea[],
      ${rows.map(({ plain }) => plain.slice(-4))}::text[]
    ) as given (id, sealed, hash, shown)
    where bank_accounts.id = given.id
  `.execute(db);
}

interface PlainPayout extends Plain {
  readonly method: "upi" | "imps";
  readonly order_digest: Buffer;
}

async function selectPayouts(db: Db, after: string): Promise<PlainPayout[]> {
  const { rows } = await sql<PlainPayout>`
    select id, method, coalesce(upi_id, account_number) as plain, order_digest from payouts
    where id > ${after} order by id limit ${rowsAtOnce}
  `.execute(db);
  return rows;
}

function sealPayouts(db: Db, rows: readonly PlainPayout[]) {
  const hashed = rows.map(({ method, plain }) =>
    method === "upi"
      ? lookupHash("upi id", plain.toLowerCase())
      : lookupHash("account number", plain),
  );
  const shown = rows.map(({ method, plain }) =>
    method === "upi" ? plain.slice(plain.indexOf("@")) : plain.slice(-4),
  );
  return sql`
    update payouts
    set destination_sealed = given.sealed, destination_hash = given.hash,
      destination_end = given.shown, order_digest = given.request
    from unnest(
      ${rows.map(({ id }) => id)}::uuid[],
      ${rows.map(({ id, plain }) => seal("payout destination", id, plain))}::bytea[],
      ${hashed}::bytea[],
      ${shown}::text[],
      ${rows.map(({ order_digest: digest }) => lookupHash("request", digest))}::bytea[]
    ) as given (id, sealed, hash, shown, request)
    where payouts.id = given.id
  `.execute(db);
}

async function selectLines(db: Db, after: string): Promise<Plain[]> {
  const { rows } = await sql<Plain>`
    select id, narration as plain from statement_lines
    where narration is not null and id > ${after} order by id limit ${rowsAtOnce}
  `.execute(db);
  return rows;
}

function sealLines(db: Db, rows: readonly Plain[]) {
  return sql`
    update statement_lines set narration_sealed = given.sealed
    from unnest(
      ${rows.map(({ id }) => id)}::uuid[],
      ${rows.map(({ id, plain }) => seal("statement narration", id, plain))}::bytea[]
    ) as given (id, sealed)
    where statement_lines.id = given.id
  `.execute(db);
}

interface Hashed {
  readonly id: string;
  readonly digest: Buffer;
}

async function selectCredits(db: Db, after: string): Promise<Hashed[]> {
  const { rows } = await sql<Hashed>`
    select id, fingerprint as digest from statement_credits
    where id > ${after} order by id limit ${rowsAtOnce}
  `.execute(db);
  return rows;
}

/** Of a line without a UTR it is made of the narration. */
function hashCredits(db: Db, rows: readonly Hashed[]) {
  return sql`
    update statement_credits set fingerprint = given.hash
    from unnest(
      ${rows.map(({ id }) => id)}::uuid[],
      ${rows.map(({ digest }) => lookupHash("statement line", digest))}::bytea[]
    ) as given (id, hash)
    where statement_credits.id = given.id
  `.execute(db);
}

/** Whoever has a bare digest of a request and knows all of it but the account number can try those. */
async function hashRequests(db: Db): Promise<void> {
  const { rows } = await sql<{ digest: Buffer }>`
    select distinct body_digest as digest from idempotency_keys
  `.execute(db);
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    const digests = rows.slice(at, at + rowsAtOnce).map(({ digest }) => digest);
    await sql`
      update idempotency_keys set body_digest = given.hash
      from unnest(
        ${digests}::bytea[], ${digests.map((digest) => lookupHash("request", digest))}::bytea[]
      ) as given (digest, hash)
      where body_digest = given.digest
    `.execute(db);
  }
}

interface Setting {
  readonly place: "value" | "before" | "after";
  readonly id: string;
  readonly plain: string;
}

/** A few rows: the account is changed once in years. */
async function selectReceivingAccounts(db: Db): Promise<readonly Setting[]> {
  const { rows } = await sql<Setting>`
    select 'value' as place, key as id, value::text as plain from settings
    where key = 'receiving_account' and jsonb_typeof(value) <> 'null'
    union all
    select place, id::text, plain::text
    from settings_history cross join lateral (
      values ('before', before), ('after', after)
    ) as both_sides (place, plain)
    where key = 'receiving_account' and jsonb_typeof(plain) <> 'null'
  `.execute(db);
  return rows;
}

function sealSetting(db: Db, { place, id, plain }: Setting) {
  if (place === "value")
    return sql`update settings set value = 'null', value_sealed = ${seal("setting", id, plain)}
      where key = ${id}`.execute(db);
  return sql`update settings_history set ${sql.ref(place)} = 'null',
      ${sql.ref(`${place}_sealed`)} = ${seal(`setting ${place}`, id, plain)}
    where id = ${id}::uuid`.execute(db);
}
