/** A bank account from which money may come. */
export interface Sender {
  readonly accountNumber: string;
  readonly ifscCode: string;
}

/** An account number that leads to the platform's own account and names one tenant by it. */
export interface VirtualAccount {
  /** The provider's id of it. */
  readonly providerReference: string;
  readonly accountNumber: string;
  readonly ifscCode: string;
  readonly isOpen: boolean;
}

/** Money that arrived on a virtual account, as the provider tells it: at least once. */
export interface IncomingCredit {
  /** The provider's id of this very credit: the same each time that it is told. */
  readonly creditReference: string;
  /** The provider's id of the virtual account. */
  readonly virtualAccount: string;
  readonly amountPaise: bigint;
  /** The bank's own reference, 12 to 22 capital letters and digits; null when it told none. */
  readonly utr: string | null;
  /** Null when the bank does not tell who sent it. */
  readonly sender: (Sender & { readonly name: string | null }) | null;
  readonly at: Date;
}

/** What a provider must do that has virtual accounts. Each call may throw as `Provider`'s do. */
export interface VirtualAccounts {
  /**
   * Opens one for a tenant, or tells of the one that was opened under this key before.
   * @param order.key at most 20 capital letters and digits, the same for the same tenant
   * @param order.senders the only accounts from which it takes money; none: it takes none
   */
  open(order: {
    readonly key: string;
    readonly name: string;
    readonly mobile: string;
    readonly senders: readonly Sender[];
  }): Promise<VirtualAccount>;
  /** Sets the only accounts from which it takes money. */
  lockTo(providerReference: string, senders: readonly Sender[]): Promise<void>;
  /** Takes no money any more. */
  close(providerReference: string): Promise<void>;
  /**
   * Every credit from `from` on and before `to`, a page at a time, so that one whose webhook was
   * lost is found. Left out where the provider has no such list.
   */
  credits?(from: Date, to: Date): AsyncIterable<readonly IncomingCredit[]>;
  /**
   * Hands over the credits that are to be told, each until `receive` has returned for it. Providers
   * that call our webhooks have nothing to do here.
   */
  deliverCredits?(
    receive: (credits: readonly IncomingCredit[]) => Promise<unknown>,
  ): Promise<number>;
}
