/** Masks a bank account number: four stars and the last four digits. */
export function maskAccount(accountNumber: string): string {
  return accountNumber.length > 4 ? `****${accountNumber.slice(-4)}` : accountNumber;
}

/**
 * Masks any other value of more than 4 characters: the first 2 and last 4, stars between. Of 5 or 6
 * characters only the last 2 stay, because the first 2 and last 4 would be all of them.
 */
export function maskValue(value: string): string {
  if (value.length <= 4) return value;
  const end = value.length > 6 ? 4 : 2;
  return value.slice(0, 2) + "*".repeat(value.length - 2 - end) + value.slice(-end);
}
