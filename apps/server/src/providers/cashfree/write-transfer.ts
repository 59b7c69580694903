import type { Transfer } from "../transfer.ts";
import { jsonRupees } from "./rupees.ts";

const nameCharsMax = 100;
const remarksCharsMax = 70;

/**
 * The body of `POST /transfers`, always the same for the same transfer. Leaves out the
 * beneficiary's e-mail and phone, which are optional and could only be refused.
 */
export function writeTransfer(transfer: Transfer): object {
  const { to } = transfer;
  const remarks = plainWords(transfer.remarks ?? "", remarksCharsMax);
  return {
    transfer_id: transfer.reference,
    transfer_amount: jsonRupees(transfer.amountPaise),
    transfer_currency: "INR",
    transfer_mode: to.method,
    beneficiary_details: {
      beneficiary_name: nameFor(transfer.beneficiary_name),
      beneficiary_instrument_details:
        to.method === "upi"
          ? { vpa: to.upiId }
          : { bank_account_number: to.accountNumber, bank_ifsc: to.ifscCode },
    },
    ...(remarks && { transfer_remarks: remarks }),
  };
}

/**
 * A name with letters and spaces only, as Cashfree requires: `Dr. A.K. Rao` becomes `Dr A K Rao`.
 * Never empty, because our form accepts a name of dots alone.
 */
export function nameFor(name: string): string {
  return plainWords(name.replace(/\d/g, " "), nameCharsMax) || "Beneficiary";
}

/** Keeps unaccented letters, digits and single spaces; every other character becomes a space. */
export function plainWords(text: string, charsMax: number): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^A-Za-z0-9]+/g, " ")
    .trim()
    .slice(0, charsMax)
    .trim();
}
