import { approveBankAccount } from "@rokad/contract/bank-account-reviews";
import { addBankAccount } from "@rokad/contract/bank-accounts";
import { simulateCredit } from "@rokad/contract/sandbox";
import { openVirtualAccount } from "@rokad/contract/virtual-accounts";
import { now } from "../src/kernel/clock.ts";
import { database } from "../src/database/db.ts";
import { newId } from "../src/kernel/ids.ts";
import type { IncomingCredit } from "../src/providers/virtual-accounts.ts";
import { accountForm } from "./forms.ts";
import { runDueJobs } from "./run-due-jobs.ts";
import type { World } from "./world.ts";

export type Receiver = Awaited<ReturnType<typeof openReceiver>>;

/** Creates a tenant with an approved bank account and a virtual account at the sandbox bank. */
export async function openReceiver(
  world: Pick<World, "superAdmin" | "retailer" | "newAccountNumber" | "newUtr">,
) {
  const boss = await world.superAdmin();
  const tenant = await world.retailer();
  const number = world.newAccountNumber();
  const { data } = await tenant.ask(addBankAccount, { body: accountForm(number) });
  await boss.ask(approveBankAccount, { params: { id: data._id }, body: {} });
  const request = { params: { id: tenant.id }, body: { provider: "sandbox" } };
  const { data: requested } = await boss.ask(openVirtualAccount, request);
  await runDueJobs();
  const account = await database()
    .selectFrom("virtual_accounts")
    .selectAll()
    .where("id", "=", requested.id)
    .executeTakeFirstOrThrow();
  const sender = { accountNumber: number, ifscCode: data.ifsc_code, name: "SHARMA TRADERS" };
  return {
    tenant,
    bankAccount: data._id,
    account,
    sender,
    /** An incoming credit as a provider reports it, by default ₹1,500.50 from the approved account. */
    credit: (over: Partial<IncomingCredit> = {}): IncomingCredit => ({
      creditReference: `cr_${newId()}`,
      virtualAccount: account.provider_reference ?? "",
      amountPaise: 1_500_50n,
      utr: world.newUtr(),
      sender,
      at: now(),
      ...over,
    }),
    /** Sends a credit through the sandbox bank. @returns its UTR. */
    async send(rupees: number): Promise<string> {
      const body = {
        account_number: account.account_number ?? "",
        amount: rupees,
        sender: { account_number: number, ifsc_code: data.ifsc_code },
      };
      return (await tenant.ask(simulateCredit, { body })).data.utr_reference;
    },
  };
}
