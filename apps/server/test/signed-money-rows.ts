import { addDays } from "@rokad/contract/days";
import type { AdjustmentForm } from "@rokad/contract/adjustment-form";
import { proposeAdjustment } from "@rokad/contract/adjustments";
import { getClosing, startClosing } from "@rokad/contract/closings";
import type { CredentialName } from "@rokad/contract/credential-names";
import { recordFundTransfer } from "@rokad/contract/fund-transfers";
import { proposeOutcome } from "@rokad/contract/payout-outcomes";
import { listReceivingAccounts } from "@rokad/contract/receiving-accounts";
import { startReconciliation } from "@rokad/contract/reconciliation";
import type { SettingKey } from "@rokad/contract/setting-rules";
import { listSettings } from "@rokad/contract/settings";
import { sql } from "kysely";
import { database } from "../src/database/db.ts";
import { today } from "../src/kernel/days.ts";
import { newId } from "../src/kernel/ids.ts";
import { reconcileJobAt } from "../src/operations/reconciliation/reconcile.ts";
import { applyProviderUpdates } from "../src/payouts/send/apply-provider-updates.ts";
import { runJob } from "../src/worker/jobs/run-job.ts";
import { impsOrder, upiOrder } from "./forms.ts";
import { sampleAccount } from "./receiving-world.ts";
import { sandboxRecords } from "./sandbox-records.ts";
import { saveSetting } from "./save-setting.ts";
import type { SignedRows } from "./signed-act.ts";
import { itemsToReview } from "./signed-admin-rows.ts";
import { signing } from "./signing.ts";
import type { SignedIn } from "./signed-in.ts";
import type { World } from "./world.ts";

const reason = "Agreed with the board";
const settings = [
  "upi_payout_paise_max",
  "imps_payout_paise_max",
  "outcome_decision_hours",
  "control_waiting_hours",
] as const satisfies readonly SettingKey[];
const credentials = [
  "RAZORPAYX_KEY_SECRET",
  "CASHFREE_CLIENT_SECRET",
  "TWILIO_AUTH_TOKEN",
  "MSG91_AUTH_KEY",
] as const satisfies readonly CredentialName[];

/** An act of each signed call of super admins that takes no key. */
export function signedMoneyRows(world: World): SignedRows {
  const items = itemsToReview(world);
  const money = moneyItems(world);
  let chargeDay = 0;
  const [nextSetting, nextCredential] = [turnsOf(settings), turnsOf(credentials)];

  return {
    revealAccountNumber: async () => ({ id: await world.approvedAccount(await world.operator()) }),
    revealCreditSender: async () => ({ id: await items.credit() }),
    confirmAdjustment: async () => ({ id: await money.adjustment() }),
    proposeOutcome: async () => ({ id: await money.stuckPayout(), body: money.outcome }),
    confirmOutcome: async () => ({ id: await money.decision() }),
    payOutBalance: async () => {
      const { owner, outdate } = await money.closing(1_000);
      const bank_account = await money.accountOf(owner);
      const { data } = await (
        await world.superAdmin()
      ).ask(getClosing, {
        params: { id: owner.id },
      });
      return { id: owner.id, body: { bank_account, balance: data.balance.amount }, outdate };
    },
    setRemainderAside: async () => {
      const { owner, outdate } = await money.closing(0.4);
      return { id: owner.id, body: { balance: 40 }, outdate };
    },
    changeSettings: async () => {
      const key = nextSetting();
      const { data } = await (await world.superAdmin()).ask(listSettings, {});
      const seen = Number(data.find((one) => one.key === key)?.value);
      const changes = [{ key, seen, value: seen - 1 }];
      return { body: { changes, reason }, outdate: () => saveSetting(key, seen - 2) };
    },
    changeCredential: async () => {
      const name = nextCredential();
      const body = { value: `secret-${newId()}`, seen_set_at: null, reason };
      const outdate = async () => {
        const change = { value: "another-secret-of-it", seen_set_at: null };
        const by = await world.superAdmin();
        await money.confirm((await signing.saveCredential(by, name, change)).body.proposal_id);
      };
      return { params: { name }, body, outdate };
    },
    confirmProposal: async () => ({ id: await money.proposal() }),
    addReceivingAccount: async () => ({ body: { ...(await money.accountForm()), reason } }),
    changeReceivingAccount: async () => {
      const account = await money.receivingAccount();
      const { label, account_holder_name, ifsc_code, bank_name } = account;
      const { is_active, is_default, version } = account;
      const details = { label, account_holder_name, ifsc_code, bank_name };
      const change = { ...details, is_active, is_default, version };
      const outdate = async () => {
        const other = { ...change, bank_name: "Another Bank" };
        const by = await world.superAdmin();
        await money.confirm((await signing.changeAccount(by, account.id, other)).body.proposal_id);
      };
      return { id: account.id, body: { ...change, label: "Payments", reason }, outdate };
    },
    recordDayCharge: async () => ({
      body: {
        adapter: "sandbox",
        day: addDays(today(), -(chargeDay += 1)),
        fee: 100,
        tax: 18,
        reference: "Report of the day",
      },
    }),
    correctFundTransfer: async () => ({ id: await money.fundTransfer(), body: { reason } }),
    recordReturn: async () => ({ id: await money.unclearReturn(), body: money.returnForm() }),
  };
}

/** Each of a list in turn. */
function turnsOf<T>(list: readonly [T, ...T[]]): () => T {
  let turn = 0;
  return () => list[(turn += 1) % list.length] ?? list[0];
}

/** Creates what moves money, or what guards it. The first super admin proposes, the second confirms. */
export function moneyItems(world: World) {
  const once = <T>(create: () => Promise<T>) => {
    let created: Promise<T> | undefined;
    return () => (created ??= create());
  };
  let turn = 0;
  const second = once(() => world.newSuperAdmin("Ravi Menon"));
  const payer = once(() => world.operator({ wallet: "₹5,00,000" }));
  const outcome = {
    outcome: "failed" as const,
    reason: "The bank has no record of it",
    evidence: "Asked the bank by telephone on 24 November; Ms Rao found no debit in its books",
  };
  const anyAccount = () => ({ ...sampleAccount, account_number: world.newAccountNumber() });
  /** The default account, of which the statements are: until there is one, one addition can wait. */
  const defaultAccount = once(async () => {
    await saveSetting("receiving_account_notice_hours", 0);
    const form = { ...anyAccount(), account_number: "000000000042" };
    const { body } = await signing.addAccount(await world.superAdmin(), form);
    if (body.proposal_id) await confirm(body.proposal_id);
  });

  async function accountForm() {
    await defaultAccount();
    return anyAccount();
  }

  async function confirm(proposalId: string | null | undefined): Promise<void> {
    const { status, text } = await signing.confirm(await second(), proposalId ?? "");
    if (status !== 200) throw new Error(text);
  }

  async function proposal(form?: object, by?: SignedIn): Promise<string> {
    const proposer = by ?? (await world.superAdmin());
    const answer = await signing.addAccount(proposer, form ?? (await accountForm()));
    if (!answer.body.proposal_id) throw new Error(answer.text);
    return answer.body.proposal_id;
  }

  async function goodwill(tenantId?: string, amount = (turn += 1)): Promise<AdjustmentForm> {
    const tenant_id = tenantId ?? (await payer()).id;
    return {
      kind: "goodwill",
      debit_account: "losses",
      credit_account: "wallet",
      tenant_id,
      amount,
      reason: "A refunded fee",
    };
  }

  async function adjustment(form?: AdjustmentForm, by?: SignedIn): Promise<string> {
    const body = form ?? (await goodwill());
    const proposer = by ?? (await world.superAdmin());
    return (await proposer.ask(proposeAdjustment, { body })).data.id;
  }

  /** Adds to the wallet of a business. */
  async function credit(tenantId: string): Promise<void> {
    const id = await adjustment(await goodwill(tenantId, 1));
    const { status, text } = await (await second()).post(`/super-admin/adjustments/${id}/confirm`);
    if (status !== 200) throw new Error(text);
  }

  /** A payout that was sent four days ago and has no outcome. */
  async function stuckPayout(): Promise<string> {
    const { body } = await (await payer()).pay(upiOrder("pending@upi"));
    await world.work();
    await sql`
      update payouts set handed_at = handed_at - interval '4 days' where id = ${body.data.id}
    `.execute(database());
    return body.data.id;
  }

  return {
    confirm,
    proposal,
    accountForm,
    adjustment,
    outcome,
    stuckPayout,
    /** A proposed outcome, after the time in which a worker may still be sending. */
    async decision(by?: SignedIn): Promise<string> {
      const input = { params: { id: await stuckPayout() }, body: outcome };
      const proposer = by ?? (await world.superAdmin());
      const { decision_id: id } = (await proposer.ask(proposeOutcome, input)).data;
      await sql`
        update payout_decisions set proposed_at = proposed_at - interval '1 minute' where id = ${id}
      `.execute(database());
      return id;
    },
    /** An account of the platform's own, which takes effect at once. */
    async receivingAccount() {
      const form = await accountForm();
      await confirm(await proposal(form));
      const { data } = await (await world.superAdmin()).ask(listReceivingAccounts, {});
      const account = data.accounts.find((one) => one.account_number === form.account_number);
      if (!account) throw new Error("The account was not added");
      return account;
    },
    /** A tenant that is closing, with this many rupees. */
    async closing(rupees: number) {
      const owner = await world.operator({ wallet: "₹1,000" });
      if (rupees < 100) {
        await owner.pay(impsOrder({ amount: (100_000 - 590 - Math.round(rupees * 100)) / 100 }));
        await world.work();
      }
      const input = { params: { id: owner.id }, body: { reason: "The shop closes" } };
      await (await world.superAdmin()).ask(startClosing, input);
      return { owner, outdate: () => credit(owner.id) };
    },
    accountOf: async (owner: SignedIn) =>
      (await owner.get("/wallet/bank-accounts")).body.data[0]?._id ?? "",
    async fundTransfer(): Promise<string> {
      const body = {
        from: "own_funds",
        to: "sandbox",
        amount: 500,
        utr_reference: world.newUtr(),
        transferred_on: today(),
        note: "Opening balance",
      };
      return (await (await world.superAdmin()).ask(recordFundTransfer, { body })).data.id;
    },
    /** The difference of a return of ₹400 that the provider did not name. */
    async unclearReturn(): Promise<string> {
      const { reference_id: reference } = (await (await payer()).pay(impsOrder())).body.data;
      await world.work();
      const update = { reference, adapter: "sandbox", state: "reversed", amountPaise: 400_00n };
      await applyProviderUpdates([{ ...update, state: "reversed" }]);
      return differenceOf(reference);
    },
    /** The difference of a payout that we know as paid and its provider as failed. */
    async contradictedOutcome(): Promise<string> {
      const { reference_id: reference } = (await (await payer()).pay(impsOrder())).body.data;
      await world.work();
      await sandboxRecords.setState(reference, "failed");
      const body = { adapter: "sandbox", day: today() };
      await (await world.superAdmin()).ask(startReconciliation, { body });
      await reconcileAtOnce();
      return differenceOf(reference);
    },
    returnForm: () => ({
      amount: 400,
      return_reference: `TICKET ${newId().slice(-10)}`,
      refund_charges: false,
      reason: "The bank returned a part",
    }),
  };
}

/** Runs the reconciliations that are due, without the pauses between calls of a provider. */
async function reconcileAtOnce(): Promise<void> {
  const stop = new AbortController().signal;
  const handlers = { reconcile: reconcileJobAt(100_000) };
  while (await runJob({ handlers, leaseSeconds: 60, stop }));
}

async function differenceOf(reference: string): Promise<string> {
  const { id } = await database()
    .selectFrom("reconciliation_differences")
    .select("id")
    .where("subject", "=", reference)
    .executeTakeFirstOrThrow();
  return id;
}
