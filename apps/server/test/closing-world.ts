import { addBankAccount } from "@rokad/contract/bank-accounts";
import { approveBankAccount } from "@rokad/contract/bank-account-reviews";
import * as closings from "@rokad/contract/closings";
import { accountForm } from "./forms.ts";
import { Payer } from "./payer.ts";
import { openPayoutWorld } from "./payout-world.ts";
import type { SignedIn } from "./signed-in.ts";

/** Accounts at the sandbox bank with another outcome than a payment. */
export const outcomes = {
  failed: ["026291800001190", "YESB0000262"],
  returned: ["02014457596969", "CITI0000001"],
  partlyReturned: ["02014457596970", "CITI0000001"],
  pending: ["007711000031", "HDFC0000077"],
} as const;

export type ClosingWorld = Awaited<ReturnType<typeof openClosingWorld>>;

/** The payout world with tenants that withdraw, and a super admin who closes their accounts. */
export async function openClosingWorld() {
  const world = await openPayoutWorld();
  const boss = await world.superAdmin();

  /** A whitelisted account of the tenant; by default one that the sandbox bank pays. */
  async function account(owner: SignedIn, outcome?: keyof typeof outcomes): Promise<string> {
    if (!outcome) return world.approvedAccount(owner);
    const [number, ifsc_code] = outcomes[outcome];
    const body = { ...accountForm(number), ifsc_code };
    const { data } = await owner.ask(addBankAccount, { body });
    await boss.ask(approveBankAccount, { params: { id: data._id }, body: {} });
    return data._id;
  }

  return {
    ...world,
    boss,
    account,

    /** A tenant with this balance, by way of a deposit and, for less than ₹100, a payout. */
    async tenant(rupees: number) {
      const owner = await world.operator({ wallet: `₹${rupees < 100 ? 1_000 : rupees}` });
      const payer = new Payer(world.app, owner.mobile, owner.token);
      if (rupees < 100) {
        const amount = (100_000 - Math.round(rupees * 100) - 5_90) / 100;
        const { status, text } = await payer.pay({
          method: "upi",
          upi_id: "asha@okhdfc",
          beneficiary_name: "Asha Rao",
          beneficiary_email: "asha@example.com",
          beneficiary_phone: "9876543210",
          beneficiary_address: "12 MG Road",
          amount,
        });
        if (status !== 201) throw new Error(text);
        await world.settle();
      }
      return { owner, payer };
    },

    /** Requests the code of a withdrawal and trades it for a token. */
    async authorise(payer: Payer, withdrawal: object): Promise<string> {
      const sent = await payer.post("/wallet/withdrawals/otp/send", {
        mobile: payer.mobile,
        withdrawal,
      });
      if (sent.status !== 200) throw new Error(`No code: ${sent.text}`);
      const otp = await payer.newestCode();
      const path = "/wallet/withdrawals/otp/verify";
      const { body } = await payer.post(path, { mobile: payer.mobile, otp });
      return body.data.authorization_token;
    },

    startClosing: (id: string, by = boss) =>
      by.ask(closings.startClosing, { params: { id }, body: { reason: "The shop closes" } }),

    closing: async (id: string) => (await boss.ask(closings.getClosing, { params: { id } })).data,

    /** The payout of the balance as a person sees it now. */
    async payOutOf(id: string, bank_account: string) {
      const { data } = await boss.ask(closings.getClosing, { params: { id } });
      return { bank_account, balance: data.balance.amount };
    },

    payOut: (id: string, body: object, by = boss, signature?: string) =>
      by.post(`/super-admin/tenants/${id}/closing/payout`, body, { signature }),

    /** Whether the account is closed: then nobody sees it any more. */
    isClosed: async (id: string) => (await boss.get(`/super-admin/tenants/${id}`)).status === 404,
  };
}
