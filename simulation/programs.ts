import { createApiKey } from "@rokad/contract/api-keys";
import { setFundsQueue } from "@rokad/contract/funds-queue";
import type { Call, Input } from "@rokad/contract/call";
import { randomUUID } from "node:crypto";
import type { ApiResult, CallApi, CallOptions } from "./api-client.ts";
import type { Exchange } from "./recording/observer.ts";
import type { Owner } from "./teams.ts";

/** A program of a business, with its API key. */
export interface Program {
  readonly owner: Owner;
  readonly keyId: string;
  readonly call: <C extends Call>(
    call: C,
    input: Input<C>,
    options?: CallOptions,
  ) => Promise<ApiResult<C>>;
}

interface Setup {
  readonly tenants: readonly Owner[];
  readonly callApi: CallApi;
  readonly observe: (exchange: Exchange) => void;
}

/** The places of their owners among the tenants. The payouts of the first one wait for funds. */
const places = [4, 1] as const;
const waitHours = 6;
/** Small enough that the plan reaches the limit of a day. */
const limits = { per_payout: 1_000, per_day: 5_000 };

export async function openPrograms(setup: Setup): Promise<Program[]> {
  const programs: Program[] = [];
  for (const [at, place] of places.entries()) {
    const owner = setup.tenants[place] as Owner;
    if (at === 0) {
      const body = { is_on: true, wait_hours: waitHours };
      const { ok } = await owner.call(setFundsQueue, { body }, { key: randomUUID() });
      if (!ok) throw new Error("The payouts of a business do not wait for funds");
    }
    const program = await openProgram(setup, owner);
    if (!program) throw new Error("An API key was not created");
    programs.push(program);
  }
  return programs;
}

/** Creates a key that its owner signs. @returns undefined if the owner got another answer. */
export async function openProgram(
  { callApi, observe }: Pick<Setup, "callApi" | "observe">,
  owner: Owner,
): Promise<Program | undefined> {
  const created = await owner.call(createApiKey, {
    body: {
      name: "Accounting",
      scopes: ["payouts:read", "payouts:send"],
      expires_in_days: null,
      networks: ["127.0.0.1"],
      limits,
    },
  });
  if (!created.ok) return undefined;
  const { key, secret } = created.body.data;
  return {
    owner,
    keyId: key.id,
    async call(call, input, options = {}) {
      const sentAt = Date.now();
      let result;
      try {
        result = await callApi(call, input, { ...options, token: secret });
        return result;
      } finally {
        const { mobile } = owner;
        const sent = { call, input, key: options.key, sentAt, at: Date.now(), result };
        observe({ mobile, business: mobile, apiKey: key.id, ...sent } as unknown as Exchange);
      }
    },
  };
}
