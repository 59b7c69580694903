import * as closings from "@rokad/contract/closings";
import { rejectDeposit } from "@rokad/contract/deposit-reviews";
import { setTenantStatus } from "@rokad/contract/tenants";
import { count } from "../client-records.ts";
import type { Person } from "../person.ts";
import type { SimulationEvent } from "../simulation-event.ts";
import type { SimulatedTenant, World } from "../world.ts";
import { writeOff } from "./adjust.ts";
import { requestDeposit } from "./deposit.ts";
import { sendPayout } from "./send-payout.ts";
import { transferToVirtualAccount } from "./transfer-in.ts";

/** The tenant whose account is closed while payouts, credits and returns of it run. */
export const closingTenant = (world: World) =>
  world.tenants[world.plan.tenants - 1] as SimulatedTenant;

/** The tenant that keeps a remainder below one rupee, and is closed at the end. */
export const leavingTenant = (world: World) => world.tenants[world.plan.tenants] as SimulatedTenant;

const reason = "The owner gives up the shop";

/** Two super admins start the closing at the same time, in the middle of everything. */
export async function startClosing(
  world: World,
  { paise }: Extract<SimulationEvent, { kind: "account closing" }>,
): Promise<void> {
  const [meera, ravi] = world.admins as [Person, Person, Person];
  const tenant = closingTenant(world);
  const number = world.plan.tenants - 1;
  const payout = { kind: "payout", tenant: number, variant: "plain", paise } as const;
  const arrival = {
    kind: "transfer to virtual account",
    bank: "cashfree",
    tenant: number,
    paise,
    from: "own account",
    isRequested: false,
  } as const;
  await sendPayout(world, { ...payout, to: "returning account" });
  const input = { params: { id: tenant.id }, body: { reason } };
  const [first, second] = await Promise.all([
    meera.call(closings.startClosing, input),
    ravi.call(closings.startClosing, input),
    sendPayout(world, { ...payout, to: "account" }),
    transferToVirtualAccount(world, arrival),
    requestDeposit(world, { tenant, utr: world.newUtr(), paise }),
  ]);
  const started = [first, second].filter(({ ok }) => ok).length;
  if (started > 1) world.clients.anomalies.push("Two people started one closing");
  if (started > 0) count(world.clients, "closings started");
  await sendPayout(world, { ...payout, to: "account" });
  await advanceClosing(world, tenant);
}

/**
 * Does the next thing that closes an account: decides what is pending, writes off what it owes, pays
 * out the balance.
 * @returns whether the account is closed.
 */
export async function advanceClosing(world: World, tenant: SimulatedTenant): Promise<boolean> {
  const [meera, , farah] = world.admins as [Person, Person, Person];
  const params = { id: tenant.id };
  const shown = await meera.call(closings.getClosing, { params });
  if (!shown.ok) return shown.status === 404;
  const { started, blockers, balance, remainder, withdrawals } = shown.body.data;
  recordPayouts(world, tenant, withdrawals);
  if (!started) {
    await meera.call(closings.startClosing, { params, body: { reason } });
    return false;
  }
  const owed = blockers.find(({ kind }) => kind === "receivable");
  if (owed) await writeOff(world, tenant.id, owed.amount.amount);
  if (blockers.some(({ kind }) => kind === "deposits")) await rejectPending(world, farah, tenant);
  if (blockers.length === 0 && balance.amount > 0 && remainder === null)
    await payOut(world, tenant);
  return false;
}

/** Two super admins sign the payout of the balance at the same time. */
async function payOut(world: World, { id, account }: SimulatedTenant): Promise<void> {
  const [, , leela, omar] = world.signers as [Person, Person, Person, Person];
  const params = { id };
  const payOutBy = async (person: Person) => {
    const seen = await person.call(closings.getClosing, { params });
    if (!seen.ok) return false;
    const body = { bank_account: account.id, balance: seen.body.data.balance.amount };
    return (await person.call(closings.payOutBalance, { params, body })).ok;
  };
  const paid = (await Promise.all([payOutBy(leela), payOutBy(omar)])).filter(Boolean);
  if (paid.length > 1) world.clients.anomalies.push("Two people paid out one balance");
  count(world.clients, "balances of closings paid out", paid.length);
  const [meera] = world.admins as [Person];
  const shown = await meera.call(closings.getClosing, { params });
  if (shown.ok) recordPayouts(world, { id, account }, shown.body.data.withdrawals);
}

/** The payouts of a closing, as super admins are shown them: their tenant requested none. */
function recordPayouts(
  { clients }: World,
  { id: tenant, account }: Pick<SimulatedTenant, "id" | "account">,
  withdrawals: readonly {
    readonly id: string;
    readonly reference_id: string;
    readonly amount: { readonly amount: number };
  }[],
): void {
  for (const { id, reference_id: reference, amount } of withdrawals) {
    if (clients.payouts.some(({ remarks }) => remarks === closingPayoutName(reference))) continue;
    clients.payouts.push({
      remarks: closingPayoutName(reference),
      tenant,
      paise: amount.amount,
      to: { ownAccount: account.number },
      acknowledgements: [{ id, reference, at: Date.now() }],
      rejection: undefined,
    });
  }
}

const closingPayoutName = (reference: string) => `Closing payout ${reference}`;

/** Money that came back after the closing: the owner keeps the account after all. */
export async function reopen(world: World, { id }: SimulatedTenant): Promise<boolean> {
  const [meera] = world.admins as [Person];
  const params = { id };
  const shown = await meera.call(closings.getClosing, { params });
  // A closed account is not found; nobody started the closing of one that got money back.
  if (!shown.ok) return false;
  const { started } = shown.body.data;
  if (started && started.by !== null) return false;
  if (started) await meera.call(closings.cancelClosing, { params });
  const activated = await meera.call(setTenantStatus, { params, body: { isActive: true } });
  if (activated.ok) count(world.clients, "accounts opened again after a late return");
  return activated.ok;
}

/** A super admin signs that the remainder below one rupee is set aside: the account closes. */
export async function setRemainderAside(world: World, { id }: SimulatedTenant): Promise<void> {
  const [, , leela] = world.signers as [Person, Person, Person];
  const params = { id };
  const shown = await leela.call(closings.getClosing, { params });
  if (!shown.ok) {
    world.clients.anomalies.push(`The closing with a remainder was not shown: ${shown.code}`);
    return;
  }
  const balance = shown.body.data.balance.amount;
  if (balance === 0) {
    count(world.clients, "remainders that a late correction has taken");
    return;
  }
  const result = await leela.call(closings.setRemainderAside, { params, body: { balance } });
  // Money that came since is paid out on another day: only a remainder can be set aside.
  if (!result.ok && result.code === "CLOSING_CHANGED") {
    count(world.clients, "remainders that late money has raised");
    return;
  }
  if (!result.ok) {
    world.clients.anomalies.push(`The remainder was not set aside: ${result.code}`);
    return;
  }
  world.closed.add(id);
  count(world.clients, "remainders set aside");
  const closing = { table: "closings", id: `closing of ${id}`, states: ["closed"] } as const;
  world.clients.expectedStates.push({ ...closing, at: Date.now() });
}

async function rejectPending({ clients }: World, admin: Person, { id: tenant }: SimulatedTenant) {
  for (const request of clients.deposits) {
    const [acknowledged] = request.acknowledgements;
    if (request.tenant !== tenant || !acknowledged) continue;
    if (request.decisions.some(({ outcome }) => outcome !== "first_approval")) continue;
    const input = { params: { id: acknowledged.id }, body: { reason } };
    const result = await admin.call(rejectDeposit, input);
    if (result.ok) request.decisions.push({ outcome: "rejected", at: Date.now() });
  }
}
