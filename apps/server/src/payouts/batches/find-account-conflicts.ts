import { sql } from "kysely";
import type { Db } from "../../database/db.ts";
import { findSharedAccounts } from "../account-warnings.ts";
import { contentOf, isNotStarted, type StoredBatch, type StoredRow } from "./stored-batch.ts";

/*
 * Each query sorts the rows once, without a join: right after a file is stored, PostgreSQL knows nothing
 * of its rows, and would compare each with all others.
 */

/** A file with more rows to shared accounts is compared up to here. */
const rowsMax = 5_000;

/**
 * The ready rows of a batch that is not started whose account another one has under another name or
 * with another IFSC, or whose name another one has with another account.
 * @returns a sentence for each line.
 */
export async function findAccountConflicts(
  db: Db,
  batch: Pick<StoredBatch, "id" | "state">,
): Promise<ReadonlyMap<number, string>> {
  if (!isNotStarted(batch)) return new Map();
  const names = await findSharedNames(db, batch.id);
  return new Map([...names, ...(await findSharedNumbers(db, batch.id))]);
}

async function findSharedNumbers(db: Db, batchId: string): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<Pick<StoredRow, "id" | "number" | "content_encrypted">>`
    select id, number, content_encrypted from (
      select id, number, content_encrypted, count(*) over (partition by destination_hash) as sharing
      from batch_rows where batch_id = ${batchId} and state = 'ready' and method = 'imps'
    ) as counted
    where sharing > 1
    order by number limit ${rowsMax}
  `.execute(db);
  return findSharedAccounts(
    rows.flatMap((row) => {
      const { order } = contentOf(row);
      if (order?.method !== "imps") return [];
      return [{ line: row.number, name: order.beneficiary_name, account: order }];
    }),
  );
}

/** The new payees whose name another row has with another account number or UPI ID. */
async function findSharedNames(db: Db, batchId: string): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ number: number; other: number }>`
    select number,
      case when destination_hash = first_account then second_line else first_line end as other
    from (
      select *, min(number) filter (where destination_hash <> first_account)
        over (partition by payee_hash) as second_line
      from (
        select number, payee_hash, destination_hash, account_check,
          first_value(destination_hash) over names as first_account,
          first_value(number) over names as first_line
        from batch_rows
        where batch_id = ${batchId} and state = 'ready' and payee_hash is not null
        window names as (partition by payee_hash order by number)
      ) as named
    ) as compared
    where second_line is not null and account_check is not null
    order by number limit ${rowsMax}
  `.execute(db);
  return new Map(
    rows.map(({ number, other }) => [
      number,
      `Line ${other} has this name with another account. Check.`,
    ]),
  );
}
