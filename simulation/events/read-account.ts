import { listDeposits } from "@rokad/contract/deposits";
import { listPayouts } from "@rokad/contract/payouts";
import { getBalance } from "@rokad/contract/wallet";
import type { SimulationEvent } from "../simulation-event.ts";
import type { SimulatedTenant, World } from "../world.ts";

const rowsRead = 10;

/** A tenant looks at its balance and its newest rows while everything goes on. */
export async function readAccount(
  { tenants }: World,
  { tenant: number }: Extract<SimulationEvent, { kind: "account reading" }>,
): Promise<void> {
  const tenant = tenants[number] as SimulatedTenant;
  await tenant.call(getBalance, {});
  await tenant.call(listPayouts, { query: { limit: rowsRead } });
  await tenant.call(listDeposits, { query: { limit: rowsRead } });
}
