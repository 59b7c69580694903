import { log } from "../../kernel/log.ts";
import { now } from "../../kernel/clock.ts";
import { asEvent, type EventRow } from "../events/list-events.ts";
import { startQueueLoop, type QueueLoop } from "../../worker/queue-loop.ts";
import { createDeliveries } from "./create-deliveries.ts";
import { leaseDeliveries, type LeasedDelivery } from "./lease-deliveries.ts";
import { postWebhook } from "./post-webhook.ts";
import { signedHeaders } from "./sign-webhook.ts";
import { storeAttempt } from "./store-attempt.ts";
import { secretsOf } from "./stored-endpoint.ts";

/** Creates deliveries and sends those that are due. @returns how much it did; 0 when nothing was due. */
export async function deliverWebhooks(): Promise<number> {
  const moved = await createDeliveries();
  const leased = await leaseDeliveries([]);
  await Promise.all(leased.map(deliver));
  return moved + leased.length;
}

/** Delivers until stopped. A slow endpoint delays no other one: each has slots of its own. */
export function startWebhookWorker({ pollMs }: { pollMs: number }): Pick<QueueLoop, "stop"> {
  const inFlight = new Map<LeasedDelivery, Promise<void>>();
  const loop = startQueueLoop({
    name: "webhook deliveries",
    pollMs,
    work: async () => {
      const moved = await createDeliveries();
      const leased = await leaseDeliveries([...inFlight.keys()]);
      for (const delivery of leased) {
        const delivering = deliver(delivery)
          .catch((error: unknown) => log().error({ err: error }, "A webhook was not delivered"))
          .finally(() => {
            inFlight.delete(delivery);
            loop.wake();
          });
        inFlight.set(delivery, delivering);
      }
      return moved > 0;
    },
  });
  return {
    async stop() {
      await loop.stop();
      await Promise.all(inFlight.values());
    },
  };
}

/** The bytes that are sent and signed. */
export function bodyOf(row: EventRow): string {
  return JSON.stringify(asEvent(row));
}

async function deliver(delivery: LeasedDelivery): Promise<void> {
  const at = now();
  const body = bodyOf(delivery);
  const secrets = secretsOf({ ...delivery, id: delivery.endpoint_id });
  const headers = signedHeaders({ id: delivery.id, at, body }, secrets);
  const attempt = await postWebhook(delivery.url, headers, body);
  await storeAttempt(delivery, attempt, at);
}
