import type { Transfer } from "../provider.ts";
import { jsonRupees } from "./rupees.ts";

const nameCharsMax = 100;
const remarksCharsMax = 70;

/**
 * The body of `POST /transfers`: the same for the same transfer, whenever it is made. What is
 * optional and could only be refused, the beneficiary's e-mail and telephone, is not sent.
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
      beneficiary_name: nameFor(transfer.beneficiaryName),
      beneficiary_instrument_details:
        to.method === "upi"
          ? { vpa: to.upiId }
          : { bank_account_number: to.accountNumber, bank_ifsc: to.ifscCode },
    },
    ...(remarks && { transfer_remarks: remarks }),
  };
}

/**
 * Letters and spaces only, which is all that Cashfree takes in a name: `Dr. A.K. Rao` becomes
 * `Dr A K Rao`. Never empty: our form takes a name of dots alone.
 */
export function nameFor(name: string): string {
  return plainWords(name.replace(/\d/g, " "), nameCharsMax) || "Beneficiary";
}

/** Letters without accents, digits and single spaces; everything else separates words. */
export function plainWords(text: string, charsMax: number): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^A-Za-z0-9]+/g, " ")
    .trim()
    .slice(0, charsMax)
    .trim();
}
