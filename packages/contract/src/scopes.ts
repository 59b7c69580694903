/* What an API key can be allowed. A call says which scopes open it (`Call.scopes`). */

/** The scopes of an API key, each with what it allows in one sentence. */
export const scopeSentences = {
  "payouts:read": "Read payouts, batches, payment requests and receipts",
  "payouts:request":
    "Prepare payment requests and batches, which people approve before money moves",
  "payouts:send": "Send payouts within limits that an owner signed, from listed addresses only",
  "beneficiaries:read": "Read saved beneficiaries, with full account numbers",
  "beneficiaries:write": "Add, change and archive beneficiaries and their accounts",
  "wallet:read": "Read the balance and the wallet's history",
  "deposits:write": "Request deposits, and read deposits and bank accounts",
  "reports:read": "Read statements, GST summaries and tax invoices, and download histories",
  "webhooks:read": "Read webhook endpoints and their deliveries",
  "webhooks:write": "Add, change, test and remove webhook endpoints, and send events again",
} as const;

export type Scope = keyof typeof scopeSentences;
export const scopes = Object.keys(scopeSentences) as [Scope, ...Scope[]];
