import { randomUUID } from "node:crypto";
import {
  createPaymentRequest,
  editPaymentRequest,
  getPaymentRequest,
  type PaymentRequest,
} from "@rokad/contract/payment-requests";
import type { PayoutRequest as PayoutForm } from "@rokad/contract/payout-form";
import {
  approvePaymentRequests,
  rejectPaymentRequest,
  withdrawPaymentRequest,
} from "@rokad/contract/request-decisions";
import { count, type PayoutRequest } from "../client-records.ts";
import { destinations } from "../destinations.ts";
import type { Person } from "../person.ts";
import type { SimulationEvent } from "../simulation-event.ts";
import type { Team } from "../teams.ts";
import type { World } from "../world.ts";

type RequestEvent = Extract<SimulationEvent, { kind: "payment request" }>;
type Chosen = Pick<PaymentRequest, "id" | "content_hash">;

/** Prepares a payout, and lets the team decide about it in the variant of the plan. */
export async function requestPayment(world: World, event: RequestEvent): Promise<void> {
  const team = world.teams[event.team % world.teams.length] as Team;
  const { preparer, owner, approvers } = team;
  const [arun, bela] = approvers;
  const maker = event.variant === "the owner prepares" ? owner : preparer;
  const body = { payout: formOf(newOrder(world, team, event)), submit: true };
  const created = await maker.call(createPaymentRequest, { body }, { key: randomUUID() });
  if (!created.ok) {
    count(world.clients, `payment requests refused: ${created.code}`);
    return;
  }
  count(world.clients, `payment requests: ${event.variant}`);
  const first = created.body.data;
  const everyone = [arun, bela, owner];
  switch (event.variant) {
    case "approved":
      return approveInTurn(first, everyone);
    case "the owner prepares":
    case "the maker approves too":
      await approve(maker, first);
      return approveInTurn(first, everyone);
    case "approved twice by one person":
      await Promise.all([approve(arun, first), approve(arun, first)]);
      await approve(arun, first);
      return approveInTurn(first, [owner, bela]);
    case "everyone at once":
      await Promise.all(everyone.map((person) => approve(person, first)));
      return approveInTurn(first, everyone);
    case "edited meanwhile": {
      const payout = formOf(newOrder(world, team, { ...event, paise: event.paise + 1_00 }));
      const edit = { params: { id: first.id }, body: { payout, content_hash: first.content_hash } };
      await Promise.all([approve(arun, first), maker.call(editPaymentRequest, edit)]);
      await approve(owner, first);
      const now = await maker.call(getPaymentRequest, { params: { id: first.id } });
      return now.ok ? approveInTurn(now.body.data, everyone) : undefined;
    }
    case "rejected meanwhile": {
      const { id: requestId, content_hash } = first;
      const input = { params: { id: requestId }, body: { content_hash, reason: "Paid by cheque" } };
      await Promise.all([bela.call(rejectPaymentRequest, input), approve(arun, first)]);
      return approveInTurn(first, [owner]);
    }
    case "withdrawn meanwhile":
      await Promise.all([
        maker.call(withdrawPaymentRequest, { params: { id: first.id } }),
        approve(arun, first),
      ]);
      return approveInTurn(first, [owner]);
    case "not decided":
      return;
  }
}

/** One after the other until it is sent; those who are not asked now are refused. */
async function approveInTurn(request: Chosen, people: readonly Person[]): Promise<void> {
  for (const person of people) {
    if ((await approve(person, request)) === "sent") return;
  }
}

async function approve(person: Person, { id, content_hash }: Chosen): Promise<string | undefined> {
  const body = { requests: [{ id, content_hash }] };
  const result = await person.call(approvePaymentRequests, { body }, { key: randomUUID() });
  return result.ok ? result.body.data[0]?.outcome : undefined;
}

/** The order as its client knows it; an edit makes another one of it. */
function newOrder({ clients }: World, { owner }: Team, { to, paise }: RequestEvent): PayoutRequest {
  const request: PayoutRequest = {
    remarks: `Simulated request ${clients.payouts.length + 1}`,
    tenant: owner.id,
    paise,
    to,
    acknowledgements: [],
    rejection: undefined,
  };
  clients.payouts.push(request);
  return request;
}

function formOf({ remarks, to, paise }: PayoutRequest): PayoutForm {
  if (typeof to !== "string") throw new Error("A request pays a beneficiary");
  return {
    beneficiary_name: "Asha Rao",
    beneficiary_email: "asha@example.com",
    beneficiary_phone: "9876543210",
    beneficiary_address: "12 MG Road, Bengaluru",
    amount: paise / 100,
    remarks,
    ...destinations[to],
  };
}
