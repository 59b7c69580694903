import { sql } from "kysely";
import { transaction, type Tx } from "../db.ts";
import { unnestRows } from "../unnest-rows.ts";
import { reEncryptValue } from "./encrypt.ts";
import type { EncryptedColumn } from "./encrypted-columns.ts";

const rowsAtOnce = 500;

/**
 * Encrypts a column's values with a data key unless they already are, in short transactions.
 * Locked rows are skipped, so that payments never wait; the next pass finds them.
 * @param onProgress receives the number of values so far, after each transaction.
 * @returns the number of values.
 */
export async function reEncrypt(
  column: EncryptedColumn,
  keyId: number,
  onProgress: (count: number) => void,
): Promise<number> {
  let after: string | null = null;
  let count = 0;
  for (;;) {
    const last: string | null = await transaction(async (db) => {
      const rows = await lockBatch(db, column, keyId, after);
      if (rows.length > 0) await writeBatch(db, column, keyId, rows);
      count += rows.length;
      return rows.at(-1)?.id ?? null;
    });
    if (last === null) return count;
    after = last;
    onProgress(count);
  }
}

interface EncryptedValue {
  readonly id: string;
  readonly encrypted: Buffer;
}

async function lockBatch(
  db: Tx,
  { table, id, idType, column }: EncryptedColumn,
  keyId: number,
  after: string | null,
): Promise<readonly EncryptedValue[]> {
  const { rows } = await sql<EncryptedValue>`
    select ${sql.ref(id)}::text as id, ${sql.ref(column)} as encrypted
    from ${sql.table(table)}
    where ${sql.ref(column)} is not null and ${isOtherKey(column, keyId)}
      and (${after}::text is null or ${sql.ref(id)} > ${after}::${sql.raw(idType)})
    order by ${sql.table(table)}.${sql.ref(id)} limit ${rowsAtOnce}
    for update skip locked
  `.execute(db);
  return rows;
}

function writeBatch(
  db: Tx,
  { use, table, id, idType, column }: EncryptedColumn,
  keyId: number,
  rows: readonly EncryptedValue[],
) {
  const batch = rows.map((row) => ({
    id: row.id,
    encrypted: reEncryptValue(use, row.id, row.encrypted, keyId),
  }));
  return sql`
    update ${sql.table(table)} set ${sql.ref(column)} = batch.encrypted
    from ${unnestRows("batch", { id: idType, encrypted: "bytea" }, batch)}
    where ${sql.table(table)}.${sql.ref(id)} = batch.id
  `.execute(db);
}

/** How many values of a column are encrypted with another data key. */
export async function countOthers(db: Tx, column: EncryptedColumn, keyId: number): Promise<bigint> {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) as count from ${sql.table(column.table)}
    where ${sql.ref(column.column)} is not null and ${isOtherKey(column.column, keyId)}
  `.execute(db);
  return rows[0]?.count ?? 0n;
}

/** The number of the data key follows the version byte of each value. */
function isOtherKey(column: string, keyId: number) {
  const number = Buffer.alloc(4);
  number.writeUInt32BE(keyId);
  return sql`substring(${sql.ref(column)} from 2 for 4) <> ${number}`;
}
