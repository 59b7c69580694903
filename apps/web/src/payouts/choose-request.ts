import type { Payee } from "@rokad/contract/payout-destinations";
import type { PayoutOrder, PayoutRequest } from "@rokad/contract/payout-form";

/**
 * What is sent for an order. While the form has the data of the saved beneficiary, the request names
 * that and the server reads the account itself; changed data are a payout of their own.
 */
export function requestOf(order: PayoutOrder, payee: Payee | null | undefined): PayoutRequest {
  if (!payee || !hasPayee(order, payee)) return order;
  const { amount, purpose, remarks } = order;
  return {
    method: "saved",
    destination_id: payee.destination_id,
    beneficiary_email: order.beneficiary_email,
    beneficiary_phone: order.beneficiary_phone,
    beneficiary_address: order.beneficiary_address,
    amount,
    ...(purpose !== undefined && { purpose }),
    ...(remarks !== undefined && { remarks }),
  };
}

/** True while each field that the saved beneficiary filled in is as it was. */
export function hasPayee(form: object, payee: Payee): boolean {
  const values = form as Readonly<Record<string, unknown>>;
  return Object.entries(payee).every(
    ([name, value]) => name === "destination_id" || value === null || values[name] === value,
  );
}
