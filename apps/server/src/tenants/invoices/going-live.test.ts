// The guarantee: when an installation goes from the sandbox to real money within a day, its invoices
// begin at 1 and have the fees of real money only.
import { getTaxInvoice, listTaxInvoices } from "@rokad/contract/tax-invoices";
import { afterEach, beforeEach, expect, test } from "vitest";
import { upiOrder } from "../../../test/forms.ts";
import { putSettings, supplierSettings } from "../../../test/invoice-settings.ts";
import { openWorld, type World } from "../../../test/world.ts";
import { database } from "../../database/db.ts";
import { useClock } from "../../kernel/clock.ts";
import { issueDueDocuments } from "./issue-due-documents.ts";

let world: World;
let restoreClock: () => void;
let time = Date.parse("2026-08-10T06:00:00Z");

beforeEach(async () => {
  restoreClock = useClock(() => new Date(time));
  world = await openWorld();
  await putSettings(supplierSettings);
});
afterEach(async () => {
  restoreClock();
  await world.close();
});

test("fees of play money are on samples, and those of the same day after it on invoice 1 [45.6]", async () => {
  const shop = await world.operator({ name: "Sharma Traders", wallet: "₹10,000" });
  const pay = async (count: number) => {
    const caller = await world.signIn(shop.mobile);
    for (let nth = 0; nth < count; nth += 1) await caller.pay(upiOrder("asha@okhdfc"));
    await world.work();
  };
  const documents = async () =>
    (await (await world.signIn(shop.mobile)).ask(listTaxInvoices, { query: {} })).data.map(
      ({ id, number, environment, month, charged }) => ({
        id,
        number,
        environment,
        month,
        charged,
      }),
    );
  const feesOf = (count: number) => ({
    count,
    fees: { amount: count * 5_00, currency: "INR" },
    gst: { amount: count * 90, currency: "INR" },
  });

  await pay(1);
  time = Date.parse("2026-09-14T06:00:00Z");
  await issueDueDocuments();
  const [sample] = await documents();
  expect(sample).toMatchObject({
    number: "RK/26-27/000001",
    environment: "sandbox",
    month: "2026-08",
    charged: feesOf(1),
  });

  await pay(3);
  time = Date.parse("2026-09-14T10:00:00Z");
  await database()
    .insertInto("installation_environment")
    .values({ environment: "real", since: new Date(time) })
    .execute();
  time = Date.parse("2026-09-14T11:00:00Z");
  await pay(2);
  time = Date.parse("2026-10-02T06:00:00Z");
  expect(await issueDueDocuments()).toBe(1);
  expect(await documents()).toMatchObject([
    { number: "RK/26-27/000001", environment: "real", month: "2026-09", charged: feesOf(2) },
  ]);
  // Its owner can still read the sample that they were given.
  const caller = await world.signIn(shop.mobile);
  expect((await caller.ask(getTaxInvoice, { params: { id: sample?.id ?? "" } })).data.number).toBe(
    "RK/26-27/000001",
  );
});
