import { setTimeout as pause } from "node:timers/promises";
import type { PayoutOrder } from "@rokad/contract/payout-form";
import { sql } from "kysely";
import { database } from "../src/database/db.ts";
import { unnestRows } from "../src/database/unnest-rows.ts";
import { newId } from "../src/kernel/ids.ts";
import { withAuthorisation, type OpenPayer } from "./open-payers.ts";
import { upiOrder } from "./payout-world.ts";

const retryAfterMs = 25;
const answerMsMax = 60_000;

export interface Acknowledged {
  readonly id: string;
  readonly key: string;
}

/** The result of a load, as its clients saw it. */
export interface LoadResult {
  readonly acknowledged: Acknowledged[];
  /** Answers after which a client repeated its request with the same key, with their number. */
  readonly repeated: Map<string, number>;
  /** Answers that repeats did not change. */
  readonly refused: string[];
  slowestMs: number;
}

interface LoadOptions {
  /** Between an answer and the stream's next payout; none by default, for full load. */
  readonly pauseMs?: number;
}

/**
 * Sends payouts of ₹1 to a load balancer, one after the other in each stream. Requests without an
 * answer are repeated with the same idempotency key, as the console does.
 * @returns `stop`, which waits for the answers of the last payouts.
 */
export function startPayoutLoad(
  port: number,
  payers: readonly OpenPayer[],
  { pauseMs }: LoadOptions = {},
) {
  const result: LoadResult = { acknowledged: [], repeated: new Map(), refused: [], slowestMs: 0 };
  let isStopped = false;
  const streams = payers.map(async (payer) => {
    while (!isStopped && result.refused.length === 0) {
      await payOnce(port, payer, result);
      if (pauseMs !== undefined) await pause(pauseMs);
    }
  });
  return {
    result,
    async stop(): Promise<LoadResult> {
      isStopped = true;
      await Promise.all(streams);
      return result;
    },
  };
}

async function payOnce(port: number, payer: OpenPayer, result: LoadResult): Promise<void> {
  const order = { ...upiOrder("someone@upi"), amount: 1 } as PayoutOrder;
  const key = newId();
  const body = JSON.stringify(withAuthorisation(payer, order));
  const startedAt = performance.now();
  for (;;) {
    const { what, id } = await send(port, payer, key, body);
    if (id !== undefined) {
      result.acknowledged.push({ id, key });
      result.slowestMs = Math.max(result.slowestMs, performance.now() - startedAt);
      return;
    }
    if (what.startsWith("4") || performance.now() - startedAt > 60_000) {
      result.refused.push(what);
      return;
    }
    result.repeated.set(what, (result.repeated.get(what) ?? 0) + 1);
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
      signal: AbortSignal.timeout(answerMsMax),
    });
    const text = await answer.text();
    if (answer.status !== 201) return { what: `${answer.status} ${text}` };
    return { what: "201", id: (JSON.parse(text) as { data: { id: string } }).data.id };
  } catch (error) {
    return { what: `no answer: ${reasonOf(error)}` };
  }
}

/** Of `fetch`, the code of the socket's error, which is the cause of its own. */
function reasonOf(error: unknown): string {
  const { cause = error } = error as { cause?: unknown };
  const { code, message } = cause as { code?: unknown; message: string };
  return typeof code === "string" ? code : message;
}

/** Compares the acknowledged payouts of a load with the database and the bank. */
export async function countRecorded(acknowledged: readonly Acknowledged[]) {
  const { rows } = await sql<{ found: number; doubled: number; paid_twice: number }>`
    select
      (select count(*)::int from payouts
        join ${unnestRows("acknowledged", { id: "uuid", key: "text" }, acknowledged)}
          on acknowledged.id = payouts.id
            and acknowledged.key = payouts.idempotency_key) as found,
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
