// The guarantee: play money never meets a real payout provider on one database, and the command that
// takes it out leaves books that verify.
import { startClosing } from "@rokad/contract/closings";
import { addDays } from "@rokad/contract/days";
import { approveDeposit } from "@rokad/contract/deposit-reviews";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { beneficiaryOf } from "../../../test/forms.ts";
import {
  impsOrder,
  openPayoutWorld,
  upiOrder,
  type PayoutWorld,
} from "../../../test/payout-world.ts";
import { adjusting } from "../../../test/adjustment-world.ts";
import { givePasskey } from "../../../test/passkey-steps.ts";
import { openReceiver } from "../../../test/receiver.ts";
import { signing } from "../../../test/signing.ts";
import { adminCommand } from "../../admin-commands.ts";
import { database } from "../../database/db.ts";
import { trialBalance } from "../../ledger/ledger.ts";
import { createSuperAdmin } from "../../identity/people/create-super-admin.ts";
import { receiveCredits } from "../../money-in/virtual-accounts/receive-credits.ts";
import { today } from "../../kernel/days.ts";
import { heartbeatOf } from "../activity/heartbeat.ts";
import { demoMobiles } from "../demo/demo-accounts.ts";
import { seedDemo } from "../demo/seed-demo.ts";
import { finishClosings } from "../../tenants/closing/finish-closings.ts";
import { demoAccountsIn } from "./find-sandbox-parts.ts";
import { checkEnvironment } from "./check-environment.ts";

let world: PayoutWorld;
beforeEach(async () => {
  world = await openPayoutWorld();
});
afterEach(() => world.close());

const clear = () => adminCommand(["clear-sandbox"], () => undefined, "real");

/** The demo's accounts with their history. Tenants of the world get other numbers. */
async function seedDemoAccounts(): Promise<void> {
  await seedDemo(() => undefined);
  while (world.newMobile() < "9000000009");
}

/** Turns a tenant with money into one of the demo's. */
async function becomeDemoAccount(id: string): Promise<void> {
  for (const table of ["people", "tenants"] as const)
    await database()
      .updateTable(table)
      .set({ mobile: "9000000002", name: "Demo Traders" })
      .where("id", "=", id)
      .execute();
}

/**
 * Payouts that wait, that the sandbox has, a payment request, a batch, a schedule, and a credit in
 * suspense.
 */
async function leaveSandboxWork() {
  const payer = await world.payer("₹10,000");
  await payer.pay(upiOrder("pending@upi"));
  await world.work();
  await payer.pay(impsOrder());
  await payer.post("/payment-requests", { payout: impsOrder() });
  await payer.post("/payout-batches", {
    file_name: "salaries.csv",
    content: Buffer.from("Name,UPI ID,Amount\nAsha Rao,asha@upi,10").toString("base64"),
    columns: { beneficiary_name: 0, upi_id: 1, amount: 2 },
  });
  const { body: saved } = await payer.post("/beneficiaries", beneficiaryOf("700600500400"));
  await payer.post("/payout-schedules", {
    destination_id: saved.data.default_destination?.id,
    amount: 10,
    rule: { repeats: "once", starts_on: addDays(today(), 1), hour: 10 },
  });
  const receiver = await openReceiver(world);
  const unknown = { accountNumber: "00450100011223", ifscCode: "HDFC0000001", name: "A STRANGER" };
  await receiveCredits("sandbox", [receiver.credit({ sender: unknown })]);
  return payer;
}

/**
 * What a second person or a waiting time would complete: a deposit with its first approval, an
 * adjustment, a change of a setting, and the closing of an account.
 */
async function leavePendingDecisions() {
  const boss = await world.superAdmin();
  const [shop, closing] = [
    await world.retailer({ wallet: "₹5,000" }),
    await world.retailer({ wallet: "₹5,000" }),
  ];
  const body = { reason: "Moved away" };
  await boss.ask(startClosing, { params: { id: closing.id }, body });
  const { propose, wrongCredit } = adjusting(world);
  await propose(boss, wrongCredit(shop, 100));
  await signing.saveSigned(boss, [{ key: "fee_paise", seen: 5_00, value: 7_00 }]);
  await database()
    .insertInto("settings")
    .values({ key: "second_approval_above_paise", value: "100000", updated_at: new Date() })
    .execute();
  const { _id: id } = await world.requestDeposit(shop, 10_000);
  const { data } = await boss.ask(approveDeposit, { params: { id }, body: {} });
  expect(data.first_approval).not.toBeNull();
  return { depositId: id, closingId: closing.id };
}

/** What a person adds in a session that anyone can open with the sandbox's codes. */
async function leaveAccess() {
  const shop = await world.retailer();
  await givePasskey(shop);
  const address = { person_id: shop.id, address: "shop@example.in", verified_at: new Date() };
  await database().insertInto("email_addresses").values(address).execute();
  const mobile = world.newMobile();
  await shop.post("/team/invitations", { mobile, name: "Ravi Menon", roles: ["viewer"] });
  return shop;
}

async function heldByTenants(): Promise<bigint[]> {
  const { available = 0n, held = 0n, suspense = 0n } = await trialBalance(database());
  return [available, held, suspense];
}

describe("a database with play money", () => {
  test("refuses a real provider, names everything in the way, and starts after clear-sandbox", async () => {
    await seedDemoAccounts();
    await leaveSandboxWork();
    await checkEnvironment("sandbox");

    const message = await checkEnvironment("real").catch((error: unknown) => String(error));
    for (const part of [
      "9000000001 (Demo Admin)",
      "wallets hold or owe play money",
      "payouts of the sandbox are not finished",
      "1 payment requests were prepared or approved with play money",
      "1 batches of payouts were uploaded with play money",
      "1 schedules were proposed or signed with play money",
      "of play money is in suspense",
      "1 virtual accounts are at the sandbox bank",
      "the demo's receiving account",
      "npm run admin -- clear-sandbox",
    ])
      expect(message).toContain(part);

    await clear();
    await checkEnvironment("real");
    expect(await world.faults()).toEqual([]);
    await adminCommand(["verify"], () => undefined);
    expect(await heldByTenants()).toEqual([0n, 0n, 0n]);
    const accounts = await demoAccountsIn(database());
    expect(accounts.map(({ is_active: isActive }) => isActive)).toEqual([
      false,
      false,
      false,
      false,
    ]);
    await expect(checkEnvironment("sandbox")).rejects.toThrow("never starts with the sandbox");
  });

  test("keeps no decision that one person began", async () => {
    const { depositId, closingId } = await leavePendingDecisions();
    await checkEnvironment("sandbox");
    const message = await checkEnvironment("real").catch((error: unknown) => String(error));
    for (const part of [
      "1 deposits of play money wait for a decision",
      "1 adjustments of play money were proposed",
      "1 changes were proposed with codes that anyone could read",
      "1 accounts with play money are being closed",
    ])
      expect(message).toContain(part);

    await clear();
    await checkEnvironment("real");
    expect(await world.faults()).toEqual([]);
    const db = database();
    const deposits = db.selectFrom("deposits").where("id", "=", depositId);
    expect(
      await deposits.select(["status", "first_approved_by", "review_note"]).executeTakeFirst(),
    ).toEqual({
      status: "failed",
      first_approved_by: null,
      review_note: "The installation was prepared for real money.",
    });
    const states = async (table: "adjustments" | "proposals") =>
      (await db.selectFrom(table).select("state").execute()).map(({ state }) => state);
    expect(await states("proposals")).toEqual(["void"]);
    expect((await states("adjustments")).toSorted()).toEqual(["posted", "posted", "withdrawn"]);
    // An open closing of an emptied wallet ends automatically, and for good.
    expect(await finishClosings()).toBe(0);
    const closed = db.selectFrom("tenants").select("closing_at").where("id", "=", closingId);
    expect(await closed.executeTakeFirst()).toEqual({ closing_at: null });
  });

  test("keeps nothing that people added with codes that anyone could read", async () => {
    const shop = await leaveAccess();
    await checkEnvironment("sandbox");
    const message = await checkEnvironment("real").catch((error: unknown) => String(error));
    for (const part of [
      "1 passkeys were added with",
      "1 e-mail addresses were verified with",
      "sessions were opened with",
      "browsers are known from",
      "1 invitations were sent by",
    ])
      expect(message).toContain(`${part} `);

    await clear();
    await checkEnvironment("real");
    for (const table of ["passkeys", "email_addresses", "known_browsers"] as const)
      expect(await database().selectFrom(table).selectAll().execute()).toEqual([]);
    expect((await shop.get("/auth/me")).status).toBe(401);
    world.pass(31_000);
    const again = await world.signIn(shop.mobile);
    expect((await again.get("/team")).body.data.invitations).toEqual([]);
  });

  test("does not keep a demo super admin who changed their own name", async () => {
    await createSuperAdmin({ mobile: demoMobiles.admin, name: "Meera Iyer" });
    await checkEnvironment("sandbox");
    await expect(checkEnvironment("real")).rejects.toThrow("9000000001 (Meera Iyer)");
    await clear();
    await checkEnvironment("real");
    const admin = database().selectFrom("people").where("mobile", "=", demoMobiles.admin);
    expect(await admin.select("is_active").executeTakeFirst()).toEqual({ is_active: false });
  });

  test("is cleared again from where an interrupted run stopped", async () => {
    await leaveSandboxWork();
    await checkEnvironment("sandbox");
    await database()
      .updateTable("installation_environment")
      .set({ environment: "clearing" })
      .execute();
    await expect(checkEnvironment("sandbox")).rejects.toThrow("clear-sandbox");
    await expect(checkEnvironment("real")).rejects.toThrow("clear-sandbox has not finished");
    await clear();
    await checkEnvironment("real");
  });

  test("is not cleared while one of its servers runs, and a server that starts later sees it", async () => {
    const { beat, end } = heartbeatOf({ role: "all", polledAt: () => undefined });
    await checkEnvironment("sandbox", beat);
    await expect(clear()).rejects.toThrow("Stop all servers first");
    await expect(checkEnvironment("real")).rejects.toThrow("Stop all servers first");
    await end();
    // Nothing of the sandbox is in it, so a real provider may start without the command.
    await checkEnvironment("real", beat);
    await checkEnvironment("real");
    await expect(checkEnvironment("sandbox", beat)).rejects.toThrow(
      "never starts with the sandbox",
    );
    await end();
  });

  test("is cleared only with real providers in the settings", async () => {
    await expect(adminCommand(["clear-sandbox"], () => undefined, "sandbox")).rejects.toThrow(
      "Set real providers",
    );
  });
});

describe("a database with real payouts", () => {
  test("keeps real tenants' money when clear-sandbox empties the demo accounts", async () => {
    while (world.newMobile() < "9000000009");
    await checkEnvironment("real");
    await becomeDemoAccount((await world.retailer({ wallet: "₹5,000" })).id);
    const payer = await world.payer("₹10,000");
    await clear();
    await checkEnvironment("real");
    expect(await world.faults()).toEqual([]);
    expect(await payer.balance()).toBe(10_000_00);
    // The demo account's ₹5,000 is gone.
    expect(await heldByTenants()).toEqual([10_000_00n, 0n, 0n]);
  });

  test("and without demo accounts is left as it is by clear-sandbox", async () => {
    await checkEnvironment("real");
    const payer = await world.payer("₹10,000");
    await clear();
    expect(await payer.balance()).toBe(10_000_00);
  });

  test("refuses an active demo account, and clear-sandbox deactivates it", async () => {
    while (world.newMobile() < "9000000009");
    await checkEnvironment("real");
    await becomeDemoAccount((await world.retailer()).id);
    await expect(checkEnvironment("real")).rejects.toThrow("9000000002 (Demo Traders)");
    await clear();
    await checkEnvironment("real");
  });
});
