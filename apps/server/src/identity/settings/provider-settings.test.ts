// The guarantee: a payout goes to the adapter that System Settings currently map its provider to, and
// status checks go to the adapter that sent it.
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { upiOrder } from "../../../test/payout-world.ts";
import { openSettingsWorld, type SettingsWorld } from "../../../test/settings-world.ts";
import { now } from "../../kernel/clock.ts";
import { database } from "../../database/db.ts";
import { clearProviderStatuses } from "../../payouts/provider-status.ts";
import { type Provider } from "../../providers/provider.ts";
import { OutcomeUnknownError } from "../../kernel/outbound-errors.ts";
import { adapterOf, useProviders } from "../../providers/configured-providers.ts";

let world: SettingsWorld;
/** The references that the second adapter got to send and to look up. */
const calls = { sent: [] as string[], statusChecks: [] as string[] };
let isAnswering = true;

const second: Provider = {
  name: "second",
  missingSettings: async () => [],
  amountPaiseMax: { upi: 2_000_00n, imps: 2_000_00n },
  async send({ reference }) {
    calls.sent.push(reference);
    if (!isAnswering) throw new OutcomeUnknownError("It gave no answer");
    return { state: "success", utr: "632456789012" };
  },
  async checkStatus(reference) {
    calls.statusChecks.push(reference);
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
  calls.sent = [];
  calls.statusChecks = [];
  isAnswering = true;
  await world.resetSettings();
});
afterAll(() => world.close());

test("the choices are this installation's adapters, and the default is the environment's", async () => {
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

test("the next payout goes to the chosen adapter, whose cap applies before a code [15.10]", async () => {
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
  expect(calls.sent).toEqual([body.data[0].reference_id]);
  expect(body.data[0].status).toBe("success");
  expect(await world.faults()).toEqual([]);
});

test("status checks of an unknown outcome go to the adapter that sent it, after a change too [15.10]", async () => {
  const payer = await world.payer("₹5,000");
  await world.save("primary_provider", "sandbox", "second");
  isAnswering = false;
  await payer.pay(upiOrder("asha@okhdfc"));
  await world.work();
  expect(calls.sent).toHaveLength(1);
  await world.save("primary_provider", "second", "sandbox");
  world.pass(60_000);
  await world.work();
  expect(calls.statusChecks).toEqual(calls.sent);
  expect((await payer.get("/payouts")).body.data[0].status).toBe("success");
});

test("a pending payout goes to the new adapter, and an unavailable adapter gets nothing", async () => {
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
  // A process knows for up to a second what it read of the providers.
  clearProviderStatuses();
  await world.work();
  expect(calls.sent).toHaveLength(1);
});
