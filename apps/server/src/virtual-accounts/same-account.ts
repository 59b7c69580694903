import type { Sender } from "../providers/virtual-accounts.ts";

/**
 * Whether a sender is this account. Banks write one number with and without the zeros in front,
 * and a transfer names whichever branch it likes: so the digits are compared without those zeros,
 * and of the IFSC the four letters of the bank.
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
