import type { FarReply } from "./far-side.ts";

export interface CashfreeKeys {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** What the stand-in's account is like; a test may change it under way. */
export interface CashfreeAccount {
  /** By product, because each has keys of its own; no keys, no product. */
  readonly keys: {
    readonly payouts: CashfreeKeys;
    readonly verification?: CashfreeKeys;
    readonly pg?: CashfreeKeys;
  };
  /** Events are signed with it: the oldest secret that is active, which may not be the newest. */
  signingSecret: string;
  isAddressListed: boolean;
  areApisOn: boolean;
  /** Calls a minute, all kinds together. */
  callsMax: number;
  /** As in production: an account that is no trigger of the test environment is paid. */
  paysOthers: boolean;
}

export const cashfreeKeys = {
  payouts: { clientId: "CF-PAYOUTS-ID", clientSecret: "cfsk_payouts_4dd1" },
  verification: { clientId: "CF-VRS-ID", clientSecret: "cfsk_vrs_9b10" },
  pg: { clientId: "CF-PG-ID", clientSecret: "cfsk_pg_73aa" },
} as const;

/** The documented form of every refusal. */
export function refuse(status: number, type: string, code: string, message = code): FarReply {
  return { status, json: { type, code, message } };
}
