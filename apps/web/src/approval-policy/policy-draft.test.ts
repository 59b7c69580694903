import { policySample, ravi } from "@rokad/contract/approval-policy-samples";
import { approvalPolicy } from "@rokad/contract/approval-policies";
import { expect, test } from "vitest";
import {
  describable,
  draftOf,
  findProblems,
  formOf,
  listNameable,
  move,
  newBand,
  newStep,
  policyDraftOf,
  policyFormOf,
  problemsOf,
} from "./policy-draft.ts";

const policy = approvalPolicy.parse({ ...policySample, version: 4 });

test("a policy that is read, edited in nothing and sent is the same policy", () => {
  const bands = [
    {
      amount_up_to: { amount: 25_000_50, currency: "INR" as const },
      methods: ["upi" as const],
      sources: ["api" as const],
      beneficiary: "known" as const,
      steps: [],
    },
    {
      amount_up_to: null,
      methods: null,
      sources: null,
      beneficiary: null,
      steps: [{ approvals: 2, roles: ["owner" as const], people: [{ id: "7", name: "Ravi" }] }],
    },
  ];
  expect(formOf(draftOf(bands))).toEqual([
    {
      amount_up_to: 25_000.5,
      methods: ["upi"],
      sources: ["api"],
      beneficiary: "known",
      steps: [],
    },
    {
      amount_up_to: null,
      methods: null,
      sources: null,
      beneficiary: null,
      steps: [{ approvals: 2, roles: ["owner"], people: ["7"] }],
    },
  ]);
});

test("a draft is saved on the version that it was written on", () => {
  const draft = { ...policyDraftOf(policy), countsDay: true };
  expect(policyFormOf(draft)).toMatchObject({ base_version: 4, counts_day: true });
  expect(policyFormOf(policyDraftOf(null)).base_version).toBeNull();
});

test("a named person who can't approve any more stays in the choice and in the sentences", () => {
  const meera = { id: "2", name: "Meera Iyer" };
  const people = listNameable([meera], policy);
  expect(people).toEqual([
    { ...meera, canApprove: true },
    { ...ravi, canApprove: false },
  ]);
  expect(listNameable([ravi], policy)).toEqual([{ ...ravi, canApprove: true }]);
  const described = describable(draftOf(policy.bands), people);
  expect(described.at(-1)?.steps.at(-1)?.people).toMatchObject([ravi]);
});

test("names each problem by its place", () => {
  const step = { ...newStep(), roles: [] };
  const bands = [{ ...newBand(), amount: 25_000_000_001, steps: [step] }, newBand()];
  expect(findProblems(bands)).toEqual({
    "0.amount_up_to": "The amount must not exceed ₹25,00,00,00,000",
    "0.steps.0.roles": "Choose a role or name people",
  });
  expect(findProblems([{ ...newBand(), method: "upi" as const }])).toEqual({
    "": "The last rule must apply to every payout, without conditions",
  });
});

test("the usual first policy is valid", () => {
  expect(findProblems(draftOf(undefined))).toEqual({});
});

test("places the server's messages at the same fields", () => {
  expect(problemsOf({ "bands.1.steps.0": "Nobody can approve", bands: "Too many" })).toEqual({
    "1.steps.0": "Nobody can approve",
    "": "Too many",
  });
});

test("moves an item by one place and keeps it at the ends", () => {
  expect(move(["a", "b", "c"], 1, -1)).toEqual(["b", "a", "c"]);
  expect(move(["a", "b", "c"], 1, 1)).toEqual(["a", "c", "b"]);
  expect(move(["a", "b", "c"], 0, -1)).toEqual(["a", "b", "c"]);
  expect(move(["a", "b", "c"], 2, 1)).toEqual(["a", "b", "c"]);
});
