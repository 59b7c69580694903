import { setTimeout } from "node:timers/promises";
import { smsNotSent } from "../../kernel/errors.ts";
import { readGatewayStatuses } from "./gateway-status.ts";

/**
 * Simulates a send to a number without an account: takes as long as the last send and ends the same
 * way, so that neither the time nor a failing gateway reveals which numbers have an account.
 * @throws 503 `SMS_NOT_SENT` while all gateways fail.
 */
export async function simulateSend(): Promise<void> {
  for (const { lastMs, isFailing } of await readGatewayStatuses()) {
    await setTimeout(lastMs);
    if (!isFailing) return;
  }
  throw smsNotSent();
}
