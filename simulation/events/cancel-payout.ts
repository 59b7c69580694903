import { cancelPayout, cancelTenantPayout } from "@rokad/contract/payout-cancellation";
import { pauseProvider, resumeProvider } from "@rokad/contract/gateway";
import { randomUUID } from "node:crypto";
import { count } from "../client-records.ts";
import type { Person } from "../person.ts";
import type { SimulationEvent } from "../simulation-event.ts";
import type { SimulatedTenant, World } from "../world.ts";
import { sendPayout } from "./send-payout.ts";

/** The newest payouts that one event tries to cancel: most have been sent by then. */
const triesMax = 4;

/**
 * Cancels a tenant's newest payouts: its payer, a super admin, or both at the same time. While both
 * providers are paused, one of them is certainly unsent.
 */
export async function cancelPayouts(world: World, event: CancellationEvent): Promise<void> {
  if (!event.whilePaused) return cancelNewest(world, event);
  const [meera] = world.admins as [Person, Person, Person];
  const rails = ["primary", "alternative"] as const;
  try {
    for (const id of rails)
      await meera.call(pauseProvider, { params: { id }, body: { reason: "A test of theirs" } });
    const { tenant } = event;
    const payout = { kind: "payout", tenant, to: "account", paise: 75_00, variant: "plain" };
    await sendPayout(world, payout as Extract<SimulationEvent, { kind: "payout" }>);
    await cancelNewest(world, event);
  } finally {
    for (const id of rails) await meera.call(resumeProvider, { params: { id }, body: {} });
  }
}

type CancellationEvent = Extract<SimulationEvent, { kind: "payout cancellation" }>;

async function cancelNewest(
  world: World,
  { tenant: number, by }: CancellationEvent,
): Promise<void> {
  const tenant = world.tenants[number] as SimulatedTenant;
  const [, ravi] = world.admins as [Person, Person, Person];
  const newest = world.clients.payouts
    .filter((request) => request.tenant === tenant.id && request.acknowledgements.length > 0)
    .slice(-triesMax);
  for (const { acknowledgements } of newest) {
    const params = { id: acknowledgements[0]?.id ?? "" };
    const body = { reason: "The tenant called" };
    const asPayer = () => tenant.call(cancelPayout, { params }, { key: randomUUID() });
    const asAdmin = () => ravi.call(cancelTenantPayout, { params, body }, { key: randomUUID() });
    const calls = {
      payer: [asPayer],
      "super admin": [asAdmin],
      both: [asPayer, asAdmin],
    }[by];
    const results = await Promise.all(calls.map((send) => send()));
    const cancelled = results.filter(({ ok }) => ok).length;
    count(world.clients, cancelled > 0 ? "payouts cancelled" : "cancellations refused");
    if (cancelled > 0)
      world.clients.cancellations.push({ payout: params.id, times: cancelled, at: Date.now() });
  }
}
