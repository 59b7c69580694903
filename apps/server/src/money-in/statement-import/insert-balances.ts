import type { Tx } from "../../database/db.ts";
import { now } from "../../kernel/clock.ts";
import { newId } from "../../kernel/ids.ts";
import type { SuperAdmin } from "../../kernel/person.ts";
import type { StatementBalances } from "./read-balances.ts";

interface ImportedStatement {
  readonly person: SuperAdmin;
  readonly importId: string;
  readonly accountId: string | null;
}

/**
 * Stores a statement's closing balance, with which its receiving account in our books is compared. A
 * statement of no receiving account has nothing to compare.
 */
export async function insertBalances(
  db: Tx,
  { person, importId, accountId }: ImportedStatement,
  balances: StatementBalances | undefined,
): Promise<void> {
  if (!balances || accountId === null) return;
  await db
    .insertInto("bank_balances")
    .values({
      id: newId(),
      receiving_account_id: accountId,
      day: balances.to,
      balance_paise: balances.closingPaise,
      import_id: importId,
      covers_from: balances.from,
      opening_paise: balances.openingPaise,
      recorded_by: person.member.id,
      recorded_at: now(),
    })
    .execute();
}
