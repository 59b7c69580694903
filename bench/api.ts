import { benchEvents } from "./events.ts";
import { benchKeyPayouts } from "./key-payouts.ts";
import type { Row } from "./row.ts";
import type { Size } from "./size.ts";
import { benchWebhooks } from "./webhooks.ts";

/** What programs use: payouts of API keys, webhooks and events. */
export async function benchApi(size: Size): Promise<Row[]> {
  return [
    ...(await benchKeyPayouts(size)),
    ...(await benchWebhooks(size)),
    ...(await benchEvents(size)),
  ];
}
