import type { Input } from "@rokad/contract/call";
import {
  addReceivingAccount,
  type changeReceivingAccount,
  listReceivingAccounts,
  type OwnAccount,
} from "@rokad/contract/receiving-accounts";
import { initiateDeposit } from "@rokad/contract/deposits";
import { listDepositsForReview } from "@rokad/contract/deposit-reviews";
import { now } from "../src/kernel/clock.ts";
import { database } from "../src/database/db.ts";
import { openWorld } from "./world.ts";
import type { SignedIn } from "./signed-in.ts";

export type AccountForm = Input<typeof addReceivingAccount>["body"];
export type ReceivingWorld = Awaited<ReturnType<typeof openReceivingWorld>>;

/** A world with two super admins and receiving accounts on demand. */
export async function openReceivingWorld() {
  const world = await openWorld();
  const meera = await world.superAdmin();
  const ravi = await world.newSuperAdmin("Ravi Nair");

  async function add(form: Partial<AccountForm> = {}): Promise<OwnAccount> {
    const body = { ...sampleAccount, account_number: world.newAccountNumber(), ...form };
    const { data } = await meera.ask(addReceivingAccount, { body });
    return find(data.id);
  }

  async function list() {
    return (await meera.ask(listReceivingAccounts, {})).data;
  }

  async function find(id: string): Promise<OwnAccount> {
    const account = (await list()).accounts.find((one) => one.id === id);
    if (!account) throw new Error(`There is no receiving account ${id}`);
    return account;
  }

  return {
    ...world,
    meera,
    ravi,
    add,
    list,
    find,
    /** The body of a change that keeps everything else. */
    bodyOf: (account: OwnAccount): Input<typeof changeReceivingAccount>["body"] => {
      const { label, account_holder_name, ifsc_code, bank_name, branch_name, ...rest } = account;
      const { settles_provider, is_active, is_default, version } = rest;
      const details = { label, account_holder_name, ifsc_code, bank_name, branch_name };
      return { ...details, settles_provider, is_active, is_default, version };
    },
    change(account: OwnAccount, change: object, by: SignedIn = meera) {
      return by.put(`/super-admin/receiving-accounts/${account.id}`, {
        ...this.bodyOf(account),
        ...change,
      });
    },
    /** A pending request of ₹10,000 by default, sent to an account. */
    async request(
      tenant: SignedIn,
      to?: OwnAccount,
      { rupees = 10_000, utr = world.newUtr() } = {},
    ) {
      const bank_account = await world.approvedAccount(tenant);
      const body = {
        bank_account,
        amount: rupees,
        utr_reference: utr,
        ...(to && { receiving_account: to.id }),
      };
      return (await tenant.ask(initiateDeposit, { body })).data;
    },
    approve: (by: SignedIn, id: string, body: object = {}) =>
      by.post(`/super-admin/deposits/${id}/approve`, body),
    /** @param paise two people must approve a larger amount; null for no limit. */
    async setLimit(paise: number | null): Promise<void> {
      const updated = { value: JSON.stringify(paise), updated_at: now() };
      await database()
        .insertInto("settings")
        .values({ key: "second_approval_above_paise", ...updated })
        .onConflict((conflict) => conflict.column("key").doUpdateSet(updated))
        .execute();
    },
    /** A deposit as reviewers see it. */
    async rowOf(id: string) {
      const query = { status: "all", limit: 100 } as const;
      const { data } = await meera.ask(listDepositsForReview, { query });
      return data.find(({ _id }) => _id === id);
    },
    receivedIn: async (account: OwnAccount) => (await find(account.id)).received.amount,
  };
}

export const sampleAccount = {
  label: "Main collections",
  account_holder_name: "Rokad Collections",
  ifsc_code: "HDFC0000060",
  bank_name: "HDFC Bank",
};

/** What a reviewer states about a transfer with another amount. */
export const received = (rupees: number, reason = "The bank shows another amount") => ({
  received_amount: rupees,
  amount_reason: reason,
});
