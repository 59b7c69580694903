import { createBeneficiary, listBeneficiaries } from "@rokad/contract/beneficiaries";
import type { PayoutOrder } from "@rokad/contract/payout-form";
import { t } from "../language.ts";
import { ApiError } from "../api/api-error.ts";
import { sendIdempotent } from "../api/send-idempotent.ts";
import { refreshApi } from "../api/use-api.ts";
import { toast } from "../ui/toast.ts";

/**
 * Saves the payee of a payout or a payment request that was sent.
 * @param payoutId counts as the beneficiary's.
 */
export async function savePayee(order: PayoutOrder, payoutId?: string): Promise<void> {
  const destination =
    order.method === "upi"
      ? { method: order.method, upi_id: order.upi_id }
      : {
          method: order.method,
          account_number: order.account_number,
          ifsc_code: order.ifsc_code,
        };
  try {
    await sendIdempotent(createBeneficiary, {
      body: {
        name: order.beneficiary_name,
        kind: "other",
        email: order.beneficiary_email,
        phone: order.beneficiary_phone,
        address: order.beneficiary_address,
        destination,
        ...(payoutId !== undefined && { payout_id: payoutId }),
      },
    });
    void refreshApi(listBeneficiaries);
  } catch (error) {
    // The payout was sent; someone may have saved the payee in the meantime.
    if (error instanceof ApiError && error.code === "BENEFICIARY_EXISTS") return;
    toast.error(t`The beneficiary was not saved. Add it on the Beneficiaries page.`);
  }
}
