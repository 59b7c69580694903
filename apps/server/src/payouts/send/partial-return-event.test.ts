// The guarantee: a signed event and an answer of either provider that says reversed with a part of
// the amount is booked once, however often and in whichever way it is repeated.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Payer } from "../../../test/payer.ts";
import { impsOrder, openPayoutWorld, type PayoutWorld } from "../../../test/payout-world.ts";
import {
  adapterAt,
  openProviderStandIn,
  standInCredentials,
  standInNames,
  type ProviderStandIn,
} from "../../../test/provider-stand-ins.ts";
import { useCredentials } from "../../kernel/credentials.ts";
import { now } from "../../kernel/clock.ts";
import { adapterOf, useProviders } from "../../providers/configured-providers.ts";
import { applyProviderUpdate } from "./apply-provider-updates.ts";

describe.each(standInNames)("%s", (name) => {
  let world: PayoutWorld;
  let standIn: ProviderStandIn;
  let payer: Payer;
  beforeAll(async () => {
    world = await openPayoutWorld();
    standIn = await openProviderStandIn(name, now);
    useCredentials(standInCredentials);
    useProviders({
      primary: adapterAt(name, standIn.baseUrl, 2_000),
      alternative: adapterOf("alternative"),
    });
    payer = await world.payer("₹5,00,000");
  });
  afterAll(async () => {
    useCredentials({});
    await standIn.close();
    await world.close();
  });

  /** The text of a paid transfer as a return of ₹400 of ₹1,000. */
  const asReturn = (text: string) =>
    name === "razorpayx"
      ? text
          .replaceAll('"status":"processed"', '"status":"reversed"')
          .replaceAll('"amount":100000,', '"amount":40000,')
      : text
          .replaceAll('"status":"SUCCESS"', '"status":"REVERSED"')
          .replaceAll('"status_code":"COMPLETED"', '"status_code":"BENE_NAME_DIFFERS"')
          .replaceAll('"transfer_amount":1000,', '"transfer_amount":400,');

  async function paidPayout() {
    const { body } = await payer.pay(impsOrder());
    await world.work();
    standIn.settle();
    world.pass(60_000);
    await world.work();
    const { id, reference_id: reference } = body.data as { id: string; reference_id: string };
    expect((await payer.shown(id)).status).toBe("success");
    return { id, reference };
  }

  async function deliver(reference: string, change: (text: string) => string, status = 200) {
    for (const { headers, rawBody } of standIn.webhooks(change)) {
      const text = rawBody.toString();
      if (!text.includes(reference) || !/reversed/i.test(text)) continue;
      const url = `/api/v1/webhooks/${name}`;
      const sent = { method: "POST", url, headers, payload: rawBody } as const;
      expect((await world.app.inject(sent)).statusCode).toBe(status);
      await world.work();
    }
  }

  test("a signed event books the part once, also when a status check says it again", async () => {
    const { id, reference } = await paidPayout();
    const before = await payer.balance();
    await deliver(reference, asReturn);
    await deliver(reference, asReturn);
    expect(await payer.balance()).toBe(before + 400_00);
    standIn.changeAnswers(asReturn);
    const answer = await adapterOf("primary").checkStatus(reference);
    standIn.changeAnswers(undefined);
    expect(answer).toMatchObject({ state: "reversed", amountPaise: 400_00n });
    if (!answer) throw new Error("The stand-in lost the transfer");
    expect(await applyProviderUpdate({ ...answer, reference, adapter: name })).toBe("nothing");
    expect(await payer.balance()).toBe(before + 400_00);
    const { data } = (await payer.get(`/payouts/${id}`)).body;
    expect(data).toMatchObject({ status: "success", returned_amount: { amount: 400_00 } });
    expect(await world.faults()).toEqual([]);
  });

  test("an event that is not signed, or names another currency, books nothing", async () => {
    const { reference } = await paidPayout();
    const before = await payer.balance();
    const signed = standIn.webhooks(asReturn).find(({ rawBody }) => rawBody.includes(reference));
    if (!signed) throw new Error("The stand-in has no event");
    const payload = Buffer.from(signed.rawBody.toString().replaceAll("400", "300"));
    const forged = await world.app.inject({
      method: "POST",
      url: `/api/v1/webhooks/${name}`,
      headers: signed.headers,
      payload,
    });
    expect(forged.statusCode).toBe(400);
    const inDollars = (text: string) =>
      asReturn(text)
        .replaceAll(/"currency":"INR",?/g, "")
        .replaceAll('"amount":40000,', '"amount":40000,"currency":"USD",')
        .replaceAll('"transfer_amount":400,', '"transfer_amount":400,"currency":"USD",');
    await deliver(reference, inDollars);
    expect(await payer.balance()).toBe(before);
    expect(await world.faults()).toEqual([]);
  });
});
