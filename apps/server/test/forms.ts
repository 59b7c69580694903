import type { createBeneficiary } from "@rokad/contract/beneficiaries";
import type { Input } from "@rokad/contract/call";
import type { PayoutForm } from "@rokad/contract/payout-form";

/** Valid forms; a test overrides the fields that it tests. */

export function accountForm(accountNumber: string) {
  return {
    account_holder_name: "Sharma Traders",
    account_number: accountNumber,
    ifsc_code: "HDFC0000001",
    bank_name: "HDFC Bank",
    branch_name: "Fort, Mumbai",
    account_type: "current" as const,
  };
}

export function tenantForm(phone: string) {
  return {
    name: "Verma Stores",
    phone,
    email: "accounts@verma.example",
    password: "Correct-horse-9",
    role: "retailer" as const,
    features: ["wallet_topup" as const],
    allowed_providers: ["primary" as const],
  };
}

const beneficiary = {
  beneficiary_name: "Asha Rao",
  beneficiary_email: "asha@example.com",
  beneficiary_phone: "9876543210",
  beneficiary_address: "12 MG Road, Bengaluru",
  amount: 1000,
};

export function upiOrder(upiId = "asha@okhdfc", change: { amount?: number } = {}): PayoutForm {
  return { ...beneficiary, method: "upi", upi_id: upiId, ...change };
}

interface ImpsChange {
  readonly amount?: number;
  readonly account_number?: string;
  readonly ifsc_code?: string;
  readonly beneficiary_name?: string;
  readonly purpose?: NonNullable<PayoutForm["purpose"]>;
  readonly remarks?: string;
}

export function impsOrder(change: ImpsChange = {}): PayoutForm {
  return {
    ...beneficiary,
    method: "imps",
    account_number: "000123456789",
    ifsc_code: "HDFC0000001",
    ...change,
  };
}

/** A vendor with an account at HDFC Bank, with a test's changes. */
export function beneficiaryOf(
  accountNumber: string,
  change: Partial<BeneficiaryBody> = {},
): BeneficiaryBody {
  return {
    name: "Sample Traders",
    kind: "vendor",
    destination: { method: "imps", account_number: accountNumber, ifsc_code: "HDFC0000001" },
    ...change,
  };
}
type BeneficiaryBody = Input<typeof createBeneficiary>["body"];
