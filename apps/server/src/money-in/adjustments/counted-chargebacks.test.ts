// The guarantee: a chargeback that the books may have counted already moves nothing; people decide it.
import { listDeposits } from "@rokad/contract/deposits";
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

describe("a deposit that people correct", () => {
  const corrected = "An adjustment of this deposit is proposed or posted";

  /** A credit of ₹900 in a wallet, and the form of a correction by ₹300. */
  async function creditedDeposit() {
    const { tenant, ...one } = await openReceiver(world);
    const credit = one.credit({ amountPaise: 900_00n });
    await receiveCredit("sandbox", credit);
    const { data } = await tenant.ask(listDeposits, { query: {} });
    const form = world.wrongCredit(tenant, 300, { deposit_id: data[0]?._id ?? "" });
    return { tenant, credit, form };
  }

  test("is not debited again by the chargeback that they corrected", async () => {
    const { tenant, credit, form } = await creditedDeposit();
    await world.adjust(form);
    expect(await takeBack(credit, 300_00n)).toBe("contradiction");
    expect(await whyOf(credit)).toEqual([corrected]);
    expect(await world.wallet(tenant)).toEqual([600_00, 0, 0]);
  });

  test("is debited once when its chargeback comes before the second person confirms", async () => {
    const { tenant, credit, form } = await creditedDeposit();
    const [asha, ravi] = await world.pair();
    const id = await world.propose(asha, form);
    expect(await takeBack(credit, 300_00n)).toBe("contradiction");
    expect(await world.wallet(tenant)).toEqual([900_00, 0, 0]);
    expect((await world.confirm(ravi, id)).status).toBe(200);
    expect(await world.wallet(tenant)).toEqual([600_00, 0, 0]);
  });

  test("is debited by its chargeback if they withdrew the correction", async () => {
    const { tenant, credit, form } = await creditedDeposit();
    const [asha] = await world.pair();
    const id = await world.propose(asha, form);
    expect((await asha.post(`/super-admin/adjustments/${id}/withdraw`)).status).toBe(200);
    expect(await takeBack(credit, 300_00n)).toBe("debited");
    expect(await world.wallet(tenant)).toEqual([600_00, 0, 0]);
  });
});
