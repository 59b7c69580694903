import { receiveWebhook } from "../src/operations/webhooks/receive-webhook.ts";
import type { StandInName } from "./provider-stand-ins.ts";
import type { FaultName } from "./fault-tables.ts";

interface WebhookDelivery {
  readonly from: StandInName;
  readonly headers: Readonly<Record<string, string>>;
  readonly rawBody: Buffer;
}

/** Where the webhooks of tests come from. */
export const providerOrigin = { address: "203.0.113.20", userAgent: "A provider" };

/** Delivers each webhook as its fault demands: not at all, damaged first, or twice. */
export async function deliverWebhooks(
  all: readonly WebhookDelivery[],
  fault: (text: string) => FaultName | undefined,
): Promise<void> {
  for (const { from, headers, rawBody } of all) {
    const deliver = (body: Buffer) =>
      receiveWebhook(from, { headers, rawBody: body }, providerOrigin).catch(() => undefined);
    const kind = fault(rawBody.toString("utf8"));
    if (kind === undefined || kind === "refused" || kind === "timeout before") continue;
    if (kind === "cut mid-body") await deliver(rawBody.subarray(0, rawBody.length / 2));
    else if (kind === "garbage") await deliver(Buffer.from("<html></html>"));
    else await deliver(rawBody);
    if (kind === "duplicate answer" || kind === "timeout after acting") await deliver(rawBody);
  }
}
