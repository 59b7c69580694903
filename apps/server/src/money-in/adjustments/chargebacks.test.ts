// The guarantee: a credit that its provider takes back is debited once, also when webhooks repeat,
// race or overtake the credit; what the event does not settle exactly goes to super admins.
import { listAdjustments } from "@rokad/contract/adjustments";
import { listNotifications } from "@rokad/contract/notifications";
import { listSuspense } from "@rokad/contract/suspense";
import { listDeposits } from "@rokad/contract/deposits";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  letter,
  openAdjustmentWorld,
  type AdjustmentWorld,
} from "../../../test/adjustment-world.ts";
import { openReceiver, type Receiver } from "../../../test/receiver.ts";
import { sql } from "kysely";
import { database } from "../../database/db.ts";
import { encrypt } from "../../database/encryption/encrypt.ts";
import { newId } from "../../kernel/ids.ts";
import { trialBalance } from "../../ledger/ledger.ts";
import { sumReceivingAccounts } from "../../ledger/sum-receiving-accounts.ts";
import { receiveCredit } from "../virtual-accounts/receive-credits.ts";
import { receiveChargeback } from "./receive-chargeback.ts";

let world: AdjustmentWorld;
let receiver: Receiver;
beforeAll(async () => {
  world = await openAdjustmentWorld();
  receiver = await openReceiver(world);
});
afterAll(async () => {
  expect(await world.faults()).toEqual([]);
  await world.close();
});

let made = 0;
const chargebackOf = (creditReference: string, amountPaise: bigint) => ({
  reference: `rf_${(made += 1)}`,
  creditReference,
  amountPaise,
});
const openChargebacks = async () => {
  const boss = await world.superAdmin();
  return (await boss.ask(listAdjustments, { query: {} })).summary.chargebacks;
};

describe("a credit that reached the wallet", () => {
  test("is debited once when its chargeback comes 8 times; the tenant owes what was spent", async () => {
    const { tenant, ...one } = await openReceiver(world);
    const credit = one.credit({ amountPaise: 2_000_00n });
    await receiveCredit("sandbox", credit);
    await world.adjust(world.wrongCredit(tenant, 500));
    const chargeback = chargebackOf(credit.creditReference, 2_000_00n);
    const results = await Promise.all(
      Array.from({ length: 8 }, () => receiveChargeback("sandbox", chargeback)),
    );
    expect(results.toSorted()).toEqual(["debited", ...Array(7).fill("known")]);
    expect(await world.wallet(tenant)).toEqual([0, 0, 500_00]);
    const { data } = await tenant.ask(listNotifications, { query: {} });
    expect(data[0]?.text).toBe(
      `₹2,000.00 was taken from your wallet (chargeback): The bank took back the transfer ${credit.utr}. You owe ₹500.00, paid off by your next credits`,
    );
    // The UTR stays with its deposit, so the same transfer can't be credited again.
    const { data: deposits } = await tenant.ask(listDeposits, { query: {} });
    expect(deposits).toMatchObject([{ utr_reference: credit.utr, status: "completed" }]);
    // A later credit of the virtual account pays the debt.
    await receiveCredit("sandbox", one.credit({ amountPaise: 700_00n }));
    expect(await world.wallet(tenant)).toEqual([200_00, 0, 0]);
  });

  test("is taken back in parts, and never beyond its amount", async () => {
    const { tenant, ...one } = await openReceiver(world);
    const credit = one.credit({ amountPaise: 1_000_00n });
    await receiveCredit("sandbox", credit);
    const take = (paise: bigint) =>
      receiveChargeback("sandbox", chargebackOf(credit.creditReference, paise));
    expect(await take(400_00n)).toBe("debited");
    expect(await take(600_01n)).toBe("contradiction");
    expect(await take(600_00n)).toBe("debited");
    expect(await world.wallet(tenant)).toEqual([0, 0, 0]);
    const [open] = await openChargebacks();
    expect(open).toMatchObject({ amount: { amount: 600_01 }, tenant: { id: tenant.id } });
    const boss = await world.superAdmin();
    const path = `/super-admin/chargebacks/${open?.id ?? ""}/close` as const;
    expect((await boss.post(path, { reason: "Their mistake" })).status).toBe(200);
    expect((await boss.post(path, { reason: "Their mistake" })).body.error.code).toBe(
      "ALREADY_DECIDED",
    );
    expect(await openChargebacks()).toEqual([]);
  });

  test("of a closed tenant, or one that an adjustment corrected, is a contradiction that a proposal handles", async () => {
    const { tenant, ...one } = await openReceiver(world);
    const credit = one.credit({ amountPaise: 900_00n });
    await receiveCredit("sandbox", credit);
    const { data } = await tenant.ask(listDeposits, { query: {} });
    const deposit_id = data[0]?._id ?? "";
    await world.adjust(world.wrongCredit(tenant, 300, { deposit_id }));
    const chargeback = chargebackOf(credit.creditReference, 900_00n);
    expect(await receiveChargeback("sandbox", chargeback)).toBe("contradiction");
    const [open] = await openChargebacks();
    expect(open).toMatchObject({ deposit_id, credited: { amount: 900_00 } });
    await world.adjust({
      ...world.wrongCredit(tenant, 600),
      kind: "bank_recall",
      deposit_id,
      chargeback_id: open?.id ?? "",
      document: letter,
    });
    expect(await openChargebacks()).toEqual([]);
    expect(await world.wallet(tenant)).toEqual([0, 0, 0]);
    const boss = await world.superAdmin();
    expect((await boss.delete(`/super-admin/tenants/${tenant.id}`)).status).toBe(200);
    const late = chargebackOf(credit.creditReference, 1n);
    expect(await receiveChargeback("sandbox", late)).toBe("contradiction");
    expect(await openChargebacks()).toMatchObject([{ tenant: null, deposit_id: null }]);
  });
});

describe("the order of arrival does not matter", () => {
  test("a chargeback before its credit debits it when it comes", async () => {
    const { tenant, ...one } = await openReceiver(world);
    const credit = one.credit({ amountPaise: 100_00n });
    const chargeback = chargebackOf(credit.creditReference, 100_00n);
    expect(await receiveChargeback("sandbox", chargeback)).toBe("waiting");
    expect(await receiveCredit("sandbox", credit)).toBe("credited");
    expect(await world.wallet(tenant)).toEqual([0, 0, 0]);
    expect(await receiveChargeback("sandbox", chargeback)).toBe("known");
  });

  test("credit and chargeback at once always end at zero", async () => {
    const { tenant, ...one } = await openReceiver(world);
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        const credit = one.credit({ amountPaise: 50_00n });
        await Promise.all([
          receiveCredit("sandbox", credit),
          receiveChargeback("sandbox", chargebackOf(credit.creditReference, 50_00n)),
        ]);
      }),
    );
    const { rows } = await sql<{ state: string }>`
      select distinct state from credit_chargebacks where state = 'waiting'
    `.execute(database());
    expect([await world.wallet(tenant), rows]).toEqual([[0, 0, 0], []]);
  });

  test("a credit that was reported without the refunded part is not reduced twice", async () => {
    const credit = receiver.credit({ amountPaise: 70_00n, problem: "partly_refunded" });
    await receiveChargeback("sandbox", chargebackOf(credit.creditReference, 30_00n));
    const before = (await trialBalance(database()))["suspense"] ?? 0n;
    expect(await receiveCredit("sandbox", credit)).toBe("suspended");
    expect(((await trialBalance(database()))["suspense"] ?? 0n) - before).toBe(70_00n);
  });

  test("a refund of another product's payment moves nothing and notifies nobody", async () => {
    const boss = await world.superAdmin();
    const count = async () =>
      (await boss.ask(listNotifications, { query: { limit: 100 } })).data.filter(
        ({ kind }) => kind === "credit_charged_back",
      ).length;
    const before = await count();
    expect(await receiveChargeback("sandbox", chargebackOf("pay_other", 1n))).toBe("waiting");
    expect(await count()).toBe(before);
  });
});

describe("a credit in suspense", () => {
  const sender = { accountNumber: "00450100011223", ifscCode: "HDFC0000001", name: "UNKNOWN" };

  test("leaves suspense, and can't be assigned afterwards", async () => {
    const credit = receiver.credit({ sender, amountPaise: 333_00n });
    await receiveCredit("sandbox", credit);
    const boss = await world.superAdmin();
    const waiting = async () =>
      (await boss.ask(listSuspense, { query: { status: "all", limit: 100 } })).data.find(
        ({ utr_reference: utr }) => utr === credit.utr,
      );
    const id = (await waiting())?.id ?? "";
    const before = (await trialBalance(database()))["suspense"] ?? 0n;
    const chargeback = chargebackOf(credit.creditReference, 333_00n);
    const [result, assigned] = await Promise.all([
      receiveChargeback("sandbox", chargeback),
      boss.post(`/super-admin/suspense/${id}/return`, {
        utr_reference: world.newUtr(),
        reason: "Unknown",
      }),
    ]);
    // Either the provider or the person took it out, and only once.
    expect([result, assigned.status]).toEqual(
      result === "returned" ? ["returned", 409] : ["contradiction", 200],
    );
    expect(((await trialBalance(database()))["suspense"] ?? 0n) - before).toBe(-333_00n);
    expect(await waiting()).toMatchObject({ status: "returned" });
  });

  test("shows that the provider took it back; its transfer stays closed for requests", async () => {
    const credit = receiver.credit({ sender, amountPaise: 444_00n });
    await receiveCredit("sandbox", credit);
    const part = chargebackOf(credit.creditReference, 44_00n);
    expect(await receiveChargeback("sandbox", part)).toBe("contradiction");
    const all = chargebackOf(credit.creditReference, 444_00n);
    expect(await receiveChargeback("sandbox", all)).toBe("returned");
    const boss = await world.superAdmin();
    const { data } = await boss.ask(listSuspense, { query: { status: "decided", limit: 100 } });
    expect(data.find(({ utr_reference: utr }) => utr === credit.utr)).toMatchObject({
      status: "returned",
      decided_by: null,
      note: "The provider took it back",
    });
    const body = {
      bank_account: receiver.bankAccount,
      amount: 444,
      utr_reference: credit.utr ?? "",
    };
    const request = await receiver.tenant.post("/wallet/deposit/initiate", body);
    expect(request.body.error.code).toBe("TRANSFER_NOT_CREDITABLE");
  });
});

describe("the receiving account of a virtual account", () => {
  test("has what was credited, and no longer has what was taken back from the wallet or from suspense", async () => {
    const id = newId();
    await sql`
      insert into receiving_accounts (
        id, label, account_holder_name, account_number_encrypted, account_number_hash,
        account_number_end, ifsc_code, bank_name, settles_adapter, created_at, updated_at
      ) values (
        ${id}, 'Settlements', 'Rokad', ${encrypt("receiving account number", id, "00120034005699")},
        ''::bytea, '5699', 'HDFC0000060', 'HDFC Bank', 'sandbox', now(), now()
      )
    `.execute(database());
    const one = await openReceiver(world);
    const [credited, suspended] = [
      one.credit({ amountPaise: 300_00n }),
      one.credit({ amountPaise: 200_00n, sender: null }),
    ];
    await receiveCredit("sandbox", credited);
    await receiveCredit("sandbox", suspended);
    const sumOf = async () => (await sumReceivingAccounts(database())).byAccount.get(id);
    expect(await sumOf()).toBe(500_00n);
    const take = (reference: string, paise: bigint) =>
      receiveChargeback("sandbox", chargebackOf(reference, paise));
    expect(await take(credited.creditReference, 100_00n)).toBe("debited");
    expect(await sumOf()).toBe(400_00n);
    expect(await take(suspended.creditReference, 200_00n)).toBe("returned");
    expect(await sumOf()).toBe(200_00n);
    await sql`update receiving_accounts set settles_adapter = null where id = ${id}`.execute(
      database(),
    );
  });

  test("without one, the money outside of all accounts becomes less", async () => {
    const one = await openReceiver(world);
    const credit = one.credit({ amountPaise: 300_00n });
    const before = await sumReceivingAccounts(database());
    await receiveCredit("sandbox", credit);
    await receiveChargeback("sandbox", chargebackOf(credit.creditReference, 100_00n));
    const after = await sumReceivingAccounts(database());
    expect(after.elsewherePaise - before.elsewherePaise).toBe(200_00n);
    expect(after.earlierPaise).toBe(before.earlierPaise);
  });
});
