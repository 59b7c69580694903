import { setTenantStatus } from "@rokad/contract/tenants";
import { setTimeout as pause } from "node:timers/promises";
import { count } from "../client-records.ts";
import type { Person } from "../person.ts";
import type { SimulationEvent } from "../simulation-event.ts";
import type { SimulatedTenant, World } from "../world.ts";

/**
 * Deactivates a tenant for a while: its sessions end at once, its unsent payouts are held or sent,
 * and those held are sent or cancelled at the reactivation.
 */
export async function deactivateTenant(
  world: World,
  event: Extract<SimulationEvent, { kind: "tenant deactivation" }>,
): Promise<void> {
  const [, , farah] = world.admins as [Person, Person, Person];
  const params = { id: (world.tenants[event.tenant] as SimulatedTenant).id };
  const body = { isActive: false, payouts: event.payouts };
  const result = await farah.call(setTenantStatus, { params, body });
  if (result.ok) count(world.clients, `tenants deactivated: ${event.payouts}`);
  await pause(event.ms);
  await farah.call(setTenantStatus, { params, body: { isActive: true, payouts: event.held } });
}

/** Activates every tenant whose reactivation got no response, so that nothing stays withheld. */
export async function reactivateTenants(world: World): Promise<void> {
  const [, , farah] = world.admins as [Person, Person, Person];
  for (const { id } of world.tenants)
    await farah.call(setTenantStatus, { params: { id }, body: { isActive: true } });
}
