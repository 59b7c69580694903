import { setTimeout as pause } from "node:timers/promises";
import type { PendingWebhook, SignedWebhook } from "./pending-webhook.ts";
import type { BankName } from "./simulation-event.ts";
import type { SeededRandom } from "../apps/server/src/kernel/seeded-random.ts";
import { count } from "./client-records.ts";
import type { World } from "./world.ts";

const roundMs = 80;
/** Retries last longer than the restart of a server. */
const retrySeconds = 300;

/**
 * Delivers the banks' webhooks with failures: duplicated, delayed and out of order, lost, or with a
 * forged one or a signed one about another amount before the real one.
 * @returns `stopFailures` for reliable delivery, and `stop`, which delivers what is left.
 */
export function deliverWebhooks(
  world: World,
  random: SeededRandom,
): { stopFailures(): void; stop(): Promise<void> } {
  let isReliable = false;
  let isStopping = false;
  const delayed: PendingWebhook[] = [];
  const running = (async () => {
    while (!isStopping) {
      const due = delayed.splice(0, delayed.length > 20 || isReliable ? delayed.length : 0);
      const fresh = world.banks.takePendingWebhooks();
      await Promise.all(
        [...due, ...fresh].map((one) => (isReliable ? deliver(one) : deliverWithFailures(one))),
      );
      await pause(roundMs);
    }
  })();

  async function deliverWithFailures(webhook: PendingWebhook): Promise<void> {
    const failure = random.pickWeighted({
      none: 60,
      duplicated: 15,
      delayed: 15,
      lost: 6,
      forged: 4,
      wrong: 6,
    });
    // Cashfree has no list of credits or returns, so it repeats these webhooks until delivery.
    const mayBeLost =
      webhook.subject === "payout" ||
      (webhook.subject === "return" && webhook.bank === "razorpayx");
    // Reconciliation must find every second return of RazorpayX.
    if (mayBeLost && (failure === "lost" || (webhook.subject === "return" && random.chance(0.5))))
      return count(world.clients, `webhooks of a ${webhook.subject} lost`);
    if (failure === "delayed") {
      count(world.clients, "webhooks delayed, out of order");
      delayed.splice(random.below(delayed.length + 1), 0, webhook);
      return;
    }
    if (failure === "forged") await forge(webhook);
    if (failure === "wrong" && webhook.signWrong) {
      count(world.clients, "webhooks with another amount, signed");
      await deliver({ ...webhook, sign: webhook.signWrong });
    }
    await deliver(webhook);
    if (failure !== "duplicated") return;
    count(world.clients, "webhooks duplicated");
    await deliver(webhook);
  }

  async function deliver(webhook: PendingWebhook): Promise<void> {
    const endsAt = Date.now() + retrySeconds * 1_000;
    while (Date.now() < endsAt) {
      if ((await post(world, webhook.bank, webhook.sign())) === 200)
        return count(world.clients, "webhooks delivered");
      await pause(250);
    }
    world.clients.anomalies.push(`The server did not accept a webhook of ${webhook.bank}`);
  }

  async function forge(webhook: PendingWebhook): Promise<void> {
    const signed = webhook.sign();
    const rawBody = Buffer.from(
      signed.rawBody.toString("utf8").replace(/FAILED|processed|SUCCESS/, "SUCCESS "),
    );
    const headers = Object.fromEntries(
      Object.entries(signed.headers).map(([name, value]) =>
        name.endsWith("signature")
          ? [name, value.replace(/[0-9a-f]/, "0").slice(0, -2)]
          : [name, value],
      ),
    );
    count(world.clients, "webhooks forged");
    if ((await post(world, webhook.bank, { headers, rawBody })) === 200)
      world.clients.anomalies.push(`The server accepted a forged webhook of ${webhook.bank}`);
  }

  return {
    stopFailures: () => {
      isReliable = true;
    },
    async stop(): Promise<void> {
      isStopping = true;
      await running;
      for (const webhook of delayed) await deliver(webhook);
    },
  };
}

let requests = 0;

async function post(
  { servers }: World,
  bank: BankName,
  { headers, rawBody }: SignedWebhook,
): Promise<number> {
  const port = servers.ports[(requests += 1) % servers.ports.length] ?? 0;
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/webhooks/${bank}`, {
    method: "POST",
    headers,
    body: new Uint8Array(rawBody),
    signal: AbortSignal.timeout(5_000),
  }).catch(() => undefined);
  await answer?.body?.cancel();
  return answer?.status ?? 0;
}
