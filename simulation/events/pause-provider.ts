import { pauseProvider, resumeProvider } from "@rokad/contract/gateway";
import { setTimeout as pause } from "node:timers/promises";
import { count } from "../client-records.ts";
import type { Person } from "../person.ts";
import type { SimulationEvent } from "../simulation-event.ts";
import type { World } from "../world.ts";

/** Pauses a provider for a while; two super admins resume it at the same time. */
export async function pauseRail(
  world: World,
  { rail, ms }: Extract<SimulationEvent, { kind: "provider pause" }>,
): Promise<void> {
  const [meera, ravi] = world.admins as [Person, Person, Person];
  const params = { id: rail };
  const result = await meera.call(pauseProvider, { params, body: { reason: "Its bank called" } });
  if (result.ok) count(world.clients, "providers paused");
  await pause(ms);
  await Promise.all([
    meera.call(resumeProvider, { params, body: {} }),
    ravi.call(resumeProvider, { params, body: {} }),
  ]);
}

/** Resumes both providers, in case a resume got no response. */
export async function resumeRails(world: World): Promise<void> {
  const [meera] = world.admins as [Person, Person, Person];
  for (const id of ["primary", "alternative"] as const)
    await meera.call(resumeProvider, { params: { id }, body: {} });
}
