import type { BankBalanceForm } from "@rokad/contract/provider-charges";
import type { Tx } from "../../database/db.ts";
import { record } from "../../identity/audit/record.ts";
import { publishToSuperAdmins } from "../../identity/people/publish-to-super-admins.ts";
import { selectReceivingAccounts } from "../../identity/receiving-accounts/read-receiving-accounts.ts";
import { now } from "../../kernel/clock.ts";
import { today } from "../../kernel/days.ts";
import { invalidInput } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import type { SuperAdmin } from "../../kernel/person.ts";
import { rupeesToPaise } from "@rokad/money/rupees";

/**
 * Records a receiving account's closing balance of a day as a person read it. It moves no money; a later
 * record of the same day takes precedence.
 * @throws 400 for a day in the future and for an unknown account.
 */
export async function recordBankBalance(
  db: Tx,
  person: SuperAdmin,
  { receiving_account: accountId, day, balance, note }: BankBalanceForm,
): Promise<{ id: string }> {
  if (day > today()) throw invalidInput({ day: "The day cannot be in the future" });
  if (!(await selectReceivingAccounts(db)).some((account) => account.id === accountId))
    throw invalidInput({ receiving_account: "Choose one of the receiving accounts" });
  const paise = rupeesToPaise(Math.abs(balance)) * (balance < 0 ? -1n : 1n);
  const id = newId();
  await db
    .insertInto("bank_balances")
    .values({
      id,
      receiving_account_id: accountId,
      day,
      balance_paise: paise,
      note: note || null,
      recorded_by: person.member.id,
      recorded_at: now(),
    })
    .execute();
  await publishToSuperAdmins(db, ["float"]);
  await record(db, {
    act: "float.bank_balance_recorded",
    by: person,
    subject: { kind: "bank_balance", id },
    reason: note || null,
    after: { receiving_account: accountId, day, balance_paise: String(paise) },
  });
  return { id };
}
