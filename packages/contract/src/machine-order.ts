import * as z from "zod/mini";
import { noControlCharacters } from "./form-fields.ts";
import { limits } from "./limits.ts";
import {
  contactInputs,
  payoutAmount,
  payoutFormSample,
  payoutRequestKinds,
} from "./payout-form.ts";

/* A payout as a program requests it: in paise or rupees, with its own reference, without contact data. */

/** The caller's own reference of a payout or payment request, unique for the business. */
export const clientReference = z
  .string({ error: "client_reference must be text" })
  .check(
    z.regex(
      /^[\x21-\x7e]{1,64}$/,
      "client_reference must be 1 to 64 printable characters without spaces",
    ),
  );

const metadataKey = z
  .string()
  .check(z.regex(/^[A-Za-z0-9_.-]{1,40}$/, "A key of metadata has 1 to 40 letters, digits or _.-"));
const metadataValue = z
  .string({ error: "The values of metadata are texts" })
  .check(
    z.maxLength(
      limits.metadataValueCharsMax,
      `A value of metadata must not exceed ${limits.metadataValueCharsMax} characters`,
    ),
    noControlCharacters(),
  );

/** What the caller stores with it and gets back; never shown to a bank. */
export const metadata = z
  .record(metadataKey, metadataValue, { error: "metadata must be an object of texts" })
  .check(
    z.refine((value) => Object.keys(value).length <= limits.metadataKeysMax, {
      error: `metadata has at most ${limits.metadataKeysMax} keys`,
    }),
  );

const fields = {
  /** In rupees. Exactly one of `amount` and `amount_paise`. */
  amount: z.optional(payoutAmount),
  amount_paise: z.optional(
    z
      .int({ error: "amount_paise must be a whole number of paise" })
      .check(
        z.minimum(limits.payoutPaiseMin, "Amount must be greater than ₹1"),
        z.maximum(limits.payoutPaiseMax, "Amount cannot exceed ₹5,00,000"),
      ),
  ),
  ...contactInputs,
  client_reference: z.optional(clientReference),
  metadata: z.optional(metadata),
};

interface Amounts {
  readonly amount?: number | undefined;
  readonly amount_paise?: number | undefined;
}
const oneAmount = z.refine<Amounts>(
  ({ amount, amount_paise: paise }) => (amount === undefined) !== (paise === undefined),
  { path: ["amount"], error: "Send exactly one of amount and amount_paise" },
);

export const machineOrder = z.discriminatedUnion(
  "method",
  [
    z.extend(payoutRequestKinds.upi, fields).check(oneAmount),
    z.extend(payoutRequestKinds.imps, fields).check(oneAmount),
    z.extend(payoutRequestKinds.saved, fields).check(oneAmount),
  ],
  { error: "Choose UPI or IMPS" },
);
export type MachineOrder = z.output<typeof machineOrder>;

export const machineOrderSample = {
  method: "imps",
  beneficiary_name: payoutFormSample.beneficiary_name,
  account_number: payoutFormSample.account_number,
  ifsc_code: payoutFormSample.ifsc_code,
  amount_paise: 1500_25,
  client_reference: "INV-118",
  metadata: { order: "118" },
};
