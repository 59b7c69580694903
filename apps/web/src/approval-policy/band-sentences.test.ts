import { expect, test } from "vitest";
import { describeBands } from "./band-sentences.ts";

const anyBand = { amount_up_to: null, methods: null, sources: null, beneficiary: null, steps: [] };
const rupees = (amount: number) => ({ amount: amount * 100, currency: "INR" as const });

test("says each band as a sentence", () => {
  const ravi = { id: "1", name: "Ravi Sharma" };
  expect(
    describeBands([
      { ...anyBand, amount_up_to: rupees(25_000), beneficiary: "known" },
      {
        ...anyBand,
        methods: ["imps"],
        sources: ["api", "bulk"],
        steps: [{ approvals: 2, roles: ["approver"], people: [] }],
      },
      {
        ...anyBand,
        steps: [
          { approvals: 1, roles: ["owner", "approver"], people: [] },
          { approvals: 1, roles: [], people: [ravi] },
        ],
      },
    ]),
  ).toEqual([
    "Up to ₹25,000 to known beneficiaries: no approval",
    "Any amount by IMPS from API or Bulk upload: 2 approvals by approvers",
    "Every other payout: 1 approval by an owner or an approver, then 1 approval by Ravi Sharma",
  ]);
});

test("a sole band applies to every payout", () => {
  expect(describeBands([anyBand])).toEqual(["Every payout: no approval"]);
});
