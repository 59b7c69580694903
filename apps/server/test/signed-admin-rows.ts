import { addBankAccount } from "@rokad/contract/bank-accounts";
import { inviteSuperAdmin } from "@rokad/contract/team";
import { database } from "../src/database/db.ts";
import { today } from "../src/kernel/days.ts";
import { newId } from "../src/kernel/ids.ts";
import { receiveCredits } from "../src/money-in/virtual-accounts/receive-credits.ts";
import { accountForm } from "./forms.ts";
import { openReceiver } from "./receiver.ts";
import type { SignedRows } from "./signed-act.ts";
import type { SignedIn } from "./signed-in.ts";
import { creditRow, statementsOf } from "./statement-world.ts";
import type { World } from "./world.ts";

/** An act of each call of super admins that is signed and takes a key. */
export function signedAdminRows(world: World): SignedRows {
  const items = itemsToReview(world);
  const person = () => ({
    name: "Anil Sharma",
    mobile: world.newMobile(),
    roles: ["support" as const],
  });
  return {
    approveDeposit: async () => ({ id: await items.deposit() }),
    approveDeposits: async () => ({
      body: { ids: [await items.deposit(), await items.deposit()], note: "Seen" },
    }),
    approveBankAccount: async () => ({ id: await items.account() }),
    approveBankAccounts: async () => ({
      body: { ids: [await items.account(), await items.account()] },
    }),
    assignCredit: async () => ({
      id: await items.credit(),
      body: { tenant_id: (await items.receiver()).tenant.id },
    }),
    returnCredit: async () => ({
      id: await items.credit(),
      body: { utr_reference: world.newUtr(), reason: "Wrong" },
    }),
    dismissCredit: async () => {
      const { tenant, bankAccount } = await items.receiver();
      const deposit = await world.requestDeposit(tenant, 1500.5, bankAccount);
      const admin = await world.superAdmin();
      await admin.post(`/super-admin/deposits/${deposit._id}/approve`, {});
      return { id: await items.credit(deposit.utr_reference), body: { reason: "Known" } };
    },
    approveStatementMatches: async () => ({
      id: (await items.statement()).id,
      body: { after_line: 0 },
    }),
    approveStatementLine: async () => ({ id: (await items.statement()).line }),
    proposeAdjustment: async () => ({
      body: {
        kind: "goodwill",
        debit_account: "losses",
        credit_account: "wallet",
        tenant_id: (await world.operator()).id,
        amount: 12.34,
        reason: "For the trouble",
      },
    }),
    createTenant: async () => ({
      body: {
        name: "Demo Kirana",
        phone: world.newMobile(),
        password: "Correct-horse-9",
        role: "retailer",
        features: [],
        allowed_providers: ["primary"],
      },
    }),
    updateTenant: async () => ({
      id: (await world.operator()).id,
      body: { features: ["view_reports"], password: "Correct-horse-10" },
    }),
    setTenantStatus: async () => {
      const { id } = await world.operator();
      const admin = await world.superAdmin();
      await admin.patch(`/super-admin/tenants/${id}/status`, { isActive: false });
      return { id, body: { isActive: true } };
    },
    recordFundTransfer: async () => ({
      body: {
        from: "own_funds",
        to: "sandbox",
        amount: 500,
        utr_reference: world.newUtr(),
        transferred_on: today(),
        note: "Opening balance",
      },
    }),
    changeAdminEmailAddress: async () => ({
      body: { email: `admin${newId().slice(-6)}@example.com` },
    }),
    inviteSuperAdmin: async () => ({ body: person() }),
    repeatSuperAdminInvitation: async () => {
      const admin = await world.superAdmin();
      return { id: (await admin.ask(inviteSuperAdmin, { body: person() })).data.id };
    },
    changeSuperAdminRoles: async () => ({
      id: (await world.newSuperAdmin("Anil Sharma")).id,
      body: { roles: ["auditor"] },
    }),
    setSuperAdminStatus: async () => ({
      id: (await world.newSuperAdmin("Anil Sharma")).id,
      body: { is_active: false },
    }),
  };
}

/** Creates what super admins review. */
export function itemsToReview(world: World) {
  let opened: ReturnType<typeof openReceiver> | undefined;
  /** The tenant with a virtual account; the same each time. */
  const receiver = () => (opened ??= openReceiver(world));
  let asking: Promise<{ readonly tenant: SignedIn; readonly account: string }> | undefined;
  /** The tenant whose deposits and accounts wait, with an approved account; the same each time. */
  const asker = () => (asking ??= openAsker());

  let lineCount = 0;

  async function openAsker() {
    const tenant = await world.operator();
    return { tenant, account: await world.approvedAccount(tenant) };
  }

  return {
    receiver,
    async deposit(): Promise<string> {
      const { tenant, account } = await asker();
      return (await world.requestDeposit(tenant, 500, account))._id;
    },
    async account(): Promise<string> {
      const { tenant } = await asker();
      const body = accountForm(world.newAccountNumber());
      return (await tenant.ask(addBankAccount, { body })).data._id;
    },
    /** A credit of ₹1,500.50 in suspense. */
    async credit(utr?: string): Promise<string> {
      const credit = (await receiver()).credit({
        sender: { accountNumber: "00450100011223", ifscCode: "HDFC0000001", name: "A STRANGER" },
        ...(utr !== undefined && { utr }),
      });
      await receiveCredits("sandbox", [credit]);
      const { id } = await database()
        .selectFrom("incoming_credits")
        .select("id")
        .where("credit_reference", "=", credit.creditReference)
        .executeTakeFirstOrThrow();
      return id;
    },
    /** An imported statement with a line that matches a deposit. */
    async statement(): Promise<{ readonly id: string; readonly line: string }> {
      const statements = statementsOf(world);
      const utr = world.newUtr();
      const { tenant, account } = await asker();
      // Each amount once: a second deposit of the same amount is no exact match.
      const amount = 1_000 + (lineCount += 1);
      await statements.request(tenant, account, amount, utr);
      const row = creditRow(utr, undefined, `${amount}.00`);
      const { id, lines } = await statements.importRows(await world.superAdmin(), row);
      return { id, line: lines[0]?.id ?? "" };
    },
  };
}
