import type { StandInReply } from "./stand-in-server.ts";

export interface CashfreeKeys {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** The settings of the stand-in's account, which a test may change at any time. */
export interface CashfreeAccount {
  /** Each product has its own keys; a product without keys is not available. */
  readonly keys: {
    readonly payouts: CashfreeKeys;
    readonly verification?: CashfreeKeys;
    readonly pg?: CashfreeKeys;
  };
  /** Signs events: the oldest active secret, which may not be the newest. */
  signingSecret: string;
  isAddressListed: boolean;
  areApisOn: boolean;
  /** Calls per minute, of all kinds together. */
  callsMax: number;
  /** As in production: an account without a trigger of the test environment is paid. */
  paysOthers: boolean;
}

export const cashfreeKeys = {
  payouts: { clientId: "CF-PAYOUTS-ID", clientSecret: "cfsk_payouts_4dd1" },
  verification: { clientId: "CF-VRS-ID", clientSecret: "cfsk_vrs_9b10" },
  pg: { clientId: "CF-PG-ID", clientSecret: "cfsk_pg_73aa" },
} as const;

/** A refusal in the documented format. */
export function refuse(status: number, type: string, code: string, message = code): StandInReply {
  return { status, json: { type, code, message } };
}
