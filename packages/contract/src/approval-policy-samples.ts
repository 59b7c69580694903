import { inr, sampleIds } from "./samples.ts";

export const ravi = { id: sampleIds.tenant, name: "Ravi Sharma" };
export const policySample = {
  id: "01994c62-0a11-7c33-a1f7-5e0d9c3b8f50",
  version: 2,
  state: "in_force",
  bands: [
    {
      amount_up_to: inr(25_000_00),
      methods: null,
      sources: null,
      beneficiary: "known",
      steps: [],
    },
    {
      amount_up_to: null,
      methods: null,
      sources: null,
      beneficiary: null,
      steps: [
        { approvals: 1, roles: ["approver"], people: [] },
        { approvals: 1, roles: [], people: [ravi] },
      ],
    },
  ],
  cooling: { amount: inr(50_000_00), hours: 24 },
  counts_day: true,
  reason: "Large payouts need the owner",
  proposed_by: ravi,
  proposed_at: "2026-11-20T06:30:00.000Z",
  decided_by: null,
  decided_at: "2026-11-20T06:30:00.000Z",
};
export const bandsSample = [
  {
    amount_up_to: 25_000,
    methods: null,
    sources: null,
    beneficiary: "known",
    steps: [],
  },
  {
    amount_up_to: null,
    methods: null,
    sources: null,
    beneficiary: null,
    steps: [{ approvals: 1, roles: ["owner", "approver"], people: [] }],
  },
];
