const inr = (amount: number) => ({ amount, currency: "INR" });

const difference = {
  id: "01994f10-6b1c-7d0a-9e3f-4a5b6c7d8e01",
  adapter: "razorpayx",
  day: "2026-11-20",
  kind: "charge",
  is_severe: false,
  action: "take_charge",
  state: "open",
  payout: {
    id: "01994c61-2f7e-7a41-8d12-7c3e5f1b9a20",
    reference: "RK7Q2M4X9T",
    tenant_id: "01994c55-7d4f-7e9a-b0c6-2f5d1f0a9e11",
    tenant: "Sharma Traders",
  },
  subject: "RK7Q2M4X9T",
  provider_reference: "pout_00000000000001",
  ours: {
    state: "success",
    raw_state: "processed",
    amount: inr(1500_00),
    utr: "632400000001",
    charge: null,
  },
  theirs: {
    state: "success",
    raw_state: "processed",
    amount: inr(1500_00),
    utr: "632400000001",
    charge: { fee: inr(5_00), tax: inr(90) },
  },
  found_at: "2026-11-20T22:30:05.000Z",
  seen_at: "2026-11-20T22:30:05.000Z",
  first: null,
  ended_at: null,
  ended_by: null,
  reason: null,
};

/** Examples of reconciliation for the API's document. */
export const reconciliationExamples = {
  startReconciliation: { request: { adapter: "razorpayx", day: "2026-11-20" } },
  listDifferences: {
    answer: {
      success: true,
      data: [difference],
      pagination: {
        current_page: 1,
        per_page: 20,
        total_records: 1,
        total_pages: 1,
        has_prev: false,
        has_next: false,
      },
      total: 1,
    },
  },
  handleDifference: {
    request: { action: "take_charge" },
    answer: {
      success: true,
      message: "The provider's charge is noted",
      data: {
        ...difference,
        state: "settled",
        ended_at: "2026-11-21T05:00:00.000Z",
        ended_by: "Meera Iyer",
      },
    },
  },
};
