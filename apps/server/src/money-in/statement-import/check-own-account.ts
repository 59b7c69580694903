import {
  nameOfAccount,
  type ReceivingAccount,
} from "../../identity/receiving-accounts/read-receiving-accounts.ts";
import { ApiError, invalidInput } from "../../kernel/errors.ts";
import { maskAccountNumber } from "../../kernel/money.ts";

/**
 * Finds the receiving account of a statement: the chosen one, which the letterhead must not
 * contradict; else the one that the letterhead names, or the only one.
 * @param numbers the account numbers of the letterhead; it need not name one.
 * @returns null while there is no receiving account.
 * @throws 422 `STATEMENT_OF_OTHER_ACCOUNT`; 400 without a choice among several.
 */
export function checkOwnAccount(
  numbers: readonly string[],
  accounts: readonly ReceivingAccount[],
  chosenId?: string,
): ReceivingAccount | null {
  const named = accounts.filter((account) => numbers.some((number) => isSame(number, account)));
  const chosen =
    chosenId === undefined
      ? ((named.length === 1 ? named[0] : undefined) ?? onlyOf(accounts))
      : accounts.find(({ id }) => id === chosenId);
  if (accounts.length === 0 && chosenId === undefined) return null;
  const [other] = numbers;
  if (other !== undefined && named.length === 0) throw otherAccount(other, chosen, undefined);
  if (!chosen) throw invalidInput({ receiving_account_id: "Choose the account of this statement" });
  if (other !== undefined && !named.includes(chosen)) throw otherAccount(other, chosen, named[0]);
  return chosen;
}

function onlyOf(accounts: readonly ReceivingAccount[]): ReceivingAccount | undefined {
  return accounts.length === 1 ? accounts[0] : undefined;
}

function otherAccount(
  number: string,
  chosen: ReceivingAccount | undefined,
  named: ReceivingAccount | undefined,
): ApiError {
  const expected = chosen ? nameOfAccount(chosen) : "a receiving account";
  const message = named
    ? `This statement is of ${nameOfAccount(named)}, not of ${expected}. Choose ${nameOfAccount(named)}.`
    : `This statement is of the account ${maskAccountNumber(number)}, not of ${expected}.`;
  return new ApiError(422, "STATEMENT_OF_OTHER_ACCOUNT", message);
}

function isSame(number: string, { accountNumber }: ReceivingAccount): boolean {
  const [, start = "", end] = /^(\d*)[xX*]+(\d+)$/.exec(number) ?? [];
  if (end === undefined) return significant(number) === significant(accountNumber);
  const expected = accountNumber.replaceAll(/\s/g, "");
  return expected.startsWith(start) && expected.endsWith(end);
}

function significant(number: string): string {
  return number.replaceAll(/\s/g, "").replace(/^0+/, "");
}
