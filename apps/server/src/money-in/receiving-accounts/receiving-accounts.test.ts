// Several receiving accounts: tenants choose between the active ones, and every change is checked.
import { getPlatformConfig } from "@rokad/contract/platform";
import { listDeposits } from "@rokad/contract/deposits";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  openReceivingWorld,
  sampleAccount,
  type ReceivingWorld,
} from "../../../test/receiving-world.ts";

let world: ReceivingWorld;
beforeEach(async () => {
  world = await openReceivingWorld();
});
afterEach(async () => {
  expect(await world.faults()).toEqual([]);
  await world.close();
});

const offered = async () =>
  (await (await world.retailer()).ask(getPlatformConfig, {})).data.receiving_accounts;
describe("the list", () => {
  test("tenants see the active accounts in full, the default first [15.8]", async () => {
    const main = await world.add({ label: "Main" });
    const second = await world.add({
      label: "Second",
      bank_name: "ICICI Bank",
      ifsc_code: "ICIC0000026",
    });
    expect([main.is_default, second.is_default]).toEqual([true, false]);
    const config = (await (await world.retailer()).ask(getPlatformConfig, {})).data;
    expect(config.receiving_account).toMatchObject({ account_number: main.account_number });
    expect(config.receiving_accounts.map(({ label, is_default }) => [label, is_default])).toEqual([
      ["Main", true],
      ["Second", false],
    ]);
    await world.change(second, { is_default: true });
    expect((await offered()).map(({ label }) => label)).toEqual(["Second", "Main"]);
    await world.change(await world.find(main.id), { is_active: false });
    expect((await offered()).map(({ label }) => label)).toEqual(["Second"]);
  });

  test("there is always one default among the active accounts", async () => {
    const main = await world.add();
    const second = await world.add({ is_default: true });
    const first = await world.find(main.id);
    expect([first.is_default, second.is_default]).toEqual([false, true]);
    for (const [account, change, field] of [
      [second, { is_default: false }, "is_default"],
      [second, { is_active: false }, "is_active"],
      [second, { is_active: false, is_default: false }, "is_default"],
      [first, { is_active: false, is_default: true }, "is_active"],
    ] as const) {
      const { status, body } = await world.change(account, change);
      expect([status, Object.keys(body.error.fields ?? {})]).toEqual([400, [field]]);
    }
    expect((await world.change(first, { is_active: false })).status).toBe(200);
    expect((await world.change(second, { is_active: false, is_default: false })).status).toBe(200);
    expect(await offered()).toEqual([]);
    const again = await world.change(await world.find(main.id), { is_active: true });
    expect(again.body.error.fields).toEqual({
      is_default: "The only active account must be the default",
    });
  });

  test("a value that breaks a rule is named by its field, and the number never changes", async () => {
    const account = await world.add();
    for (const [field, value] of [
      ["label", ""],
      ["label", "x".repeat(41)],
      ["account_holder_name", "R"],
      ["account_number", "12ab"],
      ["account_number", 123456789012],
      ["ifsc_code", "HDFC1000060"],
      ["bank_name", "HDFC\u0000Bank"],
      ["branch_name", ""],
      ["settles_provider", "nobody"],
    ] as const) {
      const body = { ...sampleAccount, account_number: world.newAccountNumber(), [field]: value };
      const { status, body: answer } = await world.addAccount(world.meera, body);
      expect([field, status, Object.keys(answer.error.fields ?? {})]).toEqual([
        field,
        400,
        [field],
      ]);
    }
    const other = await world.change(account, { account_number: "99887766554", label: "Other" });
    expect(other.status).toBe(200);
    expect((await world.find(account.id)).account_number).toBe(account.account_number);
    const missing = "01994c52-6f1d-7a3c-9b40-7c2e5d8f1a22";
    expect((await world.change({ ...account, id: missing }, {})).status).toBe(404);
  });
});

describe("a deposit request", () => {
  test("records the account that it was sent to, and the default without a choice [7.22]", async () => {
    const main = await world.add();
    const second = await world.add({ bank_name: "ICICI Bank", ifsc_code: "ICIC0000026" });
    const tenant = await world.retailer();
    await world.request(tenant);
    await world.request(tenant, second);
    const { data } = await tenant.ask(listDeposits, { query: {} });
    const masked = ({ account_number: number }: { account_number: string }) =>
      `****${number.slice(-4)}`;
    expect(data.map(({ receiving_account: to }) => [to?.bank_name, to?.account_number])).toEqual([
      ["ICICI Bank", masked(second)],
      ["HDFC Bank", masked(main)],
    ]);
  });

  test("for an account that is not offered is refused, and one without any account is possible", async () => {
    const tenant = await world.retailer();
    expect((await world.request(tenant)).receiving_account).toBeNull();
    const main = await world.add();
    const second = await world.add();
    await world.change(second, { is_active: false });
    const bank_account = await world.approvedAccount(tenant);
    for (const id of [second.id, "01994c52-6f1d-7a3c-9b40-7c2e5d8f1a22"]) {
      const form = {
        bank_account,
        amount: 500,
        utr_reference: world.newUtr(),
        receiving_account: id,
      };
      const { status, body } = await tenant.post("/wallet/deposit/initiate", form);
      expect([status, body.error.fields]).toEqual([
        400,
        { receiving_account: "Please select one of the accounts shown" },
      ]);
    }
    expect(main.is_active).toBe(true);
  });

  test("for an account that was deactivated stays approvable, with a warning", async () => {
    await world.add();
    const second = await world.add({ bank_name: "ICICI Bank", ifsc_code: "ICIC0000026" });
    const tenant = await world.retailer();
    const { _id: id } = await world.request(tenant, second);
    expect((await world.find(second.id)).waiting).toMatchObject({
      count: 1,
      total_amount: { amount: 10_000_00 },
    });
    await world.change(second, { is_active: false });
    const { body } = await world.meera.get("/super-admin/deposits");
    expect(body.data[0]?.warnings.map(({ code }) => code)).toContain("RECEIVING_ACCOUNT_INACTIVE");
    expect((await world.approve(world.meera, id)).status).toBe(200);
    expect(await tenant.balance()).toBe(10_000_00);
    expect(await world.receivedIn(second)).toBe(10_000_00);
  });
});
