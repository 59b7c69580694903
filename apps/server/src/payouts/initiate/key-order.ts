/** What a program calls its payout or payment request. */
export interface ClientData {
  readonly clientReference: string | null;
  readonly metadata: Readonly<Record<string, string>> | null;
}

/** What authorises a payout of an API key: limits that an owner signed. */
export interface KeyOrder extends ClientData {
  readonly keyId: string;
  /** The signed limits that were in force when the request arrived. */
  readonly limitsId: string;
  /** Where the request came from. */
  readonly address: string;
}
