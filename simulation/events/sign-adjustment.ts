import * as calls from "@rokad/contract/adjustments";
import type { AdjustmentForm } from "@rokad/contract/adjustment-form";
import { count } from "../client-records.ts";
import type { Person } from "../person.ts";
import type { BankName } from "../simulation-event.ts";
import type { World } from "../world.ts";

/**
 * @param utr the transfer of the corrected deposit, if no client's record has it.
 * @returns the id of the proposal; undefined if it was refused, or its answer was lost.
 */
export async function proposeBy(
  { clients, banks }: Pick<World, "clients" | "banks">,
  person: Person,
  form: AdjustmentForm,
  utr = clients.deposits.find(({ acknowledgements }) =>
    acknowledgements.some(({ id }) => id === form.deposit_id),
  )?.utr,
): Promise<string | undefined> {
  const proposed = await person.call(calls.proposeAdjustment, { body: form });
  if (!proposed.ok) {
    count(clients, `adjustments not proposed: ${proposed.code}`);
    return undefined;
  }
  const { id } = proposed.body.data;
  const arrivedIn = utr === undefined ? null : banks.receiving.accountOf(utr);
  clients.corrections.push({
    id,
    account: form.receiving_account ?? arrivedIn,
    accountPaise: changeOf("bank", form),
    provider: (form.provider as BankName | undefined) ?? null,
    providerPaise: changeOf("provider", form),
    isTakenBack: form.kind === "contradiction",
  });
  return id;
}

/** What an adjustment adds to our money on an account. */
function changeOf(account: "bank" | "provider", form: AdjustmentForm): number {
  const paise = Math.round(form.amount * 100);
  if (form.debit_account === account) return paise;
  return form.credit_account === account ? -paise : 0;
}

/** Several people confirm at the same time, and a person twice. */
export async function confirmBy(
  world: World,
  people: readonly Person[],
  id: string,
): Promise<void> {
  const params = { id };
  const results = await Promise.all(
    people.map((person) => person.call(calls.confirmAdjustment, { params })),
  );
  for (const result of results) recordDecision(world, id, result, "posted");
}

export async function rejectBy(world: World, person: Person, id: string): Promise<void> {
  const input = { params: { id }, body: { reason: "The bank says otherwise" } };
  recordDecision(world, id, await person.call(calls.rejectAdjustment, input), "rejected");
}

export async function withdrawBy(world: World, person: Person, id: string): Promise<void> {
  const result = await person.call(calls.withdrawAdjustment, { params: { id } });
  recordDecision(world, id, result, "withdrawn");
}

function recordDecision(
  { clients }: World,
  id: string,
  result: { readonly ok: boolean; readonly code?: string },
  state: string,
): void {
  if (!result.ok) return count(clients, `adjustments not ${state}: ${result.code}`);
  count(clients, `adjustments ${state}`);
  clients.expectedStates.push({ table: "adjustments", id, states: [state], at: Date.now() });
}
