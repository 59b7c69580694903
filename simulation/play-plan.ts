import { setTimeout as pause } from "node:timers/promises";
import { seededRandom } from "../apps/server/src/kernel/seeded-random.ts";
import { NoResponseError } from "./api-client.ts";
import { count } from "./client-records.ts";
import { deliverWebhooks } from "./deliver-webhooks.ts";
import { addAccount } from "./events/add-bank-account.ts";
import { adjust } from "./events/adjust.ts";
import { cancelPayouts } from "./events/cancel-payout.ts";
import { changePolicy } from "./events/change-policy.ts";
import { closingTenant, startClosing } from "./events/close-account.ts";
import { deactivateTenant } from "./events/deactivate-tenant.ts";
import { requestAndReviewDeposit } from "./events/deposit.ts";
import { importStatements, transferToReceivingAccount } from "./events/import-statements.ts";
import { payBatch } from "./events/pay-batch.ts";
import { payBeyondBalance } from "./events/pay-beyond-balance.ts";
import { payByKey } from "./events/pay-by-key.ts";
import { pauseRail } from "./events/pause-provider.ts";
import { readAccount } from "./events/read-account.ts";
import { requestPayment } from "./events/request-payment.ts";
import { returnPart } from "./events/return-part.ts";
import { sendPayout } from "./events/send-payout.ts";
import { topUp } from "./events/top-up.ts";
import { decideSuspense, transferToVirtualAccount } from "./events/transfer-in.ts";
import { withdraw } from "./events/withdraw.ts";
import { SignInRejectedError } from "./person.ts";
import type { ScheduledEvent } from "./plan.ts";
import type { SimulationEvent } from "./simulation-event.ts";
import type { World } from "./world.ts";

const bankRoundMs = 150;
/**
 * Enough for the events that wait for a code, a frozen process or another event of the same person:
 * with 40, both processors of the machine were idle at times. More would only wait for each other.
 */
const concurrentEventsMax = 120;

/** Plays each event of the plan at its time, concurrently, and waits until all have finished. */
export async function playPlan(
  world: World,
  onBackupTime: () => Promise<void>,
): Promise<ReturnType<typeof deliverWebhooks>> {
  const { plan, banks } = world;
  const webhooks = deliverWebhooks(world, seededRandom(plan.seed + 1));
  const random = seededRandom(plan.seed + 2);
  let isFinished = false;
  const bankWork = (async () => {
    while (!isFinished) {
      await banks.advance(random);
      banks.clearRequests();
      await pause(bankRoundMs);
    }
  })();
  const startedAt = performance.now();
  const waitUntil = (atMs: number) => pause(Math.max(0, startedAt + atMs - performance.now()));
  const backup = waitUntil(plan.backupAtMs).then(onBackupTime);
  const running = new Set<Promise<void>>();
  for (const scheduled of plan.events) {
    await waitUntil(scheduled.atMs);
    while (running.size >= concurrentEventsMax) await Promise.race(running);
    const attempt = tryEvent(world, scheduled).finally(() => running.delete(attempt));
    running.add(attempt);
  }
  await Promise.all(running);
  await backup;
  isFinished = true;
  await bankWork;
  return webhooks;
}

async function tryEvent(world: World, { event }: ScheduledEvent): Promise<void> {
  try {
    await perform(world, event);
  } catch (error) {
    if (error instanceof NoResponseError) count(world.clients, "events ended without a response");
    else if (error instanceof SignInRejectedError)
      count(world.clients, "sign-ins of a deactivated tenant");
    else world.clients.anomalies.push(`${event.kind}: ${(error as Error).stack}`);
  }
}

async function perform(world: World, event: SimulationEvent): Promise<unknown> {
  const { banks, servers, database, clients } = world;
  switch (event.kind) {
    case "payout":
      return sendPayout(world, event);
    case "payout cancellation":
      return cancelPayouts(world, event);
    case "deposit":
      return requestAndReviewDeposit(world, event);
    case "transfer to receiving account":
      return transferToReceivingAccount(world, event);
    case "statement import":
      return importStatements(world, event);
    case "top-up":
      return topUp(world, event);
    case "bank account":
      return addAccount(world, event);
    case "transfer to virtual account":
      return transferToVirtualAccount(world, event);
    case "suspense decision":
      return decideSuspense(world, event);
    case "provider pause":
      return pauseRail(world, event);
    case "tenant deactivation":
      return deactivateTenant(world, event);
    case "adjustment":
      return adjust(world, event);
    case "withdrawal":
      return withdraw(world, event);
    case "payment request":
      return requestPayment(world, event);
    case "batch of payouts":
      return payBatch(world, event);
    case "payout of a program":
      return payByKey(world, event);
    case "payouts beyond the balance":
      return payBeyondBalance(world, event);
    case "policy change":
      return changePolicy(world, event);
    case "account closing":
      return startClosing(world, event);
    case "account reading":
      return readAccount(world, event);
    case "bank fault":
      count(clients, `bank: ${event.fault.kind}`, event.times);
      return banks.plan(event.bank, event.fault, event.times);
    case "late send":
      count(clients, "bank: a send arrives late");
      return banks.planLateSend(event.bank);
    case "bank outage":
      count(clients, "bank: outage");
      return banks.interrupt(event.bank, pause(event.ms));
    case "payout return":
      if (banks.returnPayout(event.nth)) count(clients, "payouts returned after success");
      return;
    case "partial return":
      return returnPart(world, event);
    case "chargeback":
      // The account that closes must not owe anything then.
      if (banks.chargeBack(event, closingTenant(world).id)) count(clients, "credits charged back");
      return;
    case "SMS fault":
      count(clients, `SMS gateway: ${event.fault.kind}`);
      return world.phones.gateway.planFault(event.fault);
    case "process kill":
      if (await servers.kill(event.process)) count(clients, "processes killed");
      return;
    case "process restart":
      if (await servers.restart(event.process)) count(clients, "processes restarted gracefully");
      return;
    case "process freeze":
      if (await servers.freeze(event.process, event.ms)) count(clients, "processes frozen");
      return;
    case "wrong clock":
      count(clients, "clocks set wrong");
      return servers.skewClock(event.process, event);
    case "transfer taken back":
      if (banks.receiving.takeBack(event.nth)) count(clients, "transfers taken back");
      return;
    case "wrong amounts":
      count(clients, `bank: ${event.what} in signed answers`);
      return banks.answerWrongly(event.bank, event.what, pause(event.ms));
    case "database crash":
      count(clients, "database crashes");
      return database.crash();
    case "clock jump":
      count(clients, "clock jumps");
      return world.advanceClock(event.seconds);
  }
}
