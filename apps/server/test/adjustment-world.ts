import type { AdjustmentForm } from "@rokad/contract/adjustment-form";
import * as calls from "@rokad/contract/adjustments";
import { approveDeposit } from "@rokad/contract/deposit-reviews";
import { getBalance } from "@rokad/contract/wallet";
import type { SignedIn } from "./signed-in.ts";
import { openWorld, type World } from "./world.ts";

export type AdjustmentWorld = Awaited<ReturnType<typeof openAdjustmentWorld>>;

/** A PDF of a few bytes, in base64. */
export const letter = {
  file_name: "letter.pdf",
  content: Buffer.from("%PDF-1.4\nThe bank's letter").toString("base64"),
};

/** The world with the calls of adjustments. */
export async function openAdjustmentWorld() {
  return adjusting(await openWorld());
}

type BaseWorld = Pick<
  World,
  "codeFor" | "newSuperAdmin" | "superAdmin" | "operator" | "requestDeposit"
>;

/** Adds the calls of adjustments to a world. Each pair of super admins has codes of its own. */
export function adjusting<Base extends BaseWorld>(world: Base) {
  let pairs = 0;

  /** A form that takes money back from a tenant's wallet. */
  function wrongCredit(tenant: SignedIn, amount: number, over: Partial<AdjustmentForm> = {}) {
    return {
      kind: "wrong_credit" as const,
      debit_account: "wallet" as const,
      credit_account: "bank" as const,
      tenant_id: tenant.id,
      amount,
      reason: "The deposit was approved by mistake",
      ...over,
    } satisfies AdjustmentForm;
  }

  async function propose(person: SignedIn, form: AdjustmentForm): Promise<string> {
    return (await person.ask(calls.proposeAdjustment, { body: form })).data.id;
  }

  const confirm = (person: SignedIn, id: string) =>
    person.post(`/super-admin/adjustments/${id}/confirm`);

  return {
    ...world,
    wrongCredit,
    propose,
    confirm,
    /** Two super admins. */
    async pair(): Promise<[SignedIn, SignedIn]> {
      pairs += 1;
      return [
        await world.newSuperAdmin(`Asha Rao ${pairs}`),
        await world.newSuperAdmin(`Ravi Menon ${pairs}`),
      ];
    },
    /** A tenant with a credited deposit of this many rupees. */
    async credited(rupees: number) {
      const tenant = await world.operator();
      const deposit = await world.requestDeposit(tenant, rupees);
      const boss = await world.superAdmin();
      await boss.ask(approveDeposit, { params: { id: deposit._id }, body: {} });
      return { tenant, deposit };
    },
    /** Proposes and confirms an adjustment by two new people. @returns its id. */
    async adjust(form: AdjustmentForm): Promise<string> {
      const [proposer, confirmer] = await this.pair();
      const id = await propose(proposer, form);
      const { status, body } = await confirm(confirmer, id);
      if (status !== 200) throw new Error(JSON.stringify(body));
      return id;
    },
    /** What is available, on hold and owed, in paise. */
    async wallet(tenant: SignedIn): Promise<[number, number, number]> {
      const { data } = await tenant.ask(getBalance, {});
      return [data.main_balance.amount, data.held_balance.amount, data.receivable.amount];
    },
  };
}
