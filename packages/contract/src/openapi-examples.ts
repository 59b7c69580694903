import { accountCheckExample, accountCheckExamples } from "./openapi-account-check-examples.ts";
import { auditExamples } from "./openapi-audit-examples.ts";
import { credentialExamples } from "./openapi-credential-examples.ts";
import { reconciliationExamples } from "./openapi-reconciliation-examples.ts";
import { smsExamples } from "./openapi-sms-examples.ts";
import { suspenseExamples } from "./openapi-suspense-examples.ts";

interface Example {
  readonly request?: unknown;
  readonly answer?: unknown;
}

const inr = (amount: number) => ({ amount, currency: "INR" });

const user = {
  id: "01994c55-7d4f-7e9a-b0c6-2f5d1f0a9e11",
  name: "Sharma Traders",
  phone: "9000000002",
  role: "operator",
  features: ["wallet_topup", "create_payout"],
};

const tenant = {
  _id: user.id,
  name: user.name,
  phone: user.phone,
  email: "accounts@sharmatraders.example",
  role: "operator",
  isActive: true,
  features: user.features,
  allowed_providers: ["primary"],
  createdAt: "2026-11-20T05:30:00.000Z",
  updatedAt: "2026-11-20T05:30:00.000Z",
};

const bankAccountForm = {
  account_holder_name: "Sharma Traders",
  account_number: "002601504321",
  ifsc_code: "ICIC0000026",
  bank_name: "ICICI Bank",
  branch_name: "Fort, Mumbai",
  account_type: "current",
};

const bankAccount = {
  ...bankAccountForm,
  _id: "01994c58-0f31-7bd2-8a51-6d1c8a7f2b10",
  account_number: "****4321",
  status: "pending",
  rejection_reason: null,
  account_check: accountCheckExample,
  created_at: "2026-11-20T05:40:00.000Z",
};

const deposit = {
  _id: "01994c5b-3c92-7f04-9d6e-1b2f4c8e7a55",
  created_at: "2026-11-20T06:00:00.000Z",
  amount: inr(25_000_00),
  utr_reference: "ICICR52026112000",
  status: "pending",
  remarks: null,
  failure_reason: null,
  processed_at: null,
  bank_account: {
    account_holder_name: bankAccount.account_holder_name,
    account_number: bankAccount.account_number,
    ifsc_code: bankAccount.ifsc_code,
    bank_name: bankAccount.bank_name,
  },
};

const notification = {
  id: "01994c61-5b0e-7a1d-9c44-8e2f6d7b9a03",
  kind: "deposit_approved",
  title: "Deposit approved",
  text: "₹25,000.00 with UTR ICICR52026112000 was added to your wallet",
  amount: deposit.amount,
  subject_id: deposit._id,
  reference: deposit.utr_reference,
  created_at: "2026-11-20T06:40:00.000Z",
  read: false,
};

const payoutOrder = {
  method: "imps",
  beneficiary_name: "Asha Rao",
  beneficiary_email: "asha@example.com",
  beneficiary_phone: "9876543210",
  beneficiary_address: "12 MG Road, Bengaluru",
  account_number: "123456789012",
  ifsc_code: "HDFC0000001",
  amount: 1500.25,
  remarks: "Invoice 118",
};

const payout = {
  id: "01994c60-91aa-7c33-a1f7-5e0d9c3b8f42",
  created_at: "2026-11-20T06:30:00.000Z",
  method: "imps",
  amount: inr(1500_25),
  txn_fee: inr(5_00),
  gst_amount: inr(90),
  status: "success",
  beneficiary_name: payoutOrder.beneficiary_name,
  bank_name: "HDFC Bank",
  account_number: payoutOrder.account_number,
  ifsc_code: payoutOrder.ifsc_code,
  upi_id: null,
  reference_id: "RK261120Q3ZK8M2W4XDP",
  utr_number: "632456789012",
  failure_reason: null,
};

const page = {
  pagination: {
    current_page: 1,
    per_page: 20,
    total_records: 1,
    total_pages: 1,
    has_prev: false,
    has_next: false,
  },
  total: 1,
};

const charged = {
  paid_count: 1,
  returned_count: 0,
  fees: inr(5_00),
  fees_returned: inr(0),
  taxable_value: inr(5_00),
  gst: inr(90),
  total: inr(5_90),
};

const message = `Payout initiated successfully! Reference: ${payout.reference_id}`;

/** Those of most calls. */
export const examples: Readonly<Record<string, Example>> = {
  ...accountCheckExamples,
  ...auditExamples,
  ...credentialExamples,
  ...smsExamples,
  ...suspenseExamples,
  ...reconciliationExamples,
  sendOtp: {
    request: { mobile: user.phone },
    answer: {
      success: true,
      message: "OTP sent successfully!",
      data: { resend_after_seconds: 30 },
    },
  },
  verifyOtp: {
    request: { mobile: user.phone, otp: "482913" },
    answer: {
      success: true,
      message: "Login successful!",
      data: { access_token: "eyJhbGciOiJIUzI1NiJ9…", refresh_token: "pX3c…", user },
    },
  },
  getWalletBalance: {
    answer: {
      success: true,
      data: {
        main_balance: inr(23_493_85),
        held_balance: inr(0),
        last_updated: payout.created_at,
      },
    },
  },
  addBankAccount: {
    request: bankAccountForm,
    answer: { success: true, message: "Bank account added successfully!", data: bankAccount },
  },
  initiateDeposit: {
    request: { bank_account: bankAccount._id, amount: 25_000, utr_reference: "ICICR52026112000" },
    answer: {
      success: true,
      message: "Deposit request submitted successfully! You'll be notified once processed.",
      data: deposit,
    },
  },
  approveDeposit: {
    request: { note: "Seen on the statement of 20 November" },
  },
  rejectDeposit: {
    request: { reason: "No such transfer arrived" },
  },
  sendPayoutOtp: {
    request: { mobile: user.phone, payout: payoutOrder },
    answer: {
      success: true,
      message: "OTP sent successfully!",
      data: {
        quote: {
          amount: payout.amount,
          txn_fee: payout.txn_fee,
          gst_amount: payout.gst_amount,
          total: inr(1506_15),
        },
        resend_after_seconds: 30,
      },
    },
  },
  verifyPayoutOtp: {
    request: { mobile: user.phone, otp: "310577" },
    answer: { success: true, data: { authorization_token: "eyJhbGciOiJIUzI1NiJ9…" } },
  },
  initiatePayout: {
    request: { ...payoutOrder, authorization_token: "eyJhbGciOiJIUzI1NiJ9…" },
    answer: {
      success: true,
      message,
      data: { message, reference_id: payout.reference_id, id: payout.id, status: "pending" },
    },
  },
  listPayouts: {
    answer: {
      success: true,
      data: [payout],
      ...page,
      summary: {
        total_amount: inr(1500_25),
        total_charges: inr(5_90),
        success_count: 1,
        pending_count: 0,
      },
    },
  },
  getStatement: {
    answer: {
      success: true,
      data: [
        {
          entry: 2,
          at: payout.created_at,
          kind: "payout",
          particulars: "IMPS payout to Asha Rao",
          detail: "HDFC Bank ****9012 · fee ₹5.00 + GST ₹0.90",
          payout_id: payout.id,
          reference: payout.reference_id,
          utr: payout.utr_number,
          debit: inr(1506_15),
          credit: null,
          balance: inr(23_493_85),
        },
      ],
      ...page,
      summary: {
        opening_balance: inr(25_000_00),
        total_credits: inr(0),
        total_debits: inr(1506_15),
        closing_balance: inr(23_493_85),
        credit_count: 0,
        debit_count: 1,
      },
    },
  },
  getGstSummary: {
    answer: {
      success: true,
      data: { year: 2026, months: [{ month: "2026-11", ...charged }], total: charged },
    },
  },
  listDeposits: {
    answer: {
      success: true,
      data: [deposit],
      ...page,
      summary: {
        totals_by_status: {
          pending: { total_amount: deposit.amount, count: 1 },
          completed: { total_amount: inr(0), count: 0 },
          failed: { total_amount: inr(0), count: 0 },
        },
      },
    },
  },
  createTenant: {
    request: {
      name: tenant.name,
      phone: tenant.phone,
      email: tenant.email,
      password: "Correct-horse-9",
      role: tenant.role,
      features: tenant.features,
      allowed_providers: tenant.allowed_providers,
    },
    answer: { success: true, message: "Tenant account created successfully", data: tenant },
  },
  listNotifications: {
    answer: { success: true, data: [notification], unread_count: 1, next: null },
  },
  readNotifications: {
    request: { up_to: notification.id },
    answer: { success: true, data: { unread_count: 0 } },
  },
};
