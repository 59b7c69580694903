import * as z from "zod/mini";
import { dataAnswer, defineCall } from "./call.ts";
import { blankOr, text } from "./form-fields.ts";
import { stateCodes, stateNames } from "./state-codes.ts";
import { isGstin, stateCodeOfGstin } from "./tax-numbers.ts";

const sample = {
  legal_name: "Sharma Traders Private Limited",
  address: "12 MG Road, Bengaluru 560001",
  state_code: "29",
} as const;

const gstin = z
  .string()
  .check(
    z.trim(),
    z.toUpperCase(),
    z.refine(isGstin, "Check the GSTIN: 15 characters, and its last one must match the others"),
  );

/** What a business enters; a blank GSTIN means that it has none. */
export const billingDetailsForm = z
  .object({
    legal_name: text({
      required: "Enter the legal name",
      min: [2, "Legal name must be at least 2 characters"],
      max: [100, "Legal name must not exceed 100 characters"],
    }),
    address: text({
      required: "Enter the address",
      min: [5, "Address must be at least 5 characters"],
      max: [200, "Address must not exceed 200 characters"],
    }),
    state_code: z.enum(stateCodes, { error: "Choose a state" }),
    gstin: z.optional(blankOr(gstin, "GSTIN must be text")),
  })
  .check(
    z.check((context) => {
      const { gstin: number, state_code: state } = context.value;
      if (!number?.trim() || stateCodeOfGstin(number) === state) return;
      context.issues.push({
        code: "custom",
        message: `This GSTIN is not registered in ${stateNames[state]}`,
        path: ["gstin"],
        input: context.value,
      });
    }),
  );
export type BillingDetailsForm = z.input<typeof billingDetailsForm>;

export const billingDetails = z
  .object({
    legal_name: z.string(),
    address: z.string(),
    state_code: z.enum(stateCodes),
    gstin: z.nullable(z.string()),
  })
  .register(z.globalRegistry, {
    id: "BillingDetails",
    description:
      "The recipient on tax invoices. The first two digits of a GSTIN are the state's code.",
  });
export type BillingDetails = z.output<typeof billingDetails>;

export const getBillingDetails = defineCall({
  name: "getBillingDetails",
  summary: "The name and address on your tax invoices; null if none were saved",
  tag: "Tax invoices",
  method: "GET",
  path: "/reports/billing-details",
  scopes: ["reports:read"],
  who: "tenant",
  needs: "report",
  feature: "view_reports",
  changesWith: ["account"],
  answer: dataAnswer(z.nullable(billingDetails)),
});

export const saveBillingDetails = defineCall({
  name: "saveBillingDetails",
  summary: "Save the name and address for later tax invoices. Earlier ones keep theirs",
  tag: "Tax invoices",
  method: "PUT",
  path: "/reports/billing-details",
  who: "tenant",
  needs: "manage_team",
  feature: "view_reports",
  body: billingDetailsForm,
  answer: dataAnswer(billingDetails),
  example: { request: { ...sample, gstin: "29AAGCB7383J1Z4" } },
});
