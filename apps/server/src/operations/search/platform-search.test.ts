// The guarantee: a super admin finds a payment of any tenant by a whole UTR in any spelling, by either
// reference or by the end of an account, also of a closed tenant, and nobody else's search does.
import { findOverTenants } from "@rokad/contract/platform-search";
import { limits } from "@rokad/contract/limits";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { impsOrder } from "../../../test/forms.ts";
import { openFundsWorld, type FundsWorld } from "../../../test/funds-world.ts";
import { machinePayout, newKey, sendingForm } from "../../../test/key-world.ts";
import type { SignedIn } from "../../../test/signed-in.ts";
import { checkpointAll } from "../../../test/tamper.ts";
import { database } from "../../database/db.ts";
import { writeSearchTerms } from "../../rollups/search/write-search-terms.ts";

let world: FundsWorld;
let meera: SignedIn;
let asha: SignedIn;
let ravi: SignedIn;
/** Asha's payout, Ravi's to an account with the same end, and one of Ravi's that waits for funds. */
let paid: { id: string; reference_id: string; utr_number: string };
let other: { id: string; reference_id: string };
let waiting: { id: string; reference_id: string };
beforeAll(async () => {
  world = await openFundsWorld();
  meera = await world.superAdmin();
  asha = await world.operator({ wallet: "₹50,000" });
  ravi = await world.waitingOwner("₹5,000");
  const { body } = await asha.pay(
    impsOrder({ beneficiary_name: "Kiran Das", account_number: "700001112222" }),
  );
  other = await world.send(ravi, 700, { account_number: "800003332222" });
  await world.send(ravi, 50, { remarks: "Again for 999988887777" });
  waiting = await world.send(ravi, 90_000);
  await world.work();
  const { utr_number: utr, ...shown } = await world.payout(asha, body.data.id);
  paid = { ...shown, utr_number: utr ?? "" };
  await checkpointAll();
  await writeSearchTerms(new AbortController().signal);
});
afterAll(() => world.close());

const search = async (text: string, by = meera) =>
  (await by.ask(findOverTenants, { query: { search: text } })).data;
const payoutsOf = async (text: string) => (await search(text)).payouts.map(({ id }) => id);

test("a UTR finds its payout in any spelling, and no part of it does", async () => {
  const { utr_number: utr } = paid;
  const spellings = [utr, utr.toLowerCase(), `${utr.slice(0, 4)} ${utr.slice(4)}`, `UTR${utr}`];
  for (const spelling of [...spellings, `0000${utr}`])
    expect({ spelling, found: await payoutsOf(spelling) }).toEqual({
      spelling,
      found: [paid.id],
    });
  expect(await payoutsOf(utr.slice(0, -1))).toEqual([]);
});

test("a word of the remarks that is another payment's UTR finds nothing", async () => {
  expect(await payoutsOf("999988887777")).toEqual([]);
});

test("a UTR finds its payout among many newer ones whose remarks have it", async () => {
  expect(await payoutsOf(paid.utr_number)).toEqual([paid.id]);
  for (let sent = 0; sent < 5; sent += 1)
    await world.send(asha, 1, { remarks: `Balance of ${paid.utr_number}` });
  await world.work();
  await checkpointAll();
  await writeSearchTerms(new AbortController().signal);
  expect(await payoutsOf(paid.utr_number)).toEqual([paid.id]);
});

test("the end of an account finds the payouts of all tenants, newest first", async () => {
  expect(await payoutsOf("2222")).toEqual([other.id, paid.id]);
  expect(await payoutsOf("222")).toEqual([]);
});

test("a reference finds its payout with its tenant, amount and masked account", async () => {
  const { payouts } = await search(paid.reference_id.toLowerCase());
  expect(payouts).toEqual([
    {
      id: paid.id,
      tenant: { id: asha.id, name: asha.name },
      created_at: expect.any(String),
      name: "Kiran Das",
      account: "****2222",
      amount: { amount: 1_000_00, currency: "INR" },
      status: "success",
      is_wait: false,
      reference_id: paid.reference_id,
      utr_number: paid.utr_number,
    },
  ]);
});

test("a payout that waits for funds is found by its reference, and is no provider's", async () => {
  const { payouts } = await search(waiting.reference_id);
  expect(payouts).toMatchObject([{ id: waiting.id, status: "pending", is_wait: true }]);
});

test("a program's own reference finds its payout as it was written", async () => {
  const { caller } = await newKey(world, asha, sendingForm());
  const order = machinePayout({ client_reference: "Inv/118-a" });
  const { body } = await caller.post("/payouts", order, { key: "search" });
  expect(await payoutsOf("Inv/118-a")).toEqual([body.data.id]);
  expect(await payoutsOf("Inv/118")).toEqual([]);
});

test("a UTR finds deposits in every state, and credits that became none", async () => {
  const account = await world.approvedAccount(ravi);
  const { _id: id, utr_reference: utr } = await world.requestDeposit(ravi, 500, account);
  for (const status of ["pending", "failed"]) {
    const { deposits } = await search(` ${utr.toLowerCase()} `);
    expect(deposits).toMatchObject([{ id, status, tenant: { id: ravi.id, name: ravi.name } }]);
    await meera.post(`/super-admin/deposits/${id}/reject`, { reason: "No such transfer" });
  }
  await sql`
    insert into incoming_credits (
      id, adapter, credit_reference, virtual_account_reference, amount_paise, bank_reference,
      utr_reference, sent_at, created_at, state, reason
    ) values (
      gen_random_uuid(), 'cashfree', 'one', 'unknown', 5000, '612345678999', '612345678999', now(),
      now(), 'suspense', 'unknown_account'
    )
  `.execute(database());
  const { credits, deposits } = await search("UPI-6123 4567 8999");
  expect(deposits).toEqual([]);
  expect(credits).toMatchObject([{ status: "pending", amount: { amount: 5000 } }]);
});

test("a part of a name or number finds tenants", async () => {
  const { mobile } = asha;
  for (const text of [mobile.slice(2), `+91 ${mobile.slice(0, 5)}-${mobile.slice(5)}`])
    expect((await search(text)).tenants).toEqual([
      { id: asha.id, name: asha.name, mobile, is_active: true },
    ]);
});

test("the payments of a closed tenant are still found", async () => {
  await sql`update tenants set closed_at = now() where id = ${asha.id}`.execute(database());
  expect(await payoutsOf(paid.utr_number)).toEqual([paid.id]);
  expect((await search(asha.mobile)).tenants).toEqual([]);
  await sql`update tenants set closed_at = null where id = ${asha.id}`.execute(database());
});

test("every role of the installation may search; a tenant may not", async () => {
  const auditor = await world.newSuperAdmin("Asha Menon", ["auditor"]);
  expect((await search(paid.reference_id, auditor)).payouts).toHaveLength(1);
  expect((await asha.get("/super-admin/search", { search: "asha" })).status).toBe(403);
});

test.each(["%%", "'; drop table payouts; --", "\u{10FFFF}\u{10FFFF}", "आशा आशा", "0".repeat(100)])(
  "finds nothing for %j, without an error",
  async (text) => {
    const found = await search(text);
    expect([found.payouts, found.deposits, found.credits]).toEqual([[], [], []]);
  },
);

test("a person who searches too often waits for the next minute", async () => {
  const support = await world.newSuperAdmin("Bela Roy", ["support"]);
  // The middle of this minute, so that none begins meanwhile.
  const middle = Math.floor(Date.now() / 60_000) * 60_000 + 30_000;
  await world.at(new Date(middle).toISOString(), async () => {
    const statuses: number[] = [];
    for (let at = 0; at <= limits.searchesPerMinuteMax; at += 1)
      statuses.push((await support.get("/super-admin/search", { search: "asha" })).status);
    expect([statuses.at(-2), statuses.at(-1)]).toEqual([200, 429]);
  });
});
