import type { BankName } from "./simulation-event.ts";

/** A webhook that a bank has not delivered yet. */
export interface PendingWebhook {
  readonly bank: BankName;
  readonly subject: "payout" | "return" | "credit";
  /** Signs it at the bank's time of this delivery: a server refuses one that was signed days ago. */
  readonly sign: () => SignedWebhook;
  /** The same event about another amount and with the opposite outcome, also signed. */
  readonly signWrong?: () => SignedWebhook;
}

export interface SignedWebhook {
  readonly headers: Readonly<Record<string, string>>;
  readonly rawBody: Buffer;
}
