/** Money that reached our account with a provider, in the provider's own list of transactions. */
export interface AccountCredit {
  /** The provider's id: the same for the same money in every answer. */
  readonly creditReference: string;
  readonly amountPaise: bigint;
  /** The bank's reference as the provider has it; null where it names none. */
  readonly utr: string | null;
  /** The account that sent it; null where the provider does not name it. Never stored. */
  readonly payerAccount: string | null;
  readonly at: Date;
}
