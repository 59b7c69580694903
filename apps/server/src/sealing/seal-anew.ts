import { sql } from "kysely";
import { transaction, type Tx } from "../db.ts";
import { resealed } from "./seal.ts";
import type { SealedPlace } from "./sealed-places.ts";

const rowsAtOnce = 500;

/**
 * Seals a place's values anew that are not under a key, in short transactions, each for itself.
 * Rows that somebody holds just now are passed over, so that nobody waits for anybody; the next
 * sweep finds them.
 * @returns how many it sealed.
 */
export async function sealAnew(
  place: SealedPlace,
  keyId: number,
  told: (count: number) => void,
): Promise<number> {
  let after: string | null = null;
  let count = 0;
  for (;;) {
    const last: string | null = await transaction(async (db) => {
      const rows = await lockSome(db, place, keyId, after);
      if (rows.length > 0) await write(db, place, keyId, rows);
      count += rows.length;
      return rows.at(-1)?.id ?? null;
    });
    if (last === null) return count;
    after = last;
    told(count);
  }
}

interface Sealed {
  readonly id: string;
  readonly sealed: Buffer;
}

async function lockSome(
  db: Tx,
  { table, id, idType, column }: SealedPlace,
  keyId: number,
  after: string | null,
): Promise<readonly Sealed[]> {
  const { rows } = await sql<Sealed>`
    select ${sql.ref(id)}::text as id, ${sql.ref(column)} as sealed
    from ${sql.table(table)}
    where ${sql.ref(column)} is not null and ${notUnder(column, keyId)}
      and (${after}::text is null or ${sql.ref(id)} > ${after}::${sql.raw(idType)})
    order by ${sql.table(table)}.${sql.ref(id)} limit ${rowsAtOnce}
    for update skip locked
  `.execute(db);
  return rows;
}

function write(
  db: Tx,
  { use, table, id, idType, column }: SealedPlace,
  keyId: number,
  rows: readonly Sealed[],
) {
  const type = sql.raw(idType);
  return sql`
    update ${sql.table(table)} set ${sql.ref(column)} = given.sealed
    from unnest(
      ${rows.map((row) => row.id)}::${type}[],
      ${rows.map((row) => resealed(use, row.id, row.sealed, keyId))}::bytea[]
    ) as given (id, sealed)
    where ${sql.table(table)}.${sql.ref(id)} = given.id
  `.execute(db);
}

/** How many values of a place are not under a key. */
export async function countOthers(db: Tx, place: SealedPlace, keyId: number): Promise<bigint> {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) as count from ${sql.table(place.table)}
    where ${sql.ref(place.column)} is not null and ${notUnder(place.column, keyId)}
  `.execute(db);
  return rows[0]?.count ?? 0n;
}

/** The number of its key stands in front of each value. */
function notUnder(column: string, keyId: number) {
  const head = Buffer.alloc(4);
  head.writeUInt32BE(keyId);
  return sql`substring(${sql.ref(column)} from 2 for 4) <> ${head}`;
}
