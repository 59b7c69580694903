import { createApiKey, type ApiKeyForm } from "@rokad/contract/api-keys";
import type { MachineOrder } from "@rokad/contract/machine-order";
import { callerOf } from "./caller.ts";
import type { SignedIn } from "./signed-in.ts";
import type { World } from "./world.ts";

/** Where the requests of a test come from. */
export const ownAddress = "127.0.0.1";

/** A key that reads payouts; a test overrides the fields that it tests. */
export function keyForm(change: Partial<ApiKeyForm> = {}): ApiKeyForm {
  return {
    name: "ERP",
    scopes: ["payouts:read"],
    expires_in_days: null,
    networks: [],
    limits: null,
    ...change,
  };
}

/** A key that sends up to ₹5,000 a payout and ₹10,000 a day. */
export function sendingForm(change: Partial<ApiKeyForm> = {}): ApiKeyForm {
  return keyForm({
    scopes: ["payouts:read", "payouts:send"],
    networks: [ownAddress],
    limits: { per_payout: 5_000, per_day: 10_000 },
    ...change,
  });
}

/** A payout as a program requests it. */
export function machinePayout(change: Readonly<Record<string, unknown>> = {}): object {
  return {
    method: "imps",
    beneficiary_name: "Asha Rao",
    account_number: "000123456789",
    ifsc_code: "HDFC0000001",
    amount_paise: 1_000_00,
    ...change,
  } satisfies Partial<Record<keyof MachineOrder, unknown>>;
}

/** Creates a key, signed by its owner, and a caller that uses it. */
export async function newKey(world: World, owner: SignedIn, form: ApiKeyForm = keyForm()) {
  const { data } = await owner.ask(createApiKey, { body: form });
  return { ...data.key, secret: data.secret, caller: programOf(world, data.secret) };
}

export type Program = ReturnType<typeof programOf>;

/** A program that uses a secret. */
export function programOf(world: World, secret: string) {
  return callerOf(world.app, secret, () => undefined);
}
