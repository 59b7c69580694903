// The guarantee: a chargeback that the books may have counted already moves nothing; people decide it.
import { assignCredit, listSuspense } from "@rokad/contract/suspense";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openAdjustmentWorld, type AdjustmentWorld } from "../../../test/adjustment-world.ts";
import { openReceiver, type Receiver } from "../../../test/receiver.ts";
import { database } from "../../database/db.ts";
import { trialBalance } from "../../ledger/ledger.ts";
import type { IncomingCredit } from "../../providers/virtual-accounts.ts";
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

let count = 0;
const takeBack = ({ creditReference }: IncomingCredit, amountPaise: bigint) =>
  receiveChargeback("sandbox", { reference: `rf_${(count += 1)}`, creditReference, amountPaise });

const whyOf = async ({ creditReference }: IncomingCredit) => {
  const rows = await database()
    .selectFrom("credit_chargebacks")
    .select("why")
    .where("credit_reference", "=", creditReference)
    .execute();
  return rows.map(({ why }) => why);
};

describe("a credit that arrived without a refunded part", () => {
  const refunded = "It arrived without a refunded part, which may be this one";
  const inSuspense = async () => (await trialBalance(database()))["suspense"] ?? 0n;

  test("stays in suspense when that refund follows, also one of as much as is left", async () => {
    const credit = receiver.credit({ amountPaise: 70_00n, problem: "partly_refunded" });
    expect(await receiveCredit("sandbox", credit)).toBe("suspended");
    const before = await inSuspense();
    expect(await takeBack(credit, 30_00n)).toBe("contradiction");
    expect(await takeBack(credit, 70_00n)).toBe("contradiction");
    expect(await inSuspense()).toBe(before);
    expect(await whyOf(credit)).toEqual([refunded, refunded]);
  });

  test("stays in the wallet to which a person assigned it", async () => {
    const { tenant, ...one } = await openReceiver(world);
    const credit = one.credit({ amountPaise: 70_00n, problem: "partly_refunded" });
    await receiveCredit("sandbox", credit);
    const boss = await world.superAdmin();
    const { data } = await boss.ask(listSuspense, { query: { limit: 100 } });
    const id = data.find(({ utr_reference: utr }) => utr === credit.utr)?.id ?? "";
    await boss.ask(assignCredit, { params: { id }, body: { tenant_id: tenant.id } });
    expect(await takeBack(credit, 30_00n)).toBe("contradiction");
    expect(await takeBack(credit, 70_00n)).toBe("contradiction");
    expect(await world.wallet(tenant)).toEqual([70_00, 0, 0]);
  });
});

test("a credit whose transfer a deposit request brought stays in suspense", async () => {
  const { tenant, deposit } = await world.credited(800);
  const credit = receiver.credit({ amountPaise: 800_00n, utr: deposit.utr_reference });
  expect(await receiveCredit("sandbox", credit)).toBe("suspended");
  expect(await takeBack(credit, 800_00n)).toBe("contradiction");
  expect(await whyOf(credit)).toEqual([
    "A deposit with its UTR was credited before, so a wallet may have this money",
  ]);
  expect(await world.wallet(tenant)).toEqual([800_00, 0, 0]);
});
