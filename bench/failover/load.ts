import { setTimeout as pause } from "node:timers/promises";
import { rupeesToPaise } from "@rokad/money/rupees";
import { newId } from "../../apps/server/src/kernel/ids.ts";
import {
  orderDigest,
  signAuthorisation,
} from "../../apps/server/src/payouts/initiate/authorisation.ts";
import type { BenchTenant } from "../create-tenants.ts";
import { ports } from "./configure.ts";

const clients = 24;
const responseMsMax = 10_000;
const retryMs = 250;
/** One of this many accepted payouts is requested again with its key. */
const repeatEach = 10;
export const feePaise = 500n;
export const gstPaise = 90n;

/** One payout as its client knows it, independent of Rokad's tables. */
export interface Attempt {
  readonly key: string;
  readonly payerId: string;
  readonly amountPaise: bigint;
  /** The payout's id, and when its response arrived, by `performance.now()`. */
  acknowledged?: { readonly id: string; readonly at: number };
}

export interface Load {
  readonly attempts: readonly Attempt[];
  /** How often a request got no response, or another status than 201. */
  readonly errors: ReadonlyMap<string, number>;
  /** Keys that got two different payouts, and 4xx responses, which no request here should get. */
  readonly faults: readonly string[];
  /** Starts no new payouts and waits for the responses to all others. */
  readonly finish: () => Promise<void>;
}

/** Clients that send one payout after the other and repeat each with its key until it succeeds. */
export function startLoad(tenants: readonly BenchTenant[]): Load {
  const attempts: Attempt[] = [];
  const errors = new Map<string, number>();
  const faults: string[] = [];
  let isFinishing = false;

  async function send(attempt: Attempt, body: string, tenant: BenchTenant): Promise<string> {
    for (let tries = attempts.length; ; tries += 1) {
      const port = ports.api[tries % ports.api.length];
      const response = await request(`http://127.0.0.1:${port}/api/v1/payouts/initiate`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          authorization: `Bearer ${tenant.accessToken}`,
          "idempotency-key": attempt.key,
        },
        body,
        signal: AbortSignal.timeout(responseMsMax),
      });
      if (response.status === "201") return response.id;
      errors.set(response.status, (errors.get(response.status) ?? 0) + 1);
      if (response.status.startsWith("4"))
        faults.push(`${attempt.key} was rejected: ${response.text}`);
      await pause(retryMs);
    }
  }

  async function pay(tenant: BenchTenant, number: number): Promise<void> {
    const { attempt, body } = createAttempt(tenant, number);
    attempts.push(attempt);
    const id = await send(attempt, body, tenant);
    attempt.acknowledged = { id, at: performance.now() };
    if (number % repeatEach !== 0) return;
    const again = await send(attempt, body, tenant);
    if (again !== id) faults.push(`${attempt.key} is ${id}, but its repeat is ${again}`);
  }

  const running = Array.from({ length: clients }, async (_, client) => {
    const tenant = tenants[client % tenants.length] as BenchTenant;
    for (let number = client; !isFinishing; number += 1) await pay(tenant, number);
  });

  return {
    attempts,
    errors,
    faults,
    async finish() {
      isFinishing = true;
      await Promise.all(running);
    },
  };
}

const destinations = [
  { method: "imps", account_number: "000123456789", ifsc_code: "HDFC0000001" },
  { method: "upi", upi_id: "someone@upi" },
  { method: "upi", upi_id: "failure@upi" },
] as const;

function createAttempt(tenant: BenchTenant, number: number): { attempt: Attempt; body: string } {
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

interface PayoutResponse {
  readonly status: string;
  /** The payout's id if the status is 201. */
  readonly id: string;
  readonly text: string;
}

async function request(url: string, init: RequestInit): Promise<PayoutResponse> {
  try {
    const response = await fetch(url, init);
    const text = await response.text();
    if (response.status !== 201) return { status: String(response.status), id: "", text };
    const { data } = JSON.parse(text) as { data: { id: string } };
    return { status: "201", id: data.id, text };
  } catch {
    return { status: "no response", id: "", text: "" };
  }
}
