// The guarantee: a text about what waits for an approval goes to those who can give it and chose texts,
// from the amount that each of them chose, through the gateways of all texts.
import { chooseNotification, getNotificationChoices } from "@rokad/contract/notification-choices";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openApprovalWorld, type ApprovalWorld } from "../../../test/approval-world.ts";
import { impsOrder } from "../../../test/forms.ts";
import type { SignedIn } from "../../../test/signed-in.ts";

let world: ApprovalWorld;
beforeAll(async () => {
  world = await openApprovalWorld();
});
afterAll(() => world.close());

const any = { amount_up_to: null, methods: null, sources: null, beneficiary: null };
const bands = [{ ...any, steps: [{ approvals: 1, roles: ["approver"], people: [] }] }];
const choose = (by: SignedIn, body: { sms?: boolean; email?: boolean; above?: number }) =>
  by.ask(chooseNotification, { params: { kind: "request_waiting" }, body });
/** Lets what waits become messages, and sends them. */
const deliver = () => world.later(11_000, () => world.work());

test("each approver gets texts from an amount of their own, and who can't approve gets none", async () => {
  const { owner, preparer, approver, second } = await world.team({ bands, wallet: "₹50,000" });
  await choose(approver, { sms: true, above: 1_000 });
  await choose(second, { sms: true, above: 5_000 });
  await choose(owner, { sms: true, above: 0 });
  await world.request(preparer, impsOrder({ amount: 900 }));
  await world.request(preparer, impsOrder({ amount: 4_000 }));
  await world.request(preparer, impsOrder({ amount: 1_000, ...other() }));
  await deliver();
  expect(await world.newestText(approver.mobile)).toBe(
    "Payments of your Rokad account wait for your approval: 2, together Rs.5,000.00.",
  );
  for (const { mobile } of [second, owner, preparer])
    expect(await world.newestText(mobile)).not.toContain("wait for your approval");
});

test("the default is no text; the amount bounds only texts, and can be read back", async () => {
  const { preparer, approver } = await world.team({ bands });
  const read = async () => {
    const { data } = await approver.ask(getNotificationChoices, {});
    return data.kinds.find(({ kind }) => kind === "request_waiting");
  };
  expect(await read()).toMatchObject({ sms: "off", above: { amount: 1_00_000_00 } });
  await world.request(preparer, impsOrder({ amount: 4_000 }));
  await deliver();
  expect(await world.newestText(approver.mobile)).not.toContain("wait for your approval");
  await choose(approver, { sms: true, above: 250 });
  expect(await read()).toMatchObject({ sms: "on", above: { amount: 250_00 } });
});

const other = () => ({ account_number: world.newAccountNumber() });
