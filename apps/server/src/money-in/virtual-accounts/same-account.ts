import type { Sender } from "../../providers/virtual-accounts.ts";

/**
 * Whether a sender is this account. Banks write a number with or without leading zeros, and a
 * transfer may name any branch. So it compares the digits without leading zeros and the IFSC's four
 * bank letters.
 */
export function isSameAccount(sender: Sender, account: Sender): boolean {
  const digits = significant(sender.accountNumber);
  return (
    digits !== "" &&
    digits === significant(account.accountNumber) &&
    bankOf(sender.ifscCode) === bankOf(account.ifscCode)
  );
}

function significant(number: string): string {
  return number.replaceAll(/\s/g, "").replace(/^0+/, "");
}

function bankOf(ifsc: string): string {
  return ifsc.trim().slice(0, 4).toUpperCase();
}
