/** Masks a bank account number: four stars and the last four digits. */
export function maskAccount(accountNumber: string): string {
  return accountNumber.length > 4 ? `****${accountNumber.slice(-4)}` : accountNumber;
}

/** Masks any other value: the first 2 and last 4 characters, stars between. */
export function maskValue(value: string): string {
  const hidden = value.length - 6;
  return hidden > 0 ? value.slice(0, 2) + "*".repeat(hidden) + value.slice(-4) : value;
}
