import type { Destination, Transfer } from "../provider.ts";

const contactNameCharsMax = 50;
const accountNameCharsMax = 120;
/** A contact's name has at least 3, an account holder's at least 4; one rule does for both. */
const nameCharsMin = 4;
const narrationCharsMax = 30;

/**
 * The body of a composite payout: contact, fund account and payout in one. The same transfer is
 * the same bytes each time, because RazorpayX compares the bodies under one idempotency key.
 * @param from the account that pays
 */
export function payoutBody(transfer: Transfer, from: string): object {
  const { to } = transfer;
  return {
    account_number: from,
    amount: Number(transfer.amountPaise),
    currency: "INR",
    mode: to.method === "upi" ? "UPI" : "IMPS",
    purpose: "payout",
    fund_account: {
      ...fundAccount(to, transfer.beneficiaryName),
      contact: {
        name: nameWithin(transfer.beneficiaryName, contactNameCharsMax),
        email: transfer.beneficiaryEmail,
        contact: transfer.beneficiaryPhone,
      },
    },
    // A payout that waits for the platform's balance is better than one that fails for it.
    queue_if_low_balance: true,
    reference_id: transfer.reference,
    narration: narrationOf(transfer),
  };
}

/** A bank account or UPI id with its holder's name, as RazorpayX has it. */
export function fundAccount(to: Destination, name: string): object {
  // A UPI id goes as it is. RazorpayX lists letters, digits, `.` and `-` only; whether it takes
  // one with `_` is its own to say, since such ids exist.
  if (to.method === "upi") return { account_type: "vpa", vpa: { address: to.upiId } };
  return {
    account_type: "bank_account",
    bank_account: {
      name: nameWithin(name, accountNameCharsMax),
      ifsc: to.ifscCode,
      account_number: to.accountNumber,
    },
  };
}

/**
 * A name with the letters and signs that RazorpayX takes. Names shorter than its minimum end in
 * dots, the only sign that may stand there: "Om" becomes "Om..".
 */
export function nameWithin(name: string, charsMax: number): string {
  const kept = withinSet(name, /[^A-Za-z0-9 ’_/().-]+/g, charsMax).replace(/[^A-Za-z0-9.]+$/, "");
  return (/[A-Za-z0-9]/.test(kept) ? kept : "Beneficiary").padEnd(nameCharsMin, ".");
}

/** What the statement says: the remarks, or where none can be shown, that it is our payout. */
function narrationOf({ remarks, reference }: Transfer): string {
  const shown = withinSet(remarks ?? "", /[^A-Za-z0-9 ]+/g, narrationCharsMax);
  return shown || withinSet(`Payout ${reference}`, /[^A-Za-z0-9 ]+/g, narrationCharsMax);
}

function withinSet(text: string, others: RegExp, charsMax: number): string {
  const plain = text.normalize("NFKD").replaceAll(/\p{M}+/gu, "");
  return plain.replaceAll(others, " ").replaceAll(/ +/g, " ").trim().slice(0, charsMax).trim();
}
