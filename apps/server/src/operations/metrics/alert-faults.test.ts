// The guarantee: what a fault leaves in the database, and what a process counts of it, reaches the series
// that its alert reads. `npm run test:alerts` gives these answers of `/metrics` to promtool.
import { setTimeout as pause } from "node:timers/promises";
import { createWebhookEndpoint } from "@rokad/contract/webhook-endpoints";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectToFire } from "../../../test/expect-to-fire.ts";
import { numberAllEvents } from "../../../test/number-all-events.ts";
import { Payer } from "../../../test/payer.ts";
import { openPayoutWorld, upiOrder, type PayoutWorld } from "../../../test/payout-world.ts";
import { readMetrics } from "../../../test/read-metrics.ts";
import { openReceiver } from "../../../test/webhook-receiver.ts";
import { database } from "../../database/db.ts";
import { newId } from "../../kernel/ids.ts";
import { now, secondsFromNow } from "../../kernel/clock.ts";
import { inNetworks } from "../../kernel/network-list.ts";
import { useProviders } from "../../providers/configured-providers.ts";
import { sandboxProvider } from "../../providers/sandbox/sandbox.ts";
import { useWebhookNetworks } from "../../tenants/webhooks/reachable-addresses.ts";
import { useLogCopies } from "../log-copies/configured-copies.ts";
import { readSystemStatus } from "../system/read-system-status.ts";

let world: PayoutWorld;
beforeAll(async () => {
  world = await openPayoutWorld();
});
afterAll(() => world.close());

const dayMs = 24 * 60 * 60_000;

test("reports that no worker polls payouts", async () => {
  const metrics = await readMetrics();
  expect(metrics.value("rokad_workers_working")).toBe(0);
  expectToFire(metrics, "RokadNoWorker");
});

test("reports a balance that was never read, unless the provider lacks settings", async () => {
  await sql`update schema_migrations set applied_at = ${secondsFromNow(-3_600)}`.execute(
    database(),
  );
  const series = 'rokad_provider_balance_age_seconds{adapter="sandbox"}';
  const metrics = await readMetrics();
  expect(metrics.value(series)).toBeGreaterThanOrEqual(3_600);
  expectToFire(metrics, "RokadProviderBalanceStale");
  const sandbox = sandboxProvider({ settleMs: 2_000 });
  const lacking = { ...sandbox, missingSettings: async () => ["API_KEY"] };
  useProviders({ primary: lacking, alternative: lacking });
  expect((await readMetrics()).value(series)).toBeUndefined();
  useProviders({ primary: sandbox, alternative: sandbox });
});

test("reports a low, an unexplained, and an old balance", async () => {
  await sql`
    insert into provider_balances (
      adapter, read_at, reported_paise, taken_paise, charges_paise, returned_paise, is_still,
      transferred_paise, paid_paise, booked_paise, in_flight_paise, unbooked_paise,
      on_the_way_paise, unrecorded_paise
    ) values ('sandbox', ${secondsFromNow(-3_600)}, 700, 0, 0, 0, true, 0, 0, 0, 0, 0, 0, 0)
  `.execute(database());
  await sql`
    insert into low_balance_alerts (adapter, since, reason)
    values ('sandbox', ${now()}, 'It is below ₹10')
  `.execute(database());
  const metrics = await readMetrics();
  expect(metrics.value('rokad_provider_balance_unexplained_paise{adapter="sandbox"}')).toBe(700);
  expectToFire(
    metrics,
    "RokadProviderBalanceLow",
    "RokadProviderBalanceStale",
    "RokadBalanceUnexplained",
  );
});

test("reports a failing SMS gateway, a failing copy of the logs, and an unusable webhook", async () => {
  await sql`
    insert into sms_gateways (gateway, last_error_at, last_error, last_ms, failures_in_row)
    values ('sandbox', ${now()}, 'It does not answer', 5000, 3)
  `.execute(database());
  await sql`
    insert into log_copies (name, lease, leased_until, failed_times, next_attempt_at)
    values ('syslog', ${newId()}, ${now()}, 3, ${now()})
  `.execute(database());
  await sql`
    insert into webhooks (
      id, adapter, event_id, digest, kind, body, received_at, last_received_at, state
    ) values (${newId()}, 'sandbox', 'event-1', '', 'payout', '', ${now()}, ${now()}, 'unusable')
  `.execute(database());
  useLogCopies({ syslog: { url: "syslog://127.0.0.1:1", caFile: undefined } });
  const metrics = await readMetrics();
  const copyFailures = 'rokad_audit_copy_failures{copy="syslog"}';
  const copyProblem = expect.stringContaining("The audit log does not reach syslog");
  expect((await readSystemStatus()).problems).toContainEqual(copyProblem);
  expect(metrics.value(copyFailures)).toBe(3);
  expect(metrics.value("rokad_provider_webhooks_unusable")).toBe(1);
  expectToFire(
    metrics,
    "RokadSmsFailing",
    "RokadAuditCopyFailing",
    "RokadProviderWebhooksUnusable",
  );
  // Nothing reports a receiver that was removed from the settings.
  useLogCopies({});
  expect((await readMetrics()).value(copyFailures)).toBeUndefined();
  expect((await readSystemStatus()).problems).not.toContainEqual(copyProblem);
});

test("reports what waits for a person, for funds, and in suspense", async () => {
  const owner = await world.operator({ wallet: "₹1,000" });
  await owner.put("/payouts/funds-queue", { is_on: true, wait_hours: 96 });
  await new Payer(world.app, owner.mobile, owner.token).pay(upiOrder("someone@upi"));
  await sql`update funds_queue set stopped_reason = 'No provider takes it'`.execute(database());
  await world.requestDeposit(owner, 500);
  await sql`
    insert into incoming_credits (
      id, adapter, credit_reference, virtual_account_reference, amount_paise, sent_at, created_at,
      state, reason
    ) values (
      ${newId()}, 'sandbox', 'credit-1', 'account-1', 500, ${now()}, ${now()}, 'suspense',
      'No account has this reference'
    )
  `.execute(database());
  world.pass(1.1 * dayMs);
  const metrics = await readMetrics();
  expect(metrics.value("rokad_funds_queue_stopped")).toBe(1);
  expect(metrics.value('rokad_approvals_waiting{kind="deposit"}')).toBe(1);
  expectToFire(metrics, "RokadFundsQueueStopped", "RokadApprovalsWaiting", "RokadSuspenseOld");
});

test("counts provider calls without a clear answer and failed requests", async () => {
  const payer = await world.payer("₹5,000");
  const metrics = await readMetrics({}, async (app) => {
    await payer.pay(upiOrder("timeout@upi"));
    await world.work();
    await sql`alter table schema_migrations rename to away`.execute(database());
    await app.inject({ url: "/readyz" });
    await sql`alter table away rename to schema_migrations`.execute(database());
  });
  const calls = 'rokad_provider_calls_total{provider="primary",outcome="unclear"}';
  const requests = 'rokad_http_request_seconds_count{route="/readyz",status="503"}';
  expect([metrics.value(calls), metrics.value(requests)]).toEqual([1, 1]);
  expectToFire(metrics, "RokadProviderErrors", "RokadApiErrors");
});

test("reports queries that wait for a connection", async () => {
  let queries: Promise<unknown>[] = [];
  const metrics = await readMetrics({}, async () => {
    queries = Array.from({ length: 12 }, () => sql`select pg_sleep(1)`.execute(database()));
    await pause(50);
  });
  await Promise.all(queries);
  expect(metrics.value("rokad_database_pool_waiting")).toBeGreaterThan(0);
  expectToFire(metrics, "RokadPoolExhausted");
});

test("reports a blocked event loop", async () => {
  const metrics = await readMetrics({}, async () => {
    await pause(20);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000);
    await pause(20);
  });
  expect(metrics.value("nodejs_eventloop_lag_p99_seconds")).toBeGreaterThan(0.5);
  expectToFire(metrics, "RokadEventLoopLag");
});

test("counts the webhooks that their receiver refuses", async () => {
  useWebhookNetworks(inNetworks(["127.0.0.1"]));
  const owner = await world.operator({ wallet: "₹1,000" });
  const receiver = await openReceiver();
  receiver.answerWith(500);
  await owner.ask(createWebhookEndpoint, {
    body: { url: receiver.url, description: "ERP", types: ["deposit.pending"] },
  });
  const metrics = await readMetrics({}, async () => {
    await world.requestDeposit(owner, 500);
    await numberAllEvents();
    await world.work();
  });
  await receiver.close();
  useWebhookNetworks(undefined);
  expect(metrics.value('rokad_webhook_attempts_total{result="failed"}')).toBe(
    receiver.received.length,
  );
  expectToFire(metrics, "RokadWebhooksFailing");
});

test("reports a provider that answers slowly", async () => {
  const sandbox = sandboxProvider({ settleMs: 0 });
  useProviders({
    primary: {
      ...sandbox,
      async send(transfer) {
        await pause(5_100);
        return sandbox.send(transfer);
      },
    },
    alternative: sandbox,
  });
  const payer = await world.payer("₹5,000");
  const metrics = await readMetrics({}, async () => {
    await payer.pay(upiOrder("someone@upi"));
    await world.work();
  });
  expect(metrics.value('rokad_provider_call_seconds_bucket{le="5",provider="primary"}')).toBe(0);
  expectToFire(metrics, "RokadProviderSlow");
});
