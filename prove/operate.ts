import { pauseProvider, resumeProvider } from "@rokad/contract/gateway";
import { setTenantStatus } from "@rokad/contract/tenants";
import { setTimeout as pause } from "node:timers/promises";
import { count } from "./journal.ts";
import type { Person } from "./person.ts";
import type { Deed } from "./plan.ts";
import type { TenantInPlay, World } from "./world.ts";

/** Pauses a rail for a while; two super admins try to resume it at once. */
export async function pauseRail(
  world: World,
  { rail, ms }: Extract<Deed, { kind: "pause" }>,
): Promise<void> {
  const [meera, ravi] = world.admins as [Person, Person, Person];
  const params = { id: rail };
  const heard = await meera.call(pauseProvider, { params, body: { reason: "Its bank called" } });
  if (heard.ok) count(world.journal, "rails paused");
  await pause(ms);
  await Promise.all([
    meera.call(resumeProvider, { params, body: {} }),
    ravi.call(resumeProvider, { params, body: {} }),
  ]);
}

/** Deactivates a tenant for a while: their sessions end at once, their open payouts go on. */
export async function shutTenant(
  world: World,
  { tenant: number, ms }: Extract<Deed, { kind: "tenant shut" }>,
): Promise<void> {
  const [, , farah] = world.admins as [Person, Person, Person];
  const params = { id: (world.tenants[number] as TenantInPlay).id };
  const heard = await farah.call(setTenantStatus, { params, body: { isActive: false } });
  if (heard.ok) count(world.journal, "tenants deactivated");
  await pause(ms);
  await farah.call(setTenantStatus, { params, body: { isActive: true } });
}
