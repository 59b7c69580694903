import { receiveWebhook } from "../src/webhooks/receive-webhook.ts";
import type { FarName } from "./far-rails.ts";
import type { FaultName } from "./fault-tables.ts";

interface Told {
  readonly from: FarName;
  readonly headers: Readonly<Record<string, string>>;
  readonly rawBody: Buffer;
}

/** Each webhook as the fault would have it: not at all, in part first, or twice. */
export async function deliverWebhooks(
  all: readonly Told[],
  fault: (text: string) => FaultName | undefined,
): Promise<void> {
  for (const { from, headers, rawBody } of all) {
    const deliver = (body: Buffer) =>
      receiveWebhook(from, { headers, rawBody: body }).catch(() => undefined);
    const kind = fault(rawBody.toString("utf8"));
    if (kind === undefined || kind === "refused" || kind === "timeout before") continue;
    if (kind === "cut mid-body") await deliver(rawBody.subarray(0, rawBody.length / 2));
    else if (kind === "garbage") await deliver(Buffer.from("<html></html>"));
    else await deliver(rawBody);
    if (kind === "duplicate answer" || kind === "timeout after acting") await deliver(rawBody);
  }
}
