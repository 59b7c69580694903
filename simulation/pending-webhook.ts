import type { BankName } from "./simulation-event.ts";

/** A webhook that a bank has not delivered yet. */
export interface PendingWebhook {
  readonly bank: BankName;
  readonly subject: "payout" | "return" | "credit";
  readonly headers: Readonly<Record<string, string>>;
  readonly rawBody: Buffer;
  /** The same event about another amount and with the opposite outcome, also signed. */
  readonly wrong?: Pick<PendingWebhook, "headers" | "rawBody">;
}
