import { randomUUID } from "node:crypto";
import type { PayoutForm } from "@rokad/contract/payout-form";
import { initiatePayout } from "@rokad/contract/payouts";
import { getBalance } from "@rokad/contract/wallet";
import { setTimeout as pause } from "node:timers/promises";
import type { CallOptions } from "../api-client.ts";
import { count, type PayoutRequest } from "../client-records.ts";
import { destinations } from "../destinations.ts";
import type { SimulationEvent } from "../simulation-event.ts";
import type { SimulatedTenant, World } from "../world.ts";
import { addRequest, sendRecorded } from "./send-recorded.ts";

type PayoutEvent = Extract<SimulationEvent, { kind: "payout" }>;

/** Sends a payout with its code, in the variant of the plan. */
export async function sendPayout(world: World, event: PayoutEvent): Promise<void> {
  const tenant = world.tenants[event.tenant] as SimulatedTenant;
  if (event.variant === "overdraft") return overdraw(world, tenant, event);
  const { request, form } = createRequest(world, tenant, event);
  const token = await authorise(world, tenant, request, form);
  if (token === undefined) return;
  count(world.clients, `payouts: ${event.variant}`);
  const key = randomUUID();
  const send = (options: CallOptions = {}) =>
    initiate(world, tenant, { request, form, token }, { key, ...options });
  switch (event.variant) {
    case "plain":
      return send();
    case "double click":
      await Promise.all([send(), send()]);
      return;
    case "response lost":
      // Cuts the connection before, while or after the server executes the request.
      return send({ cutAfterMs: 4 + (event.paise % 25) });
    case "given up":
      return send({ cutAfterMs: 4 + (event.paise % 25), seconds: 0 });
    case "repeated later":
      await send();
      await pause(event.paise % 900);
      return send();
    case "key with another body": {
      await send();
      const other = createRequest(world, tenant, event);
      return initiate(world, tenant, { ...other, token }, { key });
    }
  }
}

/** Sends three payouts at the same time. The balance covers each one, but not all three. */
async function overdraw(world: World, tenant: SimulatedTenant, event: PayoutEvent): Promise<void> {
  const balance = await tenant.call(getBalance, {});
  const paise = balance.ok ? Math.floor(balance.body.data.main_balance.amount * 0.6) : 0;
  if (paise < 1_00) return;
  const paiseMax = Math.min(paise, 4_00_000_00);
  const authorised: AuthorisedRequest[] = [];
  for (let number = 0; number < 3; number += 1) {
    // Different amounts, because a code is valid for one amount.
    const { request, form } = createRequest(world, tenant, {
      ...event,
      to: "account",
      paise: paiseMax - number,
    });
    const token = await authorise(world, tenant, request, form);
    if (token !== undefined) authorised.push({ request, form, token });
  }
  count(world.clients, "payouts: overdraft", authorised.length);
  await Promise.all(authorised.map((one) => initiate(world, tenant, one, { key: randomUUID() })));
}

function createRequest(world: World, tenant: SimulatedTenant, { paise, to }: PayoutEvent) {
  const request = addRequest(world, tenant.id, { paise, to });
  const { remarks } = request;
  const form = {
    beneficiary_name: "Asha Rao",
    beneficiary_email: "asha@example.com",
    beneficiary_phone: "9876543210",
    beneficiary_address: "12 MG Road, Bengaluru",
    amount: paise / 100,
    remarks,
    ...destinations[to],
  } as PayoutForm;
  return { request, form };
}

/** @returns the token that authorises this payout, or undefined. */
async function authorise(
  { clients }: World,
  tenant: SimulatedTenant,
  request: PayoutRequest,
  form: PayoutForm,
): Promise<string | undefined> {
  const authorisation = await tenant.authorise(form).catch((error: unknown) => {
    request.rejection = "never authorised";
    throw error;
  });
  if ("token" in authorisation) return authorisation.token;
  request.rejection = authorisation.rejection;
  count(clients, `payouts without a code: ${authorisation.rejection}`);
  return undefined;
}

interface AuthorisedRequest {
  readonly request: PayoutRequest;
  readonly form: PayoutForm;
  readonly token: string;
}

async function initiate(
  world: World,
  tenant: SimulatedTenant,
  { request, form, token }: AuthorisedRequest,
  { key = "", ...options }: CallOptions,
): Promise<void> {
  const body = { ...form, authorization_token: token };
  return sendRecorded(world, request, {
    key,
    send: (more) => tenant.call(initiatePayout, { body }, { key, ...more }),
    options,
  });
}
