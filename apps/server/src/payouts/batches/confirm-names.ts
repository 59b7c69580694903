import { sql } from "kysely";
import type { Tx } from "../../database/db.ts";
import { now } from "../../kernel/clock.ts";
import { invalidInput } from "../../kernel/errors.ts";
import type { Tenant } from "../../kernel/person.ts";
import { batchChanged, type StoredRow } from "./stored-batch.ts";

/** Rows by their lines, and whether each is paid under the entered name. */
export type NameConfirmations = ReadonlyMap<number, boolean>;

/**
 * Records that a person pays rows under the entered names although the bank has others, or that this
 * no longer holds.
 * @param before the rows as the person saw them.
 * @throws 400 for a row whose name does not differ; 409 `BATCH_CHANGED` if the bank's answer is newer.
 */
export async function confirmNames(
  db: Tx,
  { member }: Tenant,
  before: readonly StoredRow[],
  confirmations: NameConfirmations,
): Promise<void> {
  for (const [isConfirmed, entries] of Map.groupBy(confirmations, ([, confirmed]) => confirmed)) {
    const numbers = new Set(entries.map(([number]) => number));
    const seen = before.filter(({ number }) => numbers.has(number));
    const same = seen.find(({ account_check: check }) => check !== "different");
    if (isConfirmed && same)
      throw invalidInput({ changes: `The name of line ${same.number} does not differ` });
    const { rows } = await sql<{ digest: Buffer | null; number: number }>`
      update batch_rows set name_confirmed_by = ${isConfirmed ? member.id : null}::uuid,
        name_confirmed_at = ${isConfirmed ? now() : null}
      where id = any(${seen.map(({ id }) => id)}::uuid[]) returning number, digest
    `.execute(db);
    const digests = new Map(rows.map(({ number, digest }) => [number, digest?.toString("hex")]));
    const isNewer = seen.some(
      ({ number, digest }) => digests.get(number) !== digest?.toString("hex"),
    );
    if (isConfirmed && isNewer)
      throw batchChanged("The bank has another name now. Check the rows again.");
  }
}
