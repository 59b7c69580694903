import { approveBankAccount } from "@rokad/contract/bank-account-reviews";
import { addBankAccount } from "@rokad/contract/bank-accounts";
import { simulateCredit } from "@rokad/contract/sandbox";
import { openVirtualAccount } from "@rokad/contract/virtual-accounts";
import { now } from "../src/clock.ts";
import { database } from "../src/db.ts";
import { newId } from "../src/ids.ts";
import { runJob } from "../src/jobs/run-job.ts";
import type { IncomingCredit } from "../src/providers/virtual-accounts.ts";
import { workOfJobs } from "../src/work-of-jobs.ts";
import { accountForm } from "./forms.ts";
import type { World } from "./world.ts";

/** Does the background jobs that are due. */
export async function doJobs(): Promise<void> {
  const stop = new AbortController().signal;
  while (await runJob({ work: workOfJobs, claimSeconds: 60, stop }));
}

export type Receiver = Awaited<ReturnType<typeof receiverIn>>;

/** A tenant with one approved account, and a virtual account at the sandbox bank. */
export async function receiverIn(world: World) {
  const boss = await world.superAdmin();
  const tenant = await world.retailer();
  const number = world.newAccountNumber();
  const { data } = await tenant.ask(addBankAccount, { body: accountForm(number) });
  await boss.ask(approveBankAccount, { params: { id: data._id }, body: {} });
  const opening = { params: { id: tenant.id }, body: { provider: "sandbox" } };
  const { data: ordered } = await boss.ask(openVirtualAccount, opening);
  await doJobs();
  const account = await database()
    .selectFrom("virtual_accounts")
    .selectAll()
    .where("id", "=", ordered.id)
    .executeTakeFirstOrThrow();
  const sender = { accountNumber: number, ifscCode: data.ifsc_code, name: "SHARMA TRADERS" };
  return {
    tenant,
    bankAccount: data._id,
    account,
    sender,
    /** As a provider would tell it: ₹1,500.50 from the approved account, unless told otherwise. */
    credit: (over: Partial<IncomingCredit> = {}): IncomingCredit => ({
      creditReference: `cr_${newId()}`,
      virtualAccount: account.provider_reference ?? "",
      amountPaise: 1_500_50n,
      utr: world.newUtr(),
      sender,
      at: now(),
      ...over,
    }),
    /** Has it arrive at the sandbox bank. @returns its UTR. */
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
