import { assignCredit, listSuspense, returnCredit } from "@rokad/contract/suspense";
import { sql } from "kysely";
import { database, isDatabaseUnreachable } from "../../apps/server/src/database/db.ts";
import { count } from "../client-records.ts";
import type { Person } from "../person.ts";
import type { BankName, SimulationEvent } from "../simulation-event.ts";
import { requestDeposit } from "./deposit.ts";
import type { SimulatedTenant, World } from "../world.ts";

/** Transfers money to a tenant's virtual account. */
export async function transferToVirtualAccount(
  world: World,
  event: Extract<SimulationEvent, { kind: "transfer to virtual account" }>,
): Promise<void> {
  const { bank, paise, from } = event;
  const tenant = world.tenants[event.tenant] as SimulatedTenant;
  const account = await readVirtualAccount(tenant, bank);
  if (!account) return count(world.clients, "transfers without an open virtual account");
  const own = { number: tenant.account.number, ifsc: tenant.account.ifsc, name: "Sharma Traders" };
  const unknown = { number: world.newAccountNumber(), ifsc: "ICIC0000047", name: "Kabir Bose" };
  const utr = world.newUtr();
  const isImps = /^\d{12}$/.test(utr);
  // The provider pads an IMPS number; the tenant copies it from its own bank.
  const request = { tenant, utr, paise };
  const isRequestedFirst = paise % 2 === 0;
  if (isImps && event.isRequested && isRequestedFirst) await requestDeposit(world, request);
  const sender = { "own account": own, "unknown account": unknown, "no sender details": null };
  const isAccepted = world.banks.transferIn({
    bank,
    tenant: tenant.id,
    account,
    paise,
    utr: isImps ? `0000${utr}` : utr,
    from: sender[from],
  });
  const outcome = isAccepted ? "accepted" : "returned by the bank";
  count(world.clients, `transfers to virtual accounts from ${from}: ${outcome}`);
  if (isImps && event.isRequested && !isRequestedFirst) await requestDeposit(world, request);
}

/** @returns undefined also while the database is unreachable. */
async function readVirtualAccount({ id }: SimulatedTenant, bank: BankName) {
  const { rows } = await sql<{ reference: string; number: string }>`
    select provider_reference as reference, account_number as number from virtual_accounts
    where tenant_id = ${id} and adapter = ${bank} and state = 'open'
  `
    .execute(database())
    .catch((error: unknown) => {
      if (isDatabaseUnreachable(error)) return { rows: [] };
      throw error;
    });
  return rows[0];
}

/** Two super admins decide about the oldest credit in suspense at the same time. */
export async function decideSuspense(
  world: World,
  { tenant: number, decision }: Extract<SimulationEvent, { kind: "suspense decision" }>,
): Promise<void> {
  const { clients } = world;
  const [meera, ravi] = world.admins as [Person, Person, Person];
  const tenant = world.tenants[number] as SimulatedTenant;
  const listed = await meera.call(listSuspense, { query: { status: "pending" } });
  const [oldest] = listed.ok ? listed.body.data : [];
  if (!oldest) return;
  const params = { id: oldest.id };
  const decide = (admin: Person) =>
    decision === "assign"
      ? admin.call(assignCredit, { params, body: { tenant_id: tenant.id } })
      : admin.call(returnCredit, {
          params,
          body: { reason: "The sender asked for it", utr_reference: world.newUtr() },
        });
  for (const result of await Promise.all([decide(meera), decide(ravi)])) {
    if (!result.ok) continue;
    const isDecided = result.body.data.outcome === "decided";
    count(clients, isDecided ? `suspense: ${decision}ed` : "suspense: first of two approvals");
    if (!isDecided) continue;
    const states = [decision === "assign" ? "assigned" : "returned"];
    const at = Date.now();
    clients.expectedStates.push({ table: "incoming_credits", id: oldest.id, states, at });
  }
}
