import type { PayoutOrder } from "@rokad/contract/payout-form";

type Destination =
  | { method: "imps"; account_number: string; ifsc_code: string }
  | { method: "upi"; upi_id: string };

const imps = (account_number: string, ifsc_code: string): Destination => ({
  method: "imps",
  account_number,
  ifsc_code,
});
const upi = (upi_id: string): Destination => ({ method: "upi", upi_id });

/** Fictional businesses. The sandbox returns or rejects payouts to the last three. */
const beneficiaries: readonly (readonly [name: string, Destination])[] = [
  ["Sample Paper Mart", imps("000405001278", "ICIC0000004")],
  ["Demo Logistics", imps("50100234567891", "HDFC0000060")],
  ["Example Dairy Farms", upi("exampledairy@okaxis")],
  ["Sample Office Supplies", imps("32145678901", "SBIN0000691")],
  ["Demo Print House", upi("demoprint@ybl")],
  ["Example Tailors", imps("911010034567812", "UTIB0000004")],
  ["Sample Hardware Stores", upi("samplehardware@kotak811")],
  ["Demo Tiffin Service", imps("0411234567", "KKBK0000430")],
  ["Example Garage", upi("examplegarage@paytm")],
  ["Sample Cold Storage", imps("026291800001190", "YESB0000262")],
  ["Demo Closed Shop", upi("failure@upi")],
  ["Example Returned Account", imps("02014457596969", "CITI0000001")],
];

/** The form that saves a sample beneficiary. */
export function sampleBeneficiary(index: number) {
  const order = sampleOrder(index, 1);
  return {
    name: order.beneficiary_name,
    kind: "vendor" as const,
    tags: index % 3 === 0 ? ["monthly"] : [],
    email: order.beneficiary_email,
    phone: order.beneficiary_phone,
    address: order.beneficiary_address,
    destination:
      order.method === "upi"
        ? { method: order.method, upi_id: order.upi_id }
        : {
            method: order.method,
            account_number: order.account_number,
            ifsc_code: order.ifsc_code,
          },
  };
}

export function sampleOrder(index: number, rupees: number): PayoutOrder {
  const [name, destination] = beneficiaries[
    index % beneficiaries.length
  ] as (typeof beneficiaries)[number];
  return {
    ...destination,
    beneficiary_name: name,
    beneficiary_email: "accounts@example.com",
    beneficiary_phone: "9876543210",
    beneficiary_address: "1 Sample Road, Pune 411001",
    amount: rupees,
  };
}
