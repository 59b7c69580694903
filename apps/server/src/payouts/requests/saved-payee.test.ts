// The guarantee: a request that names a saved account pays that account or none, and is withdrawn when
// the account is replaced or removed, whatever happens at the same time.
import { addPayoutDestination, endPayoutDestination } from "@rokad/contract/payout-destinations";
import { archiveBeneficiary, createBeneficiary } from "@rokad/contract/beneficiaries";
import { getPayout, listPayouts } from "@rokad/contract/payouts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openApprovalWorld, type ApprovalWorld, type Team } from "../../../test/approval-world.ts";
import { beneficiaryOf, impsOrder } from "../../../test/forms.ts";
import type { SignedIn } from "../../../test/signed-in.ts";
import { withdrawOutdatedRequests } from "./expire-requests.ts";

let world: ApprovalWorld;
let team: Team;
let saved: { id: string; destinationId: string; account: string };
beforeAll(async () => {
  world = await openApprovalWorld();
});
beforeEach(async () => {
  team = await world.team();
  saved = await save(team.preparer);
});
afterAll(() => world.close());

async function save(by: SignedIn) {
  const account = world.newAccountNumber();
  const { data } = await by.ask(createBeneficiary, { body: beneficiaryOf(account) });
  return { id: data.id, destinationId: data.default_destination?.id ?? "", account };
}

function toSaved(change: object = {}) {
  const {
    method: _,
    upi_id: _upi,
    account_number: _a,
    ifsc_code: _i,
    beneficiary_name: _n,
    ...rest
  } = impsOrder() as Record<string, unknown>;
  return { ...rest, method: "saved", destination_id: saved.destinationId, ...change };
}

async function request(payout: object = toSaved()) {
  const { status, body, text } = await team.preparer.post("/payment-requests", { payout });
  if (status !== 201) throw new Error(text);
  return body.data;
}

const replace = () => {
  const destination = { method: "upi" as const, upi_id: `${world.newMobile()}@upi` };
  const params = { id: saved.id };
  return team.preparer.ask(addPayoutDestination, {
    params,
    body: { destination, replaces: saved.destinationId },
  });
};
const remove = () =>
  team.preparer.ask(endPayoutDestination, {
    params: { id: saved.id, destination_id: saved.destinationId },
  });
const payoutsOf = async () => (await team.owner.ask(listPayouts, { query: {} })).data;

test("it shows the saved account in full, and its payout is the beneficiary's", async () => {
  const shown = await request();
  expect(shown).toMatchObject({
    beneficiary: { id: saved.id, destination_id: saved.destinationId },
    beneficiary_name: "Sample Traders",
    account_number: saved.account,
    method: "imps",
    repeat_reason: null,
  });
  const [outcome] = await world.approve(team.approver, [shown]);
  expect(outcome?.outcome).toBe("sent");
  const params = { id: outcome?.payout?.id ?? "" };
  const { data } = await team.owner.ask(getPayout, { params });
  expect(data.beneficiary).toEqual({ id: saved.id, destination_id: saved.destinationId });
  expect(data.account_number).toContain(saved.account.slice(-4));
});

test.each(["", null])(
  "%j names no saved account, in a new request and in an edit",
  async (blank) => {
    const payout = { ...impsOrder(), destination_id: blank };
    const { id, content_hash } = await request(payout);
    const edited = await team.preparer.put(`/payment-requests/${id}`, { payout, content_hash });
    expect(edited.status).toBe(200);
    const [outcome] = await world.approve(team.approver, [edited.body.data]);
    expect(outcome?.outcome).toBe("sent");
  },
);

describe("when its account is replaced or removed", () => {
  test.each([
    ["replaced", replace],
    ["removed", remove],
  ])("%s: it is withdrawn with the reason, and the business is notified", async (_, end) => {
    const [draft, waiting, typed] = [
      (await team.preparer.post("/payment-requests", { payout: toSaved(), submit: false })).body
        .data,
      await request(toSaved({ amount: 200 })),
      await request(impsOrder({ account_number: saved.account, amount: 300 })),
    ];
    await end();
    expect(await withdrawOutdatedRequests()).toBe(2);
    expect(await withdrawOutdatedRequests()).toBe(0);
    for (const { id } of [draft, waiting])
      expect(await world.read(team.owner, id)).toMatchObject({
        state: "withdrawn",
        closing_reason: "Its account was replaced or removed.",
        closed_by: null,
        can: [],
      });
    expect((await world.read(team.owner, typed.id)).state).toBe("awaiting_approval");
    const { body } = await team.owner.get("/notifications");
    const details = body.data
      .filter(({ kind }: { kind: string }) => kind === "request_withdrawn")
      .map(({ text }: { text: string }) => text);
    expect(details).toContain(
      "₹200.00 to Sample Traders: the account was replaced or removed. Prepare it again with the new one",
    );
    const [refused] = await world.approve(team.approver, [waiting]);
    expect(refused?.outcome).toBe("refused");
    expect(await payoutsOf()).toEqual([]);
  });

  test("before it is withdrawn, its last approval sends nothing and says why", async () => {
    const shown = await request();
    await remove();
    const [outcome] = await world.approve(team.approver, [shown]);
    expect(outcome).toMatchObject({ outcome: "waiting", code: "BENEFICIARY_NOT_PAYABLE" });
    expect(await payoutsOf()).toEqual([]);
    expect(await withdrawOutdatedRequests()).toBe(1);
    expect((await world.read(team.owner, shown.id)).state).toBe("withdrawn");
  });

  test("at once with the approval: it is paid to the old account or not at all, never later", async () => {
    for (let round = 0; round < 6; round += 1) {
      saved = await save(team.preparer);
      const before = (await payoutsOf()).length;
      const shown = await request();
      const [[outcome]] = await Promise.all([
        world.approve(team.approver, [shown]),
        replace(),
        withdrawOutdatedRequests(),
      ]);
      await withdrawOutdatedRequests();
      const isSent = outcome?.outcome === "sent";
      expect(await payoutsOf()).toHaveLength(before + (isSent ? 1 : 0));
      expect((await world.read(team.owner, shown.id)).state).toBe(
        isSent ? "approved" : "withdrawn",
      );
    }
    await world.check();
  });
});

test("an archived beneficiary's request waits, and is sent after a restore", async () => {
  const shown = await request();
  await team.preparer.ask(archiveBeneficiary, { params: { id: saved.id } });
  const [outcome] = await world.approve(team.approver, [shown]);
  expect(outcome).toMatchObject({ outcome: "waiting", code: "BENEFICIARY_NOT_PAYABLE" });
  expect(await withdrawOutdatedRequests()).toBe(0);
  await team.preparer.post(`/beneficiaries/${saved.id}/restore`);
  const body = { content_hash: shown.content_hash };
  const sent = await team.preparer.post(`/payment-requests/${shown.id}/send`, body);
  expect(sent.body.data.outcome).toBe("sent");
});

test("one for an ended account or another business's is refused, new, edited or submitted", async () => {
  const payout = toSaved();
  const draft = await team.preparer.post("/payment-requests", { payout, submit: false });
  const typed = await request(impsOrder());
  await remove();
  const answers = [
    await team.preparer.post("/payment-requests", { payout }),
    await team.preparer.put(`/payment-requests/${typed.id}`, {
      payout,
      content_hash: typed.content_hash,
    }),
    await team.preparer.post(`/payment-requests/${draft.body.data.id}/submit`, {
      content_hash: draft.body.data.content_hash,
    }),
  ];
  expect(answers.map(({ status, body }) => `${status} ${body.error.code}`)).toEqual(
    Array(3).fill("409 BENEFICIARY_NOT_PAYABLE"),
  );
  const other = await save(await world.operator());
  const foreign = await team.preparer.post("/payment-requests", {
    payout: { ...payout, destination_id: other.destinationId },
  });
  expect([foreign.status, foreign.body.error.fields]).toEqual([
    400,
    { destination_id: "Choose one of your beneficiaries" },
  ]);
});

test("while a payout of the same amount is unclear, it needs a reason, which its approver sees", async () => {
  const order = impsOrder({ account_number: "000000000504", ifsc_code: "HDFC0000504", amount: 77 });
  await team.owner.pay(order);
  await world.work();
  const refused = await team.preparer.post("/payment-requests", { payout: order });
  expect([refused.status, refused.body.error.code]).toEqual([409, "REPEAT_REASON_REQUIRED"]);
  const shown = await request({ ...order, repeat_reason: "Second invoice of the day" });
  expect((await world.read(team.approver, shown.id)).repeat_reason).toBe(
    "Second invoice of the day",
  );
});
