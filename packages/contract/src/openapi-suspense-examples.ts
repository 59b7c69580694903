const asker = {
  id: "01994c55-7d4f-7e9a-b0c6-2f5d1f0a9e11",
  name: "Sharma Traders",
  phone: "9000000002",
};
const inr = (amount: number) => ({ amount, currency: "INR" });

const credit = {
  id: "01994c61-5a0e-7c33-8f10-4b9d2c7e6a01",
  sent_at: "2026-11-20T06:10:00.000Z",
  created_at: "2026-11-20T06:10:04.000Z",
  amount: inr(15_000_00),
  utr_reference: "HDFCN52026112001",
  bank_reference: "HDFCN52026112001",
  provider: "razorpayx",
  sender: {
    name: "VERMA TEXTILES",
    account_number: "****1223",
    ifsc_code: "HDFC0000001",
    bank_name: "HDFC Bank",
  },
  reason: "sender_unknown",
  why: "The sender is not an approved bank account of the tenant",
  status: "pending",
  suggestions: [{ tenant: asker, why: "It came to their account" }],
  approvals_needed: 1,
  first_decision: null,
  decided_by: null,
  decided_at: null,
  note: null,
  return_utr: null,
  tenant: null,
};

/** Calls about virtual accounts, and about what arrives on them. */
export const suspenseExamples = {
  listVirtualAccounts: {
    answer: {
      success: true,
      data: [
        {
          provider: "razorpayx",
          account_holder_name: asker.name,
          account_number: "2223330048827001",
          ifsc_code: "RATN0VAAPIS",
          bank_name: "RBL Bank",
        },
      ],
    },
  },
  openVirtualAccount: { request: { provider: "razorpayx" } },
  closeVirtualAccount: { request: { reason: "The tenant asked for it" } },
  listSuspense: {
    answer: {
      success: true,
      data: [credit],
      pagination: {
        current_page: 1,
        per_page: 20,
        total_records: 1,
        total_pages: 1,
        has_prev: false,
        has_next: false,
      },
      total: 1,
      summary: {
        waiting: 1,
        waiting_amount: credit.amount,
        oldest_waiting_at: credit.created_at,
        half_decided: 0,
        decided_today: 0,
        second_approval_above: null,
      },
    },
  },
  assignCredit: {
    request: { tenant_id: asker.id, add_account: true, note: "Their letter of 20 November" },
    answer: {
      success: true,
      message: "Credited to the tenant's wallet",
      data: { id: credit.id, outcome: "decided" },
    },
  },
  returnCredit: {
    request: { utr_reference: "RATNN52026112107", reason: "Nobody here knows the sender" },
  },
  dismissCredit: { request: { reason: "The statement of 20 November had it" } },
  simulateCredit: {
    request: {
      account_number: "99888531791064",
      amount: 1500.5,
      sender: { account_number: "002601504321", ifsc_code: "ICIC0000026" },
    },
    answer: {
      success: true,
      message: "The transfer is on its way",
      data: { utr_reference: "964119147861" },
    },
  },
  followSimulatedCredit: {
    answer: { success: true, data: { state: "suspense", why: credit.why } },
  },
};
