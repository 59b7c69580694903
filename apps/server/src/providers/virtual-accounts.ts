/** A bank account that may send money. */
export interface Sender {
  readonly accountNumber: string;
  readonly ifscCode: string;
}

/** A number that receives money into the platform's account and identifies one tenant. */
export interface VirtualAccount {
  /** The provider's id of the account. */
  readonly providerReference: string;
  readonly accountNumber: string;
  readonly ifscCode: string;
  readonly isOpen: boolean;
}

/** Why a payment is no ordinary credit: a person decides it. */
export type CreditProblem = "partly_refunded" | "other_method" | "other_currency";

/** Which credits of these references are recorded already, so that no provider is asked about them. */
export type FindKnownCredits = (references: readonly string[]) => Promise<ReadonlySet<string>>;

/** Money that arrived on a virtual account, as the provider reports it: at least once. */
export interface IncomingCredit {
  /** The provider's id of the credit: the same in every report of it. */
  readonly creditReference: string;
  /** The provider's id of the virtual account. */
  readonly virtualAccount: string;
  /** The rupees that are left after refunds. */
  readonly amountPaise: bigint;
  /** Absent for an ordinary bank transfer in rupees. */
  readonly problem?: CreditProblem;
  /** The bank's reference, 12 to 22 capital letters and digits; null when there is none. */
  readonly utr: string | null;
  /** Null when the bank does not report the sender. */
  readonly sender: (Sender & { readonly name: string | null }) | null;
  readonly at: Date;
}

/** A credit, or part of it, that the provider took back after it was reported. */
export interface Chargeback {
  /** The provider's id of the refund or dispute: the same in every report of it. */
  readonly reference: string;
  /** The `creditReference` of the credit. */
  readonly creditReference: string;
  readonly amountPaise: bigint;
}

/** A provider's virtual accounts. Each call throws the errors of `Provider`'s calls. */
export interface VirtualAccounts {
  /**
   * Opens an account for a tenant, or returns the one that was opened under this key before, with these
   * senders.
   * @param order.key at most 20 capital letters and digits, the same for the same tenant.
   * @param order.senders the only accounts that may send money; none: it accepts no money.
   */
  open(order: {
    readonly key: string;
    readonly name: string;
    readonly mobile: string;
    readonly senders: readonly Sender[];
  }): Promise<VirtualAccount>;
  /** Sets the only accounts that may send money. */
  setAllowedSenders(providerReference: string, senders: readonly Sender[]): Promise<void>;
  /** Stops accepting money. */
  close(providerReference: string): Promise<void>;
  /**
   * The credits at or after `from` and before `to`, in pages: finds credits whose webhook was
   * lost. Those that `findKnown` knows may be left out. Absent where the provider has no such list.
   */
  credits?(
    from: Date,
    to: Date,
    findKnown: FindKnownCredits,
  ): AsyncIterable<readonly IncomingCredit[]>;
  /**
   * Passes due credits to `receive`; they stay due until it returns. Absent in providers that call
   * our webhook endpoint.
   * @returns the number of credits.
   */
  deliverCredits?(
    receive: (credits: readonly IncomingCredit[]) => Promise<unknown>,
  ): Promise<number>;
}
