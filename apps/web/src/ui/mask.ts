/** A bank account number as it may be shown: four stars and the last four digits. */
export function maskAccount(accountNumber: string): string {
  return accountNumber.length > 4 ? `****${accountNumber.slice(-4)}` : accountNumber;
}

/** Any other value: the first 2 and last 4 characters, stars between. */
export function maskValue(value: string): string {
  if (value.length <= 4) return value;
  return value.slice(0, 2) + "*".repeat(Math.max(value.length - 6, 0)) + value.slice(-4);
}
