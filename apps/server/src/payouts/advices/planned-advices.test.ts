// The guarantee: what was chosen with a payout is e-mailed once, after it is paid, and corrected each time
// that money comes back; nothing is sent of what was not paid.
import { setAdviceSettings } from "@rokad/contract/payment-advices";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openAdviceWorld, type AdviceWorld } from "../../../test/advice-world.ts";
import { checkpointAll } from "../../../test/tamper.ts";
import { database } from "../../database/db.ts";
import { sendDueAdvices } from "./send-due-advices.ts";

let world: AdviceWorld;
beforeAll(async () => {
  world = await openAdviceWorld();
});
afterAll(() => world.close());

describe("an advice that was chosen with the payout", () => {
  test("goes out once when it is paid, however many workers follow [43.8]", async () => {
    const owner = await world.newOwner();
    const payout = await world.pay(owner, { send_advice: true });
    await world.follow();
    expect(await world.mailbox(payout.beneficiary_email)).toEqual([]);
    expect(await world.advicesOf(owner, payout.id)).toMatchObject([{ state: "planned" }]);
    await world.settle();
    await world.follow(4);
    await world.follow(2);
    expect(await world.mailbox(payout.beneficiary_email)).toHaveLength(1);
    expect(await world.advicesOf(owner, payout.id)).toMatchObject([
      { state: "active", email: payout.beneficiary_email, created_by: null },
    ]);
  });

  test("is never sent of a payout that failed, was cancelled, or came back before [43.4]", async () => {
    const owner = await world.newOwner();
    const cancelled = await world.pay(owner, { send_advice: true });
    await owner.post(`/payouts/${cancelled.id}/cancel`);
    const back = await world.paid(owner, { send_advice: true });
    await world.sendBack(back.reference_id, 1_500_25n);
    await world.follow();
    for (const payout of [cancelled, back]) {
      expect(await world.mailbox(payout.beneficiary_email)).toEqual([]);
      expect(await world.advicesOf(owner, payout.id)).toMatchObject([{ state: "dropped" }]);
    }
  });

  test("is followed by a correction each time that money comes back later, once [43.4]", async () => {
    const owner = await world.newOwner();
    const payout = await world.paid(owner, { send_advice: true, amount: 1_000 });
    await world.follow();
    await world.sendBack(payout.reference_id, 250_00n);
    await world.follow(3);
    await world.sendBack(payout.reference_id, 750_00n);
    await world.follow(3);
    const subjects = (await world.mailbox(payout.beneficiary_email)).map(({ subject }) => subject);
    expect(subjects.toSorted()).toEqual([
      "Partly returned: ₹1,000.00 from Sharma Traders · Rokad",
      "Returned, not paid: ₹1,000.00 from Sharma Traders · Rokad",
      "₹1,000.00 from Sharma Traders · Rokad",
    ]);
  });

  test("is not sent once advices are off, or after it was revoked", async () => {
    const owner = await world.newOwner();
    const revoked = await world.pay(owner, { send_advice: true });
    const [advice] = await world.advicesOf(owner, revoked.id);
    await owner.post(`/payouts/${revoked.id}/advices/${advice?.id}/revoke`);
    const off = await world.pay(owner, { send_advice: true });
    await owner.ask(setAdviceSettings, { body: { is_on: false } });
    await world.settle();
    await world.follow();
    for (const payout of [revoked, off])
      expect(await world.mailbox(payout.beneficiary_email)).toEqual([]);
  });

  test("survives a crash between the e-mail and the position: one e-mail [43.8]", async () => {
    const owner = await world.newOwner();
    const payout = await world.paid(owner, { send_advice: true });
    await checkpointAll();
    await sql`
      create function fail_on_purpose() returns trigger language plpgsql as
        $$ begin raise exception 'the power failed'; end $$;
      create trigger fail_on_purpose after insert on outbound_messages
      for each statement execute function fail_on_purpose()
    `.execute(database());
    await expect(sendDueAdvices(new AbortController().signal)).rejects.toThrow("the power failed");
    await sql`drop function fail_on_purpose cascade`.execute(database());
    await world.follow();
    expect(await world.mailbox(payout.beneficiary_email)).toHaveLength(1);
  });
});
