/** Why money that arrived on a virtual account was not credited by itself. */
export const suspenseReasons = {
  unknown_account: "It came to a virtual account that we do not know",
  account_closed: "The virtual account is closed",
  tenant_inactive: "The tenant's account is not active",
  sender_missing: "The bank did not say who sent it",
  sender_unknown: "The sender is not an approved bank account of the tenant",
  utr_missing: "The bank gave no UTR that can be recognised",
  utr_credited: "A deposit with this UTR was credited before",
  utr_claimed: "Another tenant asked for a deposit with this UTR",
  amount_differs: "The tenant's request with this UTR is of another amount",
} as const;
export type SuspenseReason = keyof typeof suspenseReasons;
