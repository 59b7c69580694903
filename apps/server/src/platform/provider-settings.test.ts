// The guarantee: a payout goes to the adapter that System Settings have for its rail at that moment,
// and whatever was sent is asked about where it was sent.
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { upiOrder } from "../../test/payout-world.ts";
import { openSettingsWorld, type SettingsWorld } from "../../test/settings-world.ts";
import { now } from "../clock.ts";
import { database } from "../db.ts";
import { OutcomeUnknownError, type Provider } from "../providers/provider.ts";
import { adapterOf, useProviders } from "../providers/rails.ts";

let world: SettingsWorld;
/** What the second adapter was asked to send and to look up, by reference. */
const heard = { sent: [] as string[], looked: [] as string[] };
let answers = true;

const second: Provider = {
  name: "second",
  missingSettings: async () => [],
  amountPaiseMax: { upi: 2_000_00n, imps: 2_000_00n },
  async send({ reference }) {
    heard.sent.push(reference);
    if (!answers) throw new OutcomeUnknownError("It gave no answer");
    return { state: "success", utr: "632456789012" };
  },
  async look(reference) {
    heard.looked.push(reference);
    return { state: "success", utr: "632456789012" };
  },
  async probe() {},
};

beforeAll(async () => {
  world = await openSettingsWorld();
  const sandbox = adapterOf("primary");
  useProviders({ primary: sandbox, alternative: sandbox }, [second]);
});
afterEach(async () => {
  heard.sent = [];
  heard.looked = [];
  answers = true;
  await world.putBack();
});
afterAll(() => world.close());

test("the choices are the adapters of this installation, the default is the environment's", async () => {
  expect(await world.settingOf("primary_provider")).toMatchObject({
    value: "sandbox",
    default: "sandbox",
    is_default: true,
    choices: ["sandbox", "second"],
  });
  const { status, body } = await world.save("primary_provider", "sandbox", "third");
  expect([status, body.error.fields]).toEqual([
    400,
    { primary_provider: "Choose one of: sandbox, second" },
  ]);
});

test("the next payout goes to the adapter that was chosen, with that adapter's cap before a code", async () => {
  const payer = await world.payer("₹5,000");
  await world.save("primary_provider", "sandbox", "second");
  const tooMuch = await payer.post("/payouts/otp/send", {
    mobile: payer.mobile,
    payout: upiOrder("asha@okhdfc", { amount: 2_000.01 }),
  });
  expect([tooMuch.status, tooMuch.body.error.code]).toEqual([422, "AMOUNT_ABOVE_CAP"]);
  await payer.pay(upiOrder("asha@okhdfc"));
  await world.work();
  const { body } = await payer.get("/payouts");
  expect(heard.sent).toEqual([body.data[0].reference_id]);
  expect(body.data[0].status).toBe("success");
  expect(await world.faults()).toEqual([]);
});

test("a payout whose outcome is not known is asked about where it was sent, whatever the setting is by then", async () => {
  const payer = await world.payer("₹5,000");
  await world.save("primary_provider", "sandbox", "second");
  answers = false;
  await payer.pay(upiOrder("asha@okhdfc"));
  await world.work();
  expect(heard.sent).toHaveLength(1);
  await world.save("primary_provider", "second", "sandbox");
  world.pass(60_000);
  await world.work();
  expect(heard.looked).toEqual(heard.sent);
  expect((await payer.get("/payouts")).body.data[0].status).toBe("success");
});

test("what waits when the setting changes goes to the new adapter, and one that is not here gets nothing", async () => {
  const payer = await world.payer("₹5,000");
  await payer.pay(upiOrder("asha@okhdfc"));
  const stored = { key: "primary_provider", value: '"gone"', updated_at: now() };
  await database().insertInto("settings").values(stored).execute();
  await world.work();
  expect((await payer.get("/payouts")).body.data[0].status).toBe("pending");
  expect((await world.settingOf("primary_provider")).problem).toBe(
    "Choose one of: sandbox, second",
  );
  await world.save("primary_provider", "gone", "second");
  await world.work();
  expect(heard.sent).toHaveLength(1);
});
