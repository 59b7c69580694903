import { log } from "../../kernel/log.ts";
import { now } from "../../kernel/clock.ts";
import { continueTrace } from "../../kernel/tracing.ts";
import { asEvent, type EventRow } from "../events/list-events.ts";
import { startQueueLoop, type QueueLoop } from "../../worker/queue-loop.ts";
import { onWake } from "../../worker/wake-worker.ts";
import { createDeliveries } from "./create-deliveries.ts";
import { leaseDeliveries, type LeasedDelivery } from "./lease-deliveries.ts";
import { postWebhook } from "./post-webhook.ts";
import { signedHeaders } from "./sign-webhook.ts";
import { storeAttempt, type EndedAttempt } from "./store-attempt.ts";
import { secretsOf } from "./stored-endpoint.ts";

/** Creates deliveries and sends those that are due. @returns how much it did; 0 when nothing was due. */
export async function deliverWebhooks(): Promise<number> {
  const moved = await createDeliveries();
  const leased = await leaseDeliveries([]);
  await Promise.all(leased.map(deliver));
  return moved + leased.length;
}

/** Attempts whose record waits for the database: with more of them, none begins. */
const storingMax = 1_000;

/** Delivers until stopped. A slow endpoint delays no other one: each has slots of its own. */
export function startWebhookWorker({ pollMs }: { pollMs: number }): Pick<QueueLoop, "stop"> {
  const posting = new Set<LeasedDelivery>();
  const running = new Set<Promise<void>>();
  const run = async (delivery: LeasedDelivery) => {
    posting.add(delivery);
    const ended = await post(delivery).finally(() => {
      posting.delete(delivery);
      // Its record needs no slot: the next one is posted meanwhile.
      sending.wake();
    });
    await storeAttempt(ended);
  };
  const sending = startQueueLoop({
    name: "webhook deliveries",
    pollMs,
    work: async () => {
      if (running.size - posting.size > storingMax) return false;
      for (const delivery of await leaseDeliveries([...posting])) {
        const ended = run(delivery)
          .catch((error: unknown) => log().error({ err: error }, "A webhook was not delivered"))
          .finally(() => running.delete(ended));
        running.add(ended);
      }
      return false;
    },
  });
  // Beside it: each attempt that ends wakes the other loop, and few of them have new events.
  const creating = startQueueLoop({
    name: "new webhook deliveries",
    pollMs,
    subscribe: onWake,
    work: async () => {
      const moved = await createDeliveries();
      if (moved > 0) sending.wake();
      return moved > 0;
    },
  });
  return {
    async stop() {
      await Promise.all([creating.stop(), sending.stop()]);
      await Promise.all(running);
    },
  };
}

/** The bytes that are sent and signed. */
export function bodyOf(row: EventRow): string {
  return JSON.stringify(asEvent(row));
}

async function deliver(delivery: LeasedDelivery): Promise<void> {
  await storeAttempt(await post(delivery));
}

/** @returns what came of one attempt; a receiver's failure is no error. */
async function post(delivery: LeasedDelivery): Promise<EndedAttempt> {
  const signedAt = now();
  const body = bodyOf(delivery);
  const secrets = secretsOf({ ...delivery, id: delivery.endpoint_id });
  const headers = signedHeaders({ id: delivery.id, at: signedAt, body }, secrets);
  const attributes = { "rokad.event": delivery.type, "rokad.try": delivery.tries };
  const attempt = await continueTrace(
    delivery.trace_parent,
    "send webhook",
    { kind: "client", attributes },
    () => postWebhook(delivery.url, headers, body),
  );
  return { delivery, attempt, signedAt };
}
