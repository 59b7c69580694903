// The guarantee: the upgrade of an older installation encrypts its values; no plain value remains
// in a row or in the files of the tables; and without the key nothing is changed.
import { copyFile, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cloneDatabase } from "../../../test/clone-database.ts";
import { testEncryptionKey } from "../../../test/encryption-key.ts";
import { closeDatabase, database, openDatabase } from "../db.ts";
import { digest, newId } from "../../kernel/ids.ts";
import { decryptDestination } from "../../payouts/destination.ts";
import { decodeSetting } from "../../identity/settings/encrypted-setting.ts";
import { migrate } from "../migrations/migrate.ts";
import { readEncryptionKeys } from "../../kernel/encryption-keys.ts";
import { requestDigest } from "./request-digest.ts";
import { encryptionSteps } from "./encrypt-plain-values.ts";
import { blindIndex, encrypt, decrypt } from "./encrypt.ts";

const migrations = join(import.meta.dirname, "../../../../../db/migrations");
const [tenant, account, toBank, toUpi, lines, line, credit, change] = Array.from(
  { length: 8 },
  newId,
) as [string, ...string[]];
const narration = "NEFT from 00998877665544 asha@okhdfc";
let url = "";
let drop: () => Promise<void>;
let older = "";
let filesBefore: Awaited<ReturnType<typeof filesOf>> = [];

beforeAll(async () => {
  const clone = await cloneDatabase();
  ({ url, drop } = clone);
  older = await mkdtemp(join(tmpdir(), "rokad-older-"));
  for (const name of await readdir(migrations))
    if (name < "0023") await copyFile(join(migrations, name), join(older, name));
  openDatabase(url, { connections: 4 });
  await sql`drop schema public cascade; drop schema sandbox_bank cascade; create schema public`.execute(
    database(),
  );
  await migrate(url, { directory: older });
  await insertOldRows();
  filesBefore = await filesOf();
});
afterAll(async () => {
  await closeDatabase();
  await drop();
  await rm(older, { recursive: true });
});

async function insertOldRows(): Promise<void> {
  const at = new Date();
  const db = database();
  await sql`insert into people (id, mobile, name, role, created_at, updated_at)
    values (${tenant}, '9876543210', 'Sharma Traders', 'operator', ${at}, ${at})`.execute(db);
  await sql`insert into bank_accounts (id, person_id, account_holder_name, account_number, ifsc_code,
      bank_name, branch_name, account_type, created_at)
    values (${account}, ${tenant}, 'Sharma', '00998877665544', 'HDFC0000001', 'HDFC', 'Pune',
      'current', ${at})`.execute(db);
  for (const [id, number, upi] of [
    [toBank, "00998877665544", null],
    [toUpi, null, "Asha.K@okHDFC"],
  ]) {
    await sql`insert into payouts (id, person_id, reference_id, method, beneficiary_name,
        beneficiary_email, beneficiary_phone, beneficiary_address, account_number, ifsc_code, upi_id,
        amount_paise, fee_paise, gst_paise, provider, order_digest, created_at, updated_at)
      values (${id}, ${tenant}, ${number ? "A1" : "A2"}, ${number ? "imps" : "upi"}, 'Asha', '', '', '',
        ${number}, ${number ? "HDFC0000001" : null}, ${upi}, 100, 0, 0, 'primary',
        ${digest({ of: id })}, ${at}, ${at})`.execute(db);
  }
  // More rows than one batch has, all different.
  await sql`insert into bank_accounts (id, person_id, account_holder_name, account_number, ifsc_code,
      bank_name, branch_name, account_type, created_at)
    select gen_random_uuid(), ${tenant}, 'Sharma', '7' || lpad(number::text, 11, '0'), 'HDFC0000001',
      'HDFC', 'Pune', 'current', ${at} from generate_series(1, 4500) as number`.execute(db);
  await sql`insert into idempotency_keys (person_id, key, call, body_digest, answer, created_at)
    values (${tenant}, 'k', 'addBankAccount', ${digest({ a: 1 })}, '{}', ${at})`.execute(db);
  await sql`insert into statement_imports (id, file_name, file_digest, kind, format_fingerprint,
      columns, line_count, seen_count, imported_by, imported_at)
    values (${lines}, 'may.csv', '\\x01', 'csv', '\\x02', '{}', 1, 0, ${tenant}, ${at})`.execute(
    db,
  );
  await sql`insert into statement_credits (id, fingerprint, first_import_id)
    values (${credit}, ${digest(["a", 1])}, ${lines})`.execute(db);
  await sql`insert into statement_lines (id, import_id, line_number, credit_id, narration, outcome, reason)
    values (${line}, ${lines}, 1, ${credit}, ${narration}, 'unknown', 'No UTR')`.execute(db);
  const receiving = { account_number: "00998877665544", ifsc_code: "HDFC0000001" };
  await sql`insert into settings (key, value, updated_at)
    values ('receiving_account', ${JSON.stringify(receiving)}, ${at}), ('gst_percent', '18', ${at})`.execute(
    db,
  );
  await sql`insert into settings_history (id, key, before, after, to_default, changed_at)
    values (${change}, 'receiving_account', 'null', ${JSON.stringify(receiving)}, false, ${at})`.execute(
    db,
  );
  await sql`insert into sandbox_bank.transfers (idempotency_key, reference, amount_paise, destination, state, created_at)
    values ('1', 'A1', 100, '00998877665544/HDFC0000001', 'success', ${at}),
      ('2', 'A2', 100, 'asha.k@okhdfc', 'success', ${at})`.execute(db);
}

test("without an encryption key the migration fails and changes nothing", async () => {
  await expect(migrate(url, { steps: encryptionSteps([]) })).rejects.toThrow(
    "0023_sealed_numbers.sql failed: There is no encryption key",
  );
  const { rows } =
    await sql`select account_number from bank_accounts where id = ${account}`.execute(database());
  expect(rows).toEqual([{ account_number: "00998877665544" }]);
});

test("every value is encrypted for its row, has a blind index, and keeps the end that screens show [34.5]", async () => {
  await migrate(url, { steps: encryptionSteps(readEncryptionKeys(testEncryptionKey) ?? []) });
  const db = database();
  const accounts = await db.selectFrom("bank_accounts").selectAll().execute();
  expect(accounts).toHaveLength(4_501);
  for (const row of accounts) {
    const number = decrypt("bank account number", row.id, row.account_number_sealed);
    expect(row.account_number_hash).toEqual(blindIndex("account number", number));
    expect(row.account_number_end).toBe(number.slice(-4));
  }
  const payouts = await db.selectFrom("payouts").selectAll().orderBy("reference_id").execute();
  expect(payouts.map((row) => [decryptDestination(row), row.destination_end])).toEqual([
    ["00998877665544", "5544"],
    ["Asha.K@okHDFC", "@okHDFC"],
  ]);
  expect(payouts.map((row) => row.destination_hash)).toEqual([
    blindIndex("account number", "00998877665544"),
    blindIndex("upi id", "asha.k@okhdfc"),
  ]);
  // A repeat of a request from before the migration is still recognised.
  expect(payouts.map((row) => row.order_digest)).toEqual(
    [toBank, toUpi].map((of) => requestDigest({ of })),
  );
  const key = await db.selectFrom("idempotency_keys").selectAll().executeTakeFirstOrThrow();
  expect(key.body_digest).toEqual(requestDigest({ a: 1 }));
  const statementLine = await db
    .selectFrom("statement_lines")
    .selectAll()
    .executeTakeFirstOrThrow();
  expect(
    decrypt("statement narration", statementLine.id, statementLine.narration_sealed ?? Buffer.of()),
  ).toBe(narration);
});

test("the receiving account is encrypted, and its history accepts only re-encryption", async () => {
  const db = database();
  const settings = await db.selectFrom("settings").selectAll().orderBy("key").execute();
  expect(settings.map((row) => row.value)).toEqual([18, null]);
  const encrypted = settings[1]?.value_sealed ?? Buffer.of();
  expect(decodeSetting("setting", "receiving_account", null, encrypted)).toMatchObject({
    account_number: "00998877665544",
  });
  const row = await db.selectFrom("settings_history").selectAll().executeTakeFirstOrThrow();
  expect(row.before_sealed).toBeNull();
  const after = row.after_sealed ?? Buffer.of();
  expect(decodeSetting("setting after", row.id, null, after)).toMatchObject({
    account_number: "00998877665544",
  });
  const update = db.updateTable("settings_history");
  await update.set({ after_sealed: encrypt("setting after", row.id, "{}") }).execute();
  await expect(update.set({ after: "1" }).execute()).rejects.toThrow("never changed");
  await expect(update.set({ after_sealed: null }).execute()).rejects.toThrow("never changed");
  await expect(db.deleteFrom("settings_history").execute()).rejects.toThrow("append-only");
});

test("the receiving account of the settings becomes the first row, encrypted for it", async () => {
  const rows = await database().selectFrom("receiving_accounts").selectAll().execute();
  expect(rows).toMatchObject([
    {
      label: "Receiving account",
      account_number_end: "5544",
      account_number_hash: blindIndex("account number", "00998877665544"),
      ifsc_code: "HDFC0000001",
      is_active: true,
      is_default: true,
      has_earlier_entries: true,
    },
  ]);
  const [row] = rows;
  expect(
    decrypt("receiving account number", row?.id ?? "", row?.account_number_sealed ?? Buffer.of()),
  ).toBe("00998877665544");
});

test("the tables that had plain values were rewritten to files without them [34.5]", async () => {
  // PostgreSQL copies neither dropped columns nor dead rows to the new file.
  const after = await filesOf();
  expect(after).toHaveLength(6);
  const oldFiles = new Set(filesBefore.map(({ file }) => file));
  expect(after.filter(({ file }) => oldFiles.has(file))).toEqual([]);
  const { rows } = await sql<{ content: string }>`
    select (select json_agg(bank_accounts)::text from bank_accounts)
      || (select json_agg(payouts)::text from payouts)
      || (select json_agg(settings)::text from settings)
      || (select json_agg(settings_history)::text from settings_history)
      || (select json_agg(statement_lines)::text from statement_lines)
      || (select json_agg(transfers)::text from sandbox_bank.transfers) as content
  `.execute(database());
  expect(rows[0]?.content).not.toMatch(/00998877665544|asha\.k|70000000/i);
});

async function filesOf() {
  const { rows } = await sql<{ name: string; file: number }>`
    select relname as name, pg_relation_filenode(oid) as file from pg_class
    where relname in ('bank_accounts', 'payouts', 'settings', 'settings_history', 'statement_lines',
      'transfers') and relkind = 'r'
    order by relname
  `.execute(database());
  return rows;
}
