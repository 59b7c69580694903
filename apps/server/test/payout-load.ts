import { setTimeout as pause } from "node:timers/promises";
import type { PayoutOrder } from "@rokad/contract/payout-form";
import { sql } from "kysely";
import { database } from "../src/db.ts";
import { newId } from "../src/ids.ts";
import { authorised, type OpenPayer } from "./open-payers.ts";
import { upiOrder } from "./payout-world.ts";

const retryAfterMs = 25;
const patienceMs = 60_000;

export interface Acknowledged {
  readonly id: string;
  readonly key: string;
}

/** What a load came to, as its clients saw it. */
export interface LoadSeen {
  readonly acknowledged: Acknowledged[];
  /** Answers, or none, that a client had to ask again after, under the same key: by what came. */
  readonly repeated: Map<string, number>;
  /** What no repeating could mend. */
  readonly refused: string[];
  slowestMs: number;
}

interface Pace {
  /** Between an answer and the stream's next payout; none, and the machine is as busy as it can be. */
  readonly pauseMs?: number;
}

/**
 * Payouts of ₹1, one after the other for each stream, to a load balancer. What is not answered is
 * asked again under its idempotency key, as the console does.
 * @returns what ends it, once every payout that was begun has its answer.
 */
export function startPayoutLoad(
  port: number,
  payers: readonly OpenPayer[],
  { pauseMs }: Pace = {},
) {
  const seen: LoadSeen = { acknowledged: [], repeated: new Map(), refused: [], slowestMs: 0 };
  let over = false;
  const streams = payers.map(async (payer) => {
    while (!over && seen.refused.length === 0) {
      await payOnce(port, payer, seen);
      if (pauseMs !== undefined) await pause(pauseMs);
    }
  });
  return {
    seen,
    async stop(): Promise<LoadSeen> {
      over = true;
      await Promise.all(streams);
      return seen;
    },
  };
}

async function payOnce(port: number, payer: OpenPayer, seen: LoadSeen): Promise<void> {
  const order = { ...upiOrder("someone@upi"), amount: 1 } as PayoutOrder;
  const key = newId();
  const body = JSON.stringify(authorised(payer, order));
  const began = performance.now();
  for (;;) {
    const { what, id } = await send(port, payer, key, body);
    if (id !== undefined) {
      seen.acknowledged.push({ id, key });
      seen.slowestMs = Math.max(seen.slowestMs, performance.now() - began);
      return;
    }
    if (what.startsWith("4") || performance.now() - began > 60_000) {
      seen.refused.push(what);
      return;
    }
    seen.repeated.set(what, (seen.repeated.get(what) ?? 0) + 1);
    await pause(retryAfterMs);
  }
}

async function send(port: number, payer: OpenPayer, key: string, body: string) {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/payouts/initiate`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        authorization: `Bearer ${payer.token}`,
        "idempotency-key": key,
      },
      body,
      signal: AbortSignal.timeout(patienceMs),
    });
    const text = await answer.text();
    if (answer.status !== 201) return { what: `${answer.status} ${text}` };
    return { what: "201", id: (JSON.parse(text) as { data: { id: string } }).data.id };
  } catch {
    return { what: "no answer" };
  }
}

/** What the database and the bank have of a load, beside what was acknowledged. */
export async function findAgain(acknowledged: readonly Acknowledged[]) {
  const { rows } = await sql<{ found: number; doubled: number; paid_twice: number }>`
    select
      (select count(*)::int from payouts
        join unnest(${acknowledged.map(({ id }) => id)}::uuid[],
          ${acknowledged.map(({ key }) => key)}::text[]) as told (id, key)
          on told.id = payouts.id and told.key = payouts.idempotency_key) as found,
      (select (count(idempotency_key) - count(distinct idempotency_key))::int from payouts) as doubled,
      (select (count(*) - count(distinct reference))::int from sandbox_bank.transfers) as paid_twice
  `.execute(database());
  const [row] = rows;
  const found = row?.found ?? 0;
  return {
    found,
    lost: acknowledged.length - found,
    doubled: (row?.doubled ?? 0) + (row?.paid_twice ?? 0),
  };
}
