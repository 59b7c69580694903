import { setTimeout as pause } from "node:timers/promises";
import { rupeesToPaise } from "@rokad/money/rupees";
import { newId } from "../../apps/server/src/ids.ts";
import { orderDigest, signAuthorisation } from "../../apps/server/src/payouts/authorisation.ts";
import type { BenchTenant } from "../prepare.ts";
import { ports } from "./configure.ts";

const clients = 24;
const patienceMs = 10_000;
const betweenTriesMs = 250;
/** Of the payouts that were accepted, one in this many is asked for again under its key. */
const askedAgainEach = 10;
export const feePaise = 500n;
export const gstPaise = 90n;

/** What a client knows of one payout: nothing of it is read from Rokad's own tables. */
export interface Attempt {
  readonly key: string;
  readonly payerId: string;
  readonly amountPaise: bigint;
  /** The payout's id and when it was told, by `performance.now()`. */
  acknowledged?: { readonly id: string; readonly at: number };
}

export interface Load {
  readonly attempts: readonly Attempt[];
  /** How often there was no answer, a 503, or another one than 201. */
  readonly troubles: ReadonlyMap<string, number>;
  /** Answers under one key that named different payouts, and refusals, which nothing here earns. */
  readonly wrongs: readonly string[];
  /** Takes no new payouts, and waits until each that was begun has its answer. */
  readonly finish: () => Promise<void>;
}

/** Payers who send one payout after the other, each again under its key until it is answered. */
export function startLoad(tenants: readonly BenchTenant[]): Load {
  const attempts: Attempt[] = [];
  const troubles = new Map<string, number>();
  const wrongs: string[] = [];
  let finishing = false;

  async function send(attempt: Attempt, body: string, tenant: BenchTenant): Promise<string> {
    for (let tries = attempts.length; ; tries += 1) {
      const port = ports.api[tries % ports.api.length];
      const answer = await ask(`http://127.0.0.1:${port}/api/v1/payouts/initiate`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          authorization: `Bearer ${tenant.accessToken}`,
          "idempotency-key": attempt.key,
        },
        body,
        signal: AbortSignal.timeout(patienceMs),
      });
      if (answer.status === "201") return answer.id;
      troubles.set(answer.status, (troubles.get(answer.status) ?? 0) + 1);
      if (answer.status.startsWith("4")) wrongs.push(`${attempt.key} was refused: ${answer.text}`);
      await pause(betweenTriesMs);
    }
  }

  async function pay(tenant: BenchTenant, number: number): Promise<void> {
    const { attempt, body } = newAttempt(tenant, number);
    attempts.push(attempt);
    const id = await send(attempt, body, tenant);
    attempt.acknowledged = { id, at: performance.now() };
    if (number % askedAgainEach !== 0) return;
    const again = await send(attempt, body, tenant);
    if (again !== id) wrongs.push(`${attempt.key} is ${id}, and then ${again}`);
  }

  const running = Array.from({ length: clients }, async (_, client) => {
    const tenant = tenants[client % tenants.length] as BenchTenant;
    for (let number = client; !finishing; number += 1) await pay(tenant, number);
  });

  return {
    attempts,
    troubles,
    wrongs,
    async finish() {
      finishing = true;
      await Promise.all(running);
    },
  };
}

const destinations = [
  { method: "imps", account_number: "000123456789", ifsc_code: "HDFC0000001" },
  { method: "upi", upi_id: "someone@upi" },
  { method: "upi", upi_id: "failure@upi" },
] as const;

function newAttempt(tenant: BenchTenant, number: number): { attempt: Attempt; body: string } {
  const destination = destinations[number % destinations.length] ?? destinations[0];
  const order = {
    ...destination,
    beneficiary_name: "Bench Beneficiary",
    beneficiary_email: "bench@example.com",
    beneficiary_phone: "9876543210",
    beneficiary_address: "1 Bench Road",
    amount: 10 + (number % 20),
  };
  const token = signAuthorisation({
    personId: tenant.id,
    orderDigest: orderDigest(order),
    feePaise,
    gstPaise,
  });
  const attempt = { key: newId(), payerId: tenant.id, amountPaise: rupeesToPaise(order.amount) };
  return { attempt, body: JSON.stringify({ ...order, authorization_token: token }) };
}

interface Answer {
  readonly status: string;
  /** The payout's, when the status is 201. */
  readonly id: string;
  readonly text: string;
}

async function ask(url: string, request: RequestInit): Promise<Answer> {
  try {
    const answer = await fetch(url, request);
    const text = await answer.text();
    if (answer.status !== 201) return { status: String(answer.status), id: "", text };
    const { data } = JSON.parse(text) as { data: { id: string } };
    return { status: "201", id: data.id, text };
  } catch {
    return { status: "no answer", id: "", text: "" };
  }
}
