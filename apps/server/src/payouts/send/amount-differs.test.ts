// The guarantee: a provider's answer with another amount, currency or no amount settles nothing and
// ends nothing, whichever way it arrives, and super admins see it among the differences.
import { listDifferences, startReconciliation } from "@rokad/contract/reconciliation";
import { listNotifications } from "@rokad/contract/notifications";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { Payer } from "../../../test/payer.ts";
import { impsOrder, openPayoutWorld, type PayoutWorld } from "../../../test/payout-world.ts";
import {
  adapterAt,
  openProviderStandIn,
  standInCredentials,
  standInNames,
  type ProviderStandIn,
} from "../../../test/provider-stand-ins.ts";
import { runDueJobs } from "../../../test/run-due-jobs.ts";
import { useCredentials } from "../../kernel/credentials.ts";
import { now } from "../../kernel/clock.ts";
import { today } from "../../kernel/days.ts";
import { adapterOf, useProviders } from "../../providers/configured-providers.ts";

const minuteMs = 60_000;

describe.each(standInNames)("%s", (name) => {
  let world: PayoutWorld;
  let standIn: ProviderStandIn;
  let payer: Payer;
  let boss: Awaited<ReturnType<PayoutWorld["superAdmin"]>>;
  beforeAll(async () => {
    world = await openPayoutWorld();
    standIn = await openProviderStandIn(name, now);
    useCredentials(standInCredentials);
    const alternative = adapterOf("alternative");
    useProviders({ primary: adapterAt(name, standIn.baseUrl, 2_000), alternative });
    boss = await world.superAdmin();
    payer = await world.payer("₹5,00,000");
  });
  beforeEach(async () => {
    boss = await world.signIn(boss.mobile);
    payer = new Payer(world.app, payer.mobile, (await world.signIn(payer.mobile)).token);
  });
  afterAll(async () => {
    useCredentials({});
    await standIn.close();
    await world.close();
  });

  const amount = name === "razorpayx" ? '"amount":100000' : '"transfer_amount":1000';
  const changes = {
    "another amount": (text: string) => text.replaceAll(`${amount},`, `${amount.slice(0, -3)},`),
    "no amount": (text: string) => text.replaceAll(`${amount},`, ""),
    "another currency": (text: string) =>
      text
        .replaceAll(/"currency":"INR",?/g, "")
        .replaceAll(`${amount},`, `${amount},"currency":"USD",`),
  };

  async function sentPayout() {
    // An account of its own: repeating an unclear payout needs a reason.
    const { body } = await payer.pay(impsOrder({ account_number: world.newAccountNumber() }));
    await world.work();
    return body.data as { id: string; reference_id: string };
  }
  const differencesOf = async (reference: string) => {
    const { data } = await boss.ask(listDifferences, { query: { limit: "100" } });
    return data.filter((difference) => difference.subject === reference);
  };
  const notificationsOf = async (reference: string) => {
    const { data } = await boss.ask(listNotifications, { query: { limit: "100" } });
    return data.filter(({ text }) => text.includes(reference));
  };

  async function deliver(reference: string, change: (text: string) => string) {
    for (const { headers, rawBody } of standIn.webhooks(change)) {
      if (!rawBody.includes(reference)) continue;
      const url = `/api/v1/webhooks/${name}`;
      const call = { method: "POST", url, headers, payload: rawBody } as const;
      expect((await world.app.inject(call)).statusCode).toBe(200);
      await world.work();
    }
  }

  test.for(Object.entries(changes))(
    "a signed event with %s settles nothing",
    async ([, change]) => {
      const { id, reference_id: reference } = await sentPayout();
      standIn.settle();
      await deliver(reference, change);
      await deliver(reference, change);
      expect((await payer.shown(id)).status).toBe("processing");
      expect(await differencesOf(reference)).toMatchObject([
        { kind: "amount", state: "open", is_severe: true, ours: { amount: { amount: 100_000 } } },
      ]);
      expect(await notificationsOf(reference)).toHaveLength(1);
      world.pass(minuteMs);
      await world.work();
      expect((await payer.shown(id)).status).toBe("success");
    },
  );

  test("an answer to a send and status checks with another amount end nothing", async () => {
    standIn.changeAnswers(changes["another amount"]);
    const { id, reference_id: reference } = await sentPayout();
    expect(await differencesOf(reference)).toMatchObject([
      { kind: "amount", theirs: { amount: { amount: 100 } } },
    ]);
    standIn.settle();
    for (let check = 0; check < 3; check += 1) {
      world.pass(minuteMs);
      await world.work();
    }
    expect((await payer.shown(id)).status).toBe("processing");
    expect(await notificationsOf(reference)).toHaveLength(1);
    standIn.changeAnswers(undefined);
    world.pass(minuteMs);
    await world.work();
    expect((await payer.shown(id)).status).toBe("success");
  });

  test.for(Object.entries(changes))("a reconciliation finds %s", async ([, change]) => {
    const { id, reference_id: reference } = await sentPayout();
    standIn.settle();
    world.pass(minuteMs);
    await world.work();
    expect((await payer.shown(id)).status).toBe("success");
    standIn.changeAnswers(change);
    await boss.ask(startReconciliation, { body: { adapter: name, day: today() } });
    await runDueJobs();
    standIn.changeAnswers(undefined);
    const kinds = (await differencesOf(reference)).map(({ kind }) => kind);
    expect(kinds).toContain("amount");
  });

  test("the books agree", async () => {
    expect(await world.faults()).toEqual([]);
  });
});
