// The guarantee: a known beneficiary is an account that was paid before, with its bank.
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBatchWorld, type BatchWorld } from "../../../test/batch-world.ts";
import { impsOrder } from "../../../test/forms.ts";

let world: BatchWorld;
beforeAll(async () => {
  world = await openBatchWorld();
});
afterAll(() => world.close());

const any = { amount_up_to: null, methods: null, sources: null, beneficiary: null };
const approver = { approvals: 1, roles: ["approver"], people: [] };
const bands = [
  { ...any, beneficiary: "known", steps: [] },
  { ...any, steps: [approver] },
];

test("the same digits at another bank are a new beneficiary", async () => {
  const { owner, preparer } = await world.team();
  const account = { account_number: "711401234567", ifsc_code: "HDFC0000001" };
  expect((await owner.pay(impsOrder({ ...account, amount: 100 }))).status).toBe(201);
  await world.work();
  await world.savePolicy(owner, bands);
  const otherBranch = impsOrder({ ...account, ifsc_code: "HDFC0000002", amount: 101 });
  expect((await owner.pay(otherBranch)).status).toBe(201);
  const otherBank = impsOrder({ ...account, ifsc_code: "ICIC0000001", amount: 102 });
  const { status, body } = await owner.post("/payouts/otp/send", {
    mobile: owner.mobile,
    payout: otherBank,
  });
  expect([status, body.error.code]).toEqual([409, "APPROVAL_REQUIRED"]);
  const request = await world.request(preparer, otherBank);
  expect(request).toMatchObject({ is_new_beneficiary: true, steps: [{ approvals: 1 }] });
  await world.check();
});

test("a file's row is new by its bank too", async () => {
  const { owner, preparer } = await world.team();
  const accountNumber = world.newAccountNumber();
  const fileOf = (ifsc: string, rupees: number) =>
    `Name,Account number,IFSC,Amount\nAsha Rao,${accountNumber},${ifsc},${rupees}`;
  await owner.pay(
    impsOrder({ account_number: accountNumber, ifsc_code: "HDFC0000001", amount: 100 }),
  );
  await world.work();
  await world.savePolicy(owner, bands);
  const known = await world.draft(preparer, fileOf("HDFC0000001", 201));
  expect(known.check).toMatchObject({ rows_to_approve: 0, needs_approval: false });
  const other = await world.draft(preparer, fileOf("ICIC0000001", 202), "other.csv");
  expect(other.check).toMatchObject({ rows_to_approve: 1, needs_approval: true });
  const [row] = await world.rowsOf(owner, other.id);
  expect(row).toMatchObject({ is_new_payee: true });
});
