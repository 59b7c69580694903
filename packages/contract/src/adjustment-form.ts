import { proposableKinds } from "./adjustment-states.ts";
import * as z from "zod/mini";
import {
  adjustmentAccounts,
  adjustmentRules,
  findMove,
  isOn,
  isOnWallet,
  type AdjustmentAccount,
} from "./adjustment-kinds.ts";
import { id } from "./fields.ts";
import { oneLine, rupees, text } from "./form-fields.ts";
import { limits } from "./limits.ts";

export const accountNames = Object.keys(adjustmentAccounts) as [
  AdjustmentAccount,
  ...AdjustmentAccount[],
];
const account = z.enum(accountNames, { error: "Choose what moves" });

const document = z.optional(
  z.object({
    file_name: text({
      required: "A file name is required",
      max: [limits.adjustmentFileNameCharsMax, "The file name must not exceed 100 characters"],
    }),
    /** A PDF, PNG or JPEG in base64. */
    content: z.string({ error: "Choose a file" }).check(
      z.minLength(1, "The file is empty"),
      z.maxLength(
        // Base64 takes four characters for three bytes.
        Math.ceil(limits.adjustmentDocumentBytesMax / 3) * 4,
        "The file is larger than 2 MB",
      ),
    ),
  }),
);

/** The adjustment to propose. The one-time code is bound to a digest of all of it. */
export const adjustmentForm = z
  .object({
    kind: z.enum(proposableKinds, { error: "Choose a kind" }),
    debit_account: account,
    credit_account: account,
    tenant_id: z.optional(z.uuid("Please choose a tenant")),
    /**
     * The receiving account that a movement of the bank is on. By default the one in which the
     * deposit arrived, or the only one.
     */
    receiving_account: z.optional(z.uuid("Choose a receiving account")),
    /** The name of the provider that a movement of the providers is on. By default the only one. */
    provider: z.optional(
      z
        .string({ error: "Choose a provider" })
        .check(z.regex(/^[a-z][a-z0-9_-]{0,39}$/, "Choose a provider")),
    ),
    amount: rupees({
      required: "Amount is required",
      min: [1, "Amount must be at least ₹0.01"],
      max: [limits.adjustmentPaiseMax, "Amount must not exceed ₹10,00,00,000"],
    }),
    reason: text({
      required: "A reason is required",
      max: [limits.reasonCharsMax, "Reason must not exceed 200 characters"],
      isMultiline: true,
    }),
    reference: z.optional(
      z
        .string({ error: "Reference must be text" })
        .check(
          z.trim(),
          z.maxLength(
            limits.adjustmentReferenceCharsMax,
            "Reference must not exceed 50 characters",
          ),
          oneLine(),
        ),
    ),
    deposit_id: z.optional(id),
    statement_line_id: z.optional(id),
    chargeback_id: z.optional(id),
    document,
  })
  .check((context) => {
    for (const [path, message] of adjustmentMistakes(context.value)) {
      context.issues.push({ code: "custom", message, path: [path], input: context.value });
    }
  });
export type AdjustmentForm = z.input<typeof adjustmentForm>;

type Choices = Pick<AdjustmentForm, "kind" | "debit_account" | "credit_account"> & {
  readonly tenant_id?: string | undefined;
  readonly receiving_account?: string | undefined;
  readonly provider?: string | undefined;
  readonly deposit_id?: string | undefined;
  readonly document?: object | undefined;
};

/** What of a form does not fit its kind: each field with its message. */
export function adjustmentMistakes(form: Choices): [path: keyof AdjustmentForm, string][] {
  const rules = adjustmentRules(form.kind);
  const move = findMove(form.kind, form.debit_account, form.credit_account);
  if (!move) return [["credit_account", `${rules.label} can't move this`]];
  const mistakes: [keyof AdjustmentForm, string][] = [];
  if (isOnWallet(move) !== (form.tenant_id !== undefined)) {
    mistakes.push([
      "tenant_id",
      isOnWallet(move) ? "Please choose a tenant" : "This moves no wallet",
    ]);
  }
  if (form.receiving_account !== undefined && !isOn(move, "bank")) {
    mistakes.push(["receiving_account", "This moves no money in a bank account"]);
  }
  if (form.provider !== undefined && !isOn(move, "provider")) {
    mistakes.push(["provider", "This moves no money with a provider"]);
  }
  if (form.deposit_id !== undefined && !rules.ofDeposit) {
    mistakes.push(["deposit_id", `${rules.label} does not correct a deposit`]);
  }
  if (rules.needsDocument && !form.document) {
    mistakes.push(["document", `${rules.label} needs a document: PDF, PNG or JPEG`]);
  }
  return mistakes;
}
