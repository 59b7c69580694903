import { approveDeposit, rejectDeposit } from "@rokad/contract/deposit-reviews";
import { initiateDeposit } from "@rokad/contract/deposits";
import { randomUUID } from "node:crypto";
import { count, type DepositRequest } from "../client-records.ts";
import type { Person } from "../person.ts";
import type { SimulationEvent } from "../simulation-event.ts";
import type { SimulatedTenant, World } from "../world.ts";

/** Requests a deposit that super admins review one after the other or concurrently. */
export async function requestAndReviewDeposit(
  world: World,
  { tenant: number, paise, review }: Extract<SimulationEvent, { kind: "deposit" }>,
): Promise<void> {
  const { clients } = world;
  const utr = world.newUtr();
  // A rejected deposit has no transfer.
  if (review !== "reject") world.banks.receiving.receive(utr, paise);
  const tenant = world.tenants[number] as SimulatedTenant;
  const { id, request } = await requestDeposit(world, { tenant, utr, paise });
  if (id === undefined) return;
  count(clients, `deposits: ${review}`);
  const [meera, ravi, farah] = world.admins as [Person, Person, Person];
  const approve = (reviewer: Person) => reviewDeposit(world, request, reviewer, "approve", id);
  const reject = (reviewer: Person) => reviewDeposit(world, request, reviewer, "reject", id);
  if (review === "approve") {
    await approve(meera);
    await approve(ravi);
  }
  if (review === "reject") await reject(farah);
  if (review === "double click") {
    await Promise.all([approve(meera), approve(meera), approve(meera)]);
    await Promise.all([approve(farah), approve(farah)]);
  }
  if (review === "race") {
    await Promise.all([approve(meera), approve(ravi), reject(farah), approve(farah)]);
  }
}

/** @returns the id of an acknowledged deposit, or undefined. */
export async function requestDeposit(
  { clients, unanswered }: World,
  { tenant, utr: transferred, paise }: { tenant: SimulatedTenant; utr: string; paise: number },
): Promise<{ id: string | undefined; request: DepositRequest }> {
  // Tenants copy an IMPS number with or without the zeros of their bank.
  const isPadded = /^\d{12}$/.test(transferred) && clients.deposits.length % 2 === 0;
  const utr = isPadded ? `00${transferred}` : transferred;
  const request: DepositRequest = {
    utr,
    tenant: tenant.id,
    paise,
    acknowledgements: [],
    rejection: undefined,
    decisions: [],
  };
  clients.deposits.push(request);
  const body = { bank_account: tenant.account.id, amount: paise / 100, utr_reference: utr };
  const key = randomUUID();
  const send = () => tenant.call(initiateDeposit, { body }, { key });
  const repeat = async (): Promise<void> => {
    const result = await send();
    if (result.ok) request.acknowledgements.push({ id: result.body.data._id, at: Date.now() });
  };
  const result = await send().catch((error: unknown) => {
    unanswered.push({ key, repeat });
    throw error;
  });
  if (!result.ok) {
    if (!result.lostBefore) request.rejection = result.code;
    return { id: undefined, request };
  }
  const id = result.body.data._id;
  request.acknowledgements.push({ id, at: Date.now() });
  return { id, request };
}

async function reviewDeposit(
  { clients }: World,
  request: DepositRequest,
  reviewer: Person,
  decision: "approve" | "reject",
  id: string,
): Promise<void> {
  const params = { id };
  if (decision === "reject") {
    const body = { reason: "No such transfer" };
    const result = await reviewer.call(rejectDeposit, { params, body });
    if (result.ok) request.decisions.push({ outcome: "rejected", at: Date.now() });
    else count(clients, `reviews rejected: ${result.code}`);
    return;
  }
  const result = await reviewer.call(approveDeposit, { params, body: {} });
  if (result.ok) request.decisions.push({ outcome: result.body.data.outcome, at: Date.now() });
  else count(clients, `reviews rejected: ${result.code}`);
}
