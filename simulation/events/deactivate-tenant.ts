import { setTenantStatus } from "@rokad/contract/tenants";
import { setTimeout as pause } from "node:timers/promises";
import { count } from "../client-records.ts";
import type { Person } from "../person.ts";
import type { SimulationEvent } from "../simulation-event.ts";
import type { SimulatedTenant, World } from "../world.ts";

/** Deactivates a tenant for a while: its sessions end at once, its open payouts continue. */
export async function deactivateTenant(
  world: World,
  { tenant: number, ms }: Extract<SimulationEvent, { kind: "tenant deactivation" }>,
): Promise<void> {
  const [, , farah] = world.admins as [Person, Person, Person];
  const params = { id: (world.tenants[number] as SimulatedTenant).id };
  const result = await farah.call(setTenantStatus, { params, body: { isActive: false } });
  if (result.ok) count(world.clients, "tenants deactivated");
  await pause(ms);
  await farah.call(setTenantStatus, { params, body: { isActive: true } });
}
