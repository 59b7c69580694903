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
  const arrived = arrivedPaise(paise);
  const account = world.receivingAccountOf(utr);
  // A rejected deposit has no transfer.
  if (review !== "reject") world.banks.receiving.receive(account, utr, arrived);
  const tenant = world.tenants[number] as SimulatedTenant;
  const { id, request } = await requestDeposit(world, { tenant, utr, paise });
  if (id === undefined) return;
  count(clients, `deposits: ${review}`);
  const [meera, ravi, farah] = world.admins as [Person, Person, Person];
  const approve = (reviewer: Person) =>
    reviewDeposit(world, request, reviewer, { how: "approve", id, account, arrived });
  const reject = (reviewer: Person) =>
    reviewDeposit(world, request, reviewer, { how: "reject", id });
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
  world: World,
  { tenant, utr: transferred, paise }: { tenant: SimulatedTenant; utr: string; paise: number },
): Promise<{ id: string | undefined; request: DepositRequest }> {
  const { clients } = world;
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
  const body = {
    bank_account: tenant.account.id,
    amount: paise / 100,
    utr_reference: utr,
    receiving_account: namedAccount(world, transferred),
  };
  const key = randomUUID();
  const send = () => tenant.call(initiateDeposit, { body }, { key });
  const repeat = async (): Promise<void> => {
    const result = await send();
    if (result.ok) request.acknowledgements.push({ id: result.body.data._id, at: Date.now() });
  };
  const result = await send().catch((error: unknown) => {
    world.unanswered.push({ key, tenant: tenant.id, repeat });
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

/** One transfer in seven arrives with less than was requested. */
function arrivedPaise(paise: number): number {
  return paise % 7 === 0 ? paise - 99 : paise;
}

/** The account that a tenant names: one time in five not the one of the transfer. */
function namedAccount({ receivingAccounts, receivingAccountOf }: World, utr: string): string {
  const actual = receivingAccountOf(utr);
  if (Number(utr.at(-1)) % 5 !== 0) return actual;
  return receivingAccounts.find((id) => id !== actual) ?? actual;
}

type Review =
  | { readonly how: "reject"; readonly id: string }
  | {
      readonly how: "approve";
      readonly id: string;
      readonly account: string;
      /** What the reviewer sees on the bank's page, in paise. */
      readonly arrived: number;
    };

async function reviewDeposit(
  { clients }: World,
  request: DepositRequest,
  reviewer: Person,
  review: Review,
): Promise<void> {
  const params = { id: review.id };
  if (review.how === "reject") {
    const body = { reason: "No such transfer" };
    const result = await reviewer.call(rejectDeposit, { params, body });
    if (result.ok) request.decisions.push({ outcome: "rejected", at: Date.now() });
    else count(clients, `reviews rejected: ${result.code}`);
    return;
  }
  const isOther = review.arrived !== request.paise;
  const body = {
    received_in: review.account,
    ...(isOther && { received_amount: review.arrived / 100, amount_reason: "Bank charges" }),
  };
  const result = await reviewer.call(approveDeposit, { params, body });
  if (!result.ok) return count(clients, `reviews rejected: ${result.code}`);
  const { outcome } = result.body.data;
  request.decisions.push({ outcome, at: Date.now() });
  if (isOther && outcome === "credited") count(clients, "deposits credited with another amount");
}
