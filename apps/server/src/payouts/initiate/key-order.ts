/** What a program calls its payout or payment request. */
export interface ClientData {
  readonly clientReference: string | null;
  readonly metadata: Readonly<Record<string, string>> | null;
}

/** A payout of an API key, which limits that an owner signed authorise. */
export interface KeyOrder extends ClientData {
  readonly keyId: string;
  /** Where the request came from. */
  readonly address: string;
}
