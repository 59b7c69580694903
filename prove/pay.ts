import { randomUUID } from "node:crypto";
import type { PayoutForm } from "@rokad/contract/payout-form";
import { initiatePayout } from "@rokad/contract/payouts";
import { getBalance } from "@rokad/contract/wallet";
import { setTimeout as pause } from "node:timers/promises";
import type { Way } from "./caller.ts";
import { destinations } from "./destinations.ts";
import { count, type Order } from "./journal.ts";
import type { Deed } from "./plan.ts";
import type { TenantInPlay, World } from "./world.ts";

type Payout = Extract<Deed, { kind: "payout" }>;

/** Sends a payout with its code, in the manner that is planned. */
export async function pay(world: World, deed: Payout): Promise<void> {
  const tenant = world.tenants[deed.tenant] as TenantInPlay;
  if (deed.manner === "more than there is") return payTooMuch(world, tenant, deed);
  const { order, form } = newOrder(world, tenant, deed);
  const allowed = await authorised(world, tenant, order, form);
  if (allowed === undefined) return;
  count(world.journal, `payouts: ${deed.manner}`);
  const key = randomUUID();
  const send = (way: Way = {}) =>
    initiate(world, tenant, { order, form, token: allowed }, { key, ...way });
  switch (deed.manner) {
    case "plain":
      return send();
    case "double click":
      await Promise.all([send(), send()]);
      return;
    case "answer lost":
      // Somewhere between the request's way there and the answer's way back.
      return send({ cutAfterMs: 4 + (deed.paise % 25) });
    case "repeated later":
      await send();
      await pause(deed.paise % 900);
      return send();
    case "key with another body": {
      await send();
      const other = newOrder(world, tenant, deed);
      return initiate(world, tenant, { ...other, token: allowed }, { key });
    }
  }
}

/** Each of them is within the balance, and all of them together are not. */
async function payTooMuch(world: World, tenant: TenantInPlay, deed: Payout): Promise<void> {
  const heard = await tenant.call(getBalance, {});
  const paise = heard.ok ? Math.floor(heard.body.data.main_balance.amount * 0.6) : 0;
  if (paise < 1_00) return;
  const most = Math.min(paise, 4_00_000_00);
  const ready = [];
  for (let number = 0; number < 3; number += 1) {
    // The code belongs to the amount, so that each is another.
    const { order, form } = newOrder(world, tenant, {
      ...deed,
      to: "an account",
      paise: most - number,
    });
    const token = await authorised(world, tenant, order, form);
    if (token !== undefined) ready.push({ order, form, token });
  }
  count(world.journal, "payouts: more than there is", ready.length);
  await Promise.all(ready.map((one) => initiate(world, tenant, one, { key: randomUUID() })));
}

function newOrder(world: World, tenant: TenantInPlay, { paise, to }: Payout) {
  const remarks = `Prove order ${world.journal.orders.length + 1}`;
  const order: Order = { remarks, tenant: tenant.id, paise, to, yes: [], no: undefined };
  world.journal.orders.push(order);
  const form = {
    beneficiary_name: "Asha Rao",
    beneficiary_email: "asha@example.com",
    beneficiary_phone: "9876543210",
    beneficiary_address: "12 MG Road, Bengaluru",
    amount: paise / 100,
    remarks,
    ...destinations[to],
  } as PayoutForm;
  return { order, form };
}

async function authorised(
  { journal }: World,
  tenant: TenantInPlay,
  order: Order,
  form: PayoutForm,
): Promise<string | undefined> {
  const allowed = await tenant.authorise(form).catch((error: unknown) => {
    order.no = "never authorised";
    throw error;
  });
  if ("token" in allowed) return allowed.token;
  order.no = allowed.no;
  count(journal, `payouts without a code: ${allowed.no}`);
  return undefined;
}

interface Sending {
  readonly order: Order;
  readonly form: PayoutForm;
  readonly token: string;
}

const uncertain = new WeakSet<Order>();

async function initiate(
  { journal }: World,
  tenant: TenantInPlay,
  { order, form, token }: Sending,
  way: Way,
): Promise<void> {
  try {
    const body = { ...form, authorization_token: token };
    const heard = await tenant.call(initiatePayout, { body }, way);
    if (heard.lostBefore) uncertain.add(order);
    if (heard.ok) {
      const { id, reference_id: reference } = heard.body.data;
      order.yes.push({ id, reference, at: Date.now() });
    } else {
      count(journal, `payouts refused: ${heard.code}`);
      // A no after a lost request says nothing about the one that was lost.
      if (!uncertain.has(order)) order.no = heard.code;
    }
  } catch (error) {
    uncertain.add(order);
    throw error;
  } finally {
    if (uncertain.has(order)) order.no = undefined;
  }
}
