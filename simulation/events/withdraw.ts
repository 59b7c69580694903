import { initiateWithdrawal } from "@rokad/contract/withdrawals";
import { randomUUID } from "node:crypto";
import type { CallOptions } from "../api-client.ts";
import { count, type PayoutRequest } from "../client-records.ts";
import type { SimulationEvent } from "../simulation-event.ts";
import type { SimulatedTenant, World } from "../world.ts";

type WithdrawalEvent = Extract<SimulationEvent, { kind: "withdrawal" }>;

interface Authorised {
  readonly request: PayoutRequest;
  readonly form: { readonly bank_account: string; readonly amount: number };
  readonly token: string;
}

/** Withdraws to the tenant's own approved account, in the variant of the plan. */
export async function withdraw(world: World, event: WithdrawalEvent): Promise<void> {
  const tenant = world.tenants[event.tenant] as SimulatedTenant;
  const first = await authorise(world, tenant, uniquePaise(world, event.paise));
  if (!first) return;
  const key = randomUUID();
  count(world.clients, `withdrawals: ${event.variant}`);
  const send = (options: CallOptions = {}) => initiate(world, tenant, first, { key, ...options });
  switch (event.variant) {
    case "plain":
      return send();
    case "double click":
      await Promise.all([send(), send()]);
      return;
    case "response lost":
      return send({ cutAfterMs: 4 + (event.paise % 25) });
    case "two at once": {
      const second = await authorise(world, tenant, uniquePaise(world, event.paise));
      await Promise.all([send(), second && initiate(world, tenant, second, { key: randomUUID() })]);
    }
  }
}

/** Withdraws this amount in paise, which no other withdrawal of the tenant has. */
export async function withdrawExactly(
  world: World,
  tenant: SimulatedTenant,
  paise: number,
): Promise<void> {
  const authorised = await authorise(world, tenant, paise);
  if (authorised) await initiate(world, tenant, authorised, { key: randomUUID() });
}

/** No two withdrawals have the same amount, which identifies them for their client. */
function uniquePaise({ clients }: World, paise: number): number {
  const withdrawals = clients.payouts.filter(({ to }) => typeof to !== "string").length;
  return paise - (paise % 1_000) + 1_000 + (withdrawals % 1_000);
}

async function authorise(
  { clients }: World,
  tenant: SimulatedTenant,
  paise: number,
): Promise<Authorised | undefined> {
  const { id, number } = tenant.account;
  const form = { bank_account: id, amount: paise / 100 };
  const request: PayoutRequest = {
    remarks: withdrawalName(paise),
    tenant: tenant.id,
    paise,
    to: { ownAccount: number },
    acknowledgements: [],
    rejection: undefined,
  };
  clients.payouts.push(request);
  const authorisation = await tenant.authoriseWithdrawal(form);
  if ("token" in authorisation) return { request, form, token: authorisation.token };
  request.rejection = authorisation.rejection;
  count(clients, `withdrawals without a code: ${authorisation.rejection}`);
  return undefined;
}

/** The client's own name of a withdrawal. */
const withdrawalName = (paise: number) => `Withdrawal of ${paise} paise`;

async function initiate(
  world: World,
  tenant: SimulatedTenant,
  { request, form, token }: Authorised,
  options: CallOptions,
): Promise<void> {
  try {
    const body = { ...form, authorization_token: token };
    const result = await tenant.call(initiateWithdrawal, { body }, options);
    if (!result.ok) return count(world.clients, `withdrawals rejected: ${result.code}`);
    const { id, reference_id: reference } = result.body.data;
    request.acknowledgements.push({ id, reference, at: Date.now() });
  } catch (error) {
    world.unanswered.push({
      key: options.key ?? "",
      tenant: tenant.id,
      repeat: () => initiate(world, tenant, { request, form, token }, { key: options.key }),
    });
    throw error;
  }
}
