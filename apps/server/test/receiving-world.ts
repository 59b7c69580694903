import type { Input } from "@rokad/contract/call";
import type { ReceivingAccountForm } from "@rokad/contract/receiving-account";
import {
  type changeReceivingAccount,
  listReceivingAccounts,
  type OwnAccount,
} from "@rokad/contract/receiving-accounts";
import { initiateDeposit } from "@rokad/contract/deposits";
import { listDepositsForReview } from "@rokad/contract/deposit-reviews";
import { saveSetting } from "./save-setting.ts";
import { signing } from "./signing.ts";
import { openWorld } from "./world.ts";
import type { SignedIn } from "./signed-in.ts";

export type AccountForm = ReceivingAccountForm & { is_default?: boolean };
type AccountChange = Omit<Input<typeof changeReceivingAccount>["body"], "reason">;
export type ReceivingWorld = Awaited<ReturnType<typeof openReceivingWorld>>;

/** A world with two super admins and receiving accounts on demand. */
export async function openReceivingWorld() {
  const world = await openWorld();
  const meera = await world.superAdmin();
  const ravi = await world.newSuperAdmin("Ravi Nair");

  // Tests of the notice set a time of their own.
  await saveSetting("receiving_account_notice_hours", 0);

  /** Confirms what one of the two proposed as the other. */
  async function confirmAsOther(by: SignedIn, proposalId: string | null | undefined) {
    if (!proposalId) return;
    const { status } = await signing.confirm(by === ravi ? meera : ravi, proposalId);
    if (status !== 200) throw new Error("The proposal was not confirmed");
  }

  /** Adds an account, which both people sign. */
  async function add(form: Partial<AccountForm> = {}): Promise<OwnAccount> {
    const number = form.account_number ?? world.newAccountNumber();
    const body = { ...sampleAccount, ...form, account_number: number };
    const answer = await signing.addAccount(meera, body);
    await confirmAsOther(meera, answer.body.proposal_id);
    const account = (await list()).accounts.find((one) => one.account_number === number);
    if (!account) throw new Error(`The account was not added: ${JSON.stringify(answer.body)}`);
    return account;
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
    ...signing,
    meera,
    ravi,
    add,
    list,
    find,
    /** The body of a change that keeps everything else. */
    bodyOf: (account: OwnAccount): AccountChange => {
      const { label, account_holder_name, ifsc_code, bank_name, branch_name, ...rest } = account;
      const { settles_provider, is_active, is_default, version } = rest;
      const details = { label, account_holder_name, ifsc_code, bank_name, branch_name };
      return { ...details, settles_provider, is_active, is_default, version };
    },
    /** Changes an account, which both people sign. @returns the answer to the first one. */
    async change(account: OwnAccount, change: object, by: SignedIn = meera) {
      const body = { ...this.bodyOf(account), ...change };
      const answer = await signing.changeAccount(by, account.id, body);
      await confirmAsOther(by, answer.body.proposal_id);
      return answer;
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
    setLimit: (paise: number | null) => saveSetting("second_approval_above_paise", paise),
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
