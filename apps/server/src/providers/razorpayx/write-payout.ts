import type { Destination, Transfer } from "../transfer.ts";

/** RazorpayX's names of our purposes. It has none for "other". */
const purposes: Readonly<Record<NonNullable<Transfer["purpose"]>, string>> = {
  vendor_bill: "vendor bill",
  salary: "salary",
  refund: "refund",
  utility: "utility bill",
  other: "payout",
};

const contactNameCharsMax = 50;
const accountNameCharsMax = 120;
/** A contact's name needs at least 3 characters, an account holder's 4; 4 fits both. */
const nameCharsMin = 4;
const narrationCharsMax = 30;

/**
 * The body of a composite payout: contact, fund account and payout in one. The same transfer always
 * has the same bytes, because RazorpayX compares the bodies of one idempotency key.
 * @param from the number of the account that pays.
 */
export function writePayout(transfer: Transfer, from: string): object {
  const { to } = transfer;
  return {
    account_number: from,
    amount: Number(transfer.amountPaise),
    currency: "INR",
    mode: to.method === "upi" ? "UPI" : "IMPS",
    purpose: transfer.purpose ? purposes[transfer.purpose] : "payout",
    fund_account: {
      ...fundAccount(to, transfer.beneficiary_name),
      contact: {
        name: nameWithin(transfer.beneficiary_name, contactNameCharsMax),
        ...(transfer.beneficiary_email && { email: transfer.beneficiary_email }),
        ...(transfer.beneficiary_phone && { contact: transfer.beneficiary_phone }),
      },
    },
    // With a low balance, the payout waits at RazorpayX instead of failing.
    queue_if_low_balance: true,
    reference_id: transfer.reference,
    narration: narrationOf(transfer),
  };
}

/** A bank account with its holder's name, or a UPI id, in RazorpayX's format. */
export function fundAccount(to: Destination, name: string): object {
  // A UPI id is sent unchanged. RazorpayX documents letters, digits, `.` and `-` only, but ids with
  // `_` exist, so RazorpayX decides.
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
 * A name with the characters that RazorpayX accepts. Shorter names are padded with dots, the only
 * sign that may end a name: "Om" becomes "Om..".
 */
export function nameWithin(name: string, charsMax: number): string {
  const clean = sanitise(name, /[^A-Za-z0-9 ’_/().-]+/g, charsMax).replace(
    /(?<![^A-Za-z0-9.])[^A-Za-z0-9.]+$/,
    "",
  );
  return (/[A-Za-z0-9]/.test(clean) ? clean : "Beneficiary").padEnd(nameCharsMin, ".");
}

/** The bank statement's text: the remarks, or our reference if no character of them is allowed. */
function narrationOf({ remarks, reference }: Transfer): string {
  const narration = sanitise(remarks ?? "", /[^A-Za-z0-9 ]+/g, narrationCharsMax);
  return narration || sanitise(`Payout ${reference}`, /[^A-Za-z0-9 ]+/g, narrationCharsMax);
}

function sanitise(text: string, others: RegExp, charsMax: number): string {
  const plain = text.normalize("NFKD").replaceAll(/\p{M}+/gu, "");
  return plain.replaceAll(others, " ").replaceAll(/ +/g, " ").trim().slice(0, charsMax).trim();
}
