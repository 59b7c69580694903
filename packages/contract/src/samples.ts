/** What the examples of several calls share. Read by the API document, never by the console. */

/** @param amount in paise */
/* @__NO_SIDE_EFFECTS__ */
export function inr(amount: number) {
  return { amount, currency: "INR" } as const;
}

/** The pages of a list with one row. */
export const singlePage = {
  pagination: {
    current_page: 1,
    per_page: 20,
    total_records: 1,
    total_pages: 1,
    has_prev: false,
    has_next: false,
  },
  total: 1,
} as const;

export const sampleIds = {
  tenant: "01994c55-7d4f-7e9a-b0c6-2f5d1f0a9e11",
  superAdmin: "01994c50-1c1a-7b0e-8c55-0d3c5a0b7e01",
  bankAccount: "01994c58-0f31-7bd2-8a51-6d1c8a7f2b10",
  receivingAccount: "01994c52-6f1d-7a3c-9b40-7c2e5d8f1a22",
  deposit: "01994c5b-3c92-7f04-9d6e-1b2f4c8e7a55",
  beneficiary: "01994c5e-2b7d-7a10-8c3f-4e9a6d1b5c77",
  payoutDestination: "01994c5e-2b7d-7a11-9d20-8f3b7c2e6a88",
  payout: "01994c60-91aa-7c33-a1f7-5e0d9c3b8f42",
} as const;
