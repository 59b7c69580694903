import { addBankAccount } from "@rokad/contract/bank-accounts";
import { approveBankAccount, rejectBankAccount } from "@rokad/contract/bank-account-reviews";
import { randomUUID } from "node:crypto";
import { accountForm } from "../../apps/server/test/forms.ts";
import { count } from "../client-records.ts";
import type { Person } from "../person.ts";
import type { SimulationEvent } from "../simulation-event.ts";
import type { SimulatedTenant, World } from "../world.ts";

/** Adds a bank account that one super admin approves while another may reject it. */
export async function addAccount(
  world: World,
  { tenant: number, isApproved }: Extract<SimulationEvent, { kind: "bank account" }>,
): Promise<void> {
  const { clients } = world;
  const tenant = world.tenants[number] as SimulatedTenant;
  const body = accountForm(world.newAccountNumber());
  const added = await tenant.call(addBankAccount, { body }, { key: randomUUID() });
  if (!added.ok) return;
  const id = added.body.data._id;
  count(clients, "bank accounts added");
  const params = { id };
  const [meera, ravi] = world.admins as [Person, Person, Person];
  const [approval, rejection] = await Promise.all([
    meera.call(approveBankAccount, { params, body: {} }),
    isApproved
      ? undefined
      : ravi.call(rejectBankAccount, { params, body: { reason: "The name is another" } }),
  ]);
  const states = approval.ok
    ? ["approved"]
    : rejection?.ok
      ? ["rejected"]
      : ["pending", "approved", "rejected"];
  clients.expectedStates.push({ table: "bank_accounts", id, states, at: Date.now() });
}
