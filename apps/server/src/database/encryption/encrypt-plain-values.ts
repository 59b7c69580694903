import { sql } from "kysely";
import type { Db } from "../db.ts";
import { unnestRows } from "../unnest-rows.ts";
import type { MigrationSteps } from "../migrations/migrate.ts";
import { openDataKeys } from "./data-keys.ts";
import type { EncryptionKey } from "../../kernel/encryption-keys.ts";
import { blindIndex, encrypt } from "./encrypt.ts";
import { hasReceivingAccount, moveReceivingAccount } from "./move-receiving-account.ts";

const batchRows = 2_000;
const smallestId = "00000000-0000-0000-0000-000000000000";

/**
 * The steps of migrations that encrypt values and add their blind indexes. An installation without
 * rows, such as a new one, needs no key for them.
 */
export function encryptionSteps(encryptionKeys: readonly EncryptionKey[]): MigrationSteps {
  return {
    "seal plain values": async (db) => {
      if (!(await hasRows(db))) return;
      await openDataKeys(db, encryptionKeys);
      await inBatches(
        (after) => selectAccounts(db, after),
        (rows) => encryptAccounts(db, rows),
      );
      await inBatches(
        (after) => selectPayouts(db, after),
        (rows) => encryptPayouts(db, rows),
      );
      await inBatches(
        (after) => selectLines(db, after),
        (rows) => encryptLines(db, rows),
      );
      await inBatches(
        (after) => selectCredits(db, after),
        (rows) => indexCredits(db, rows),
      );
      await indexRequests(db);
    },
    "seal receiving account": async (db) => {
      const settings = await selectReceivingAccounts(db);
      if (settings.length === 0) return;
      await openDataKeys(db, encryptionKeys);
      for (const setting of settings) await encryptSetting(db, setting);
    },
    "move receiving account": async (db) => {
      if (!(await hasReceivingAccount(db))) return;
      await openDataKeys(db, encryptionKeys);
      await moveReceivingAccount(db);
    },
  };
}

async function hasRows(db: Db): Promise<boolean> {
  const { rows } = await sql<{ has_rows: boolean }>`
    select exists (select from bank_accounts) or exists (select from statement_lines)
      or exists (select from idempotency_keys) or exists (select from payouts) as has_rows
  `.execute(db);
  return rows[0]?.has_rows ?? false;
}

/** Each batch starts after the last id of the previous one. */
async function inBatches<Row extends { readonly id: string }>(
  select: (after: string) => Promise<Row[]>,
  write: (rows: readonly Row[]) => Promise<unknown>,
): Promise<void> {
  let after = smallestId;
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
    where id > ${after} order by id limit ${batchRows}
  `.execute(db);
  return rows;
}

function encryptAccounts(db: Db, rows: readonly Plain[]) {
  const columns = { id: "uuid", encrypted: "bytea", blind_index: "bytea", shown: "text" } as const;
  const batch = rows.map(({ id, plain }) => ({
    id,
    encrypted: encrypt("bank account number", id, plain),
    blind_index: blindIndex("account number", plain),
    shown: plain.slice(-4),
  }));
  return sql`
    update bank_accounts
    set account_number_sealed = batch.encrypted, account_number_hash = batch.blind_index,
      account_number_end = batch.shown
    from ${unnestRows("batch", columns, batch)}
    where bank_accounts.id = batch.id
  `.execute(db);
}

interface PlainPayout extends Plain {
  readonly method: "upi" | "imps";
  readonly order_digest: Buffer;
}

async function selectPayouts(db: Db, after: string): Promise<PlainPayout[]> {
  const { rows } = await sql<PlainPayout>`
    select id, method, coalesce(upi_id, account_number) as plain, order_digest from payouts
    where id > ${after} order by id limit ${batchRows}
  `.execute(db);
  return rows;
}

function encryptPayouts(db: Db, rows: readonly PlainPayout[]) {
  const columns = {
    id: "uuid",
    encrypted: "bytea",
    blind_index: "bytea",
    shown: "text",
    request: "bytea",
  } as const;
  const batch = rows.map(({ id, method, plain, order_digest: digest }) => ({
    id,
    encrypted: encrypt("payout destination", id, plain),
    blind_index:
      method === "upi"
        ? blindIndex("upi id", plain.toLowerCase())
        : blindIndex("account number", plain),
    shown: method === "upi" ? plain.slice(plain.indexOf("@")) : plain.slice(-4),
    request: blindIndex("request", digest),
  }));
  return sql`
    update payouts
    set destination_sealed = batch.encrypted, destination_hash = batch.blind_index,
      destination_end = batch.shown, order_digest = batch.request
    from ${unnestRows("batch", columns, batch)}
    where payouts.id = batch.id
  `.execute(db);
}

async function selectLines(db: Db, after: string): Promise<Plain[]> {
  const { rows } = await sql<Plain>`
    select id, narration as plain from statement_lines
    where narration is not null and id > ${after} order by id limit ${batchRows}
  `.execute(db);
  return rows;
}

function encryptLines(db: Db, rows: readonly Plain[]) {
  const batch = rows.map(({ id, plain }) => ({
    id,
    encrypted: encrypt("statement narration", id, plain),
  }));
  return sql`
    update statement_lines set narration_sealed = batch.encrypted
    from ${unnestRows("batch", { id: "uuid", encrypted: "bytea" }, batch)}
    where statement_lines.id = batch.id
  `.execute(db);
}

interface CreditDigest {
  readonly id: string;
  readonly digest: Buffer;
}

async function selectCredits(db: Db, after: string): Promise<CreditDigest[]> {
  const { rows } = await sql<CreditDigest>`
    select id, fingerprint as digest from statement_credits
    where id > ${after} order by id limit ${batchRows}
  `.execute(db);
  return rows;
}

/** The fingerprint of a line without a UTR is derived from its narration, which is secret. */
function indexCredits(db: Db, rows: readonly CreditDigest[]) {
  const batch = rows.map(({ id, digest }) => ({
    id,
    blind_index: blindIndex("statement line", digest),
  }));
  return sql`
    update statement_credits set fingerprint = batch.blind_index
    from ${unnestRows("batch", { id: "uuid", blind_index: "bytea" }, batch)}
    where statement_credits.id = batch.id
  `.execute(db);
}

/** From a plain digest, all account numbers could be tested if the rest of the request is known. */
async function indexRequests(db: Db): Promise<void> {
  const { rows } = await sql<{ digest: Buffer }>`
    select distinct body_digest as digest from idempotency_keys
  `.execute(db);
  for (let at = 0; at < rows.length; at += batchRows) {
    const batch = rows
      .slice(at, at + batchRows)
      .map(({ digest }) => ({ digest, blind_index: blindIndex("request", digest) }));
    await sql`
      update idempotency_keys set body_digest = batch.blind_index
      from ${unnestRows("batch", { digest: "bytea", blind_index: "bytea" }, batch)}
      where body_digest = batch.digest
    `.execute(db);
  }
}

interface Setting {
  readonly place: "value" | "before" | "after";
  readonly id: string;
  readonly plain: string;
}

/** Few rows: the account changes once in years. */
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

function encryptSetting(db: Db, { place, id, plain }: Setting) {
  if (place === "value")
    return sql`update settings set value = 'null', value_sealed = ${encrypt("setting", id, plain)}
      where key = ${id}`.execute(db);
  return sql`update settings_history set ${sql.ref(place)} = 'null',
      ${sql.ref(`${place}_sealed`)} = ${encrypt(`setting ${place}`, id, plain)}
    where id = ${id}::uuid`.execute(db);
}
