import * as z from "zod/mini";
import { bankAccountForm } from "./bank-accounts.ts";
import { text } from "./form-fields.ts";
import { limits } from "./limits.ts";

const branch = bankAccountForm.shape.branch_name;

/** What can be corrected later. The number can't: another number is another account. */
export const receivingAccountDetails = z.object({
  /** Tenants choose by it when there are several. */
  label: text({
    required: "Label is required",
    max: [limits.labelCharsMax, "Label must not exceed 40 characters"],
  }),
  account_holder_name: bankAccountForm.shape.account_holder_name,
  ifsc_code: bankAccountForm.shape.ifsc_code,
  bank_name: bankAccountForm.shape.bank_name,
  branch_name: z._default(z.nullable(branch), null),
  /** The provider that settles its virtual accounts here; null for none. */
  settles_provider: z._default(
    z.nullable(
      z
        .string({ error: "Choose one of the providers of this installation" })
        .check(
          z.regex(/^[a-z][a-z0-9-]{0,39}$/, "Choose one of the providers of this installation"),
        ),
    ),
    null,
  ),
});

/**
 * An account of the platform for tenants' transfers. Each field has the rule of a tenant's bank
 * account, but the branch is optional.
 */
export const receivingAccountForm = z.extend(receivingAccountDetails, {
  account_number: bankAccountForm.shape.account_number,
});
export type ReceivingAccountForm = z.input<typeof receivingAccountForm>;
