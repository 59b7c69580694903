import * as z from "zod/mini";
import { text } from "./form-fields.ts";
import { isGstin } from "./tax-numbers.ts";

/** The rules of the settings that tax invoices name. Their state is that of the GSTIN. */

export const invoiceSettingKeys = [
  "supplier_legal_name",
  "supplier_gstin",
  "supplier_address",
  "supplier_sac",
  "invoice_prefix",
] as const;

const gstinMessage = "Check the GSTIN: 15 characters, and its last one must match the others";

export const supplierGstinRule = z.nullable(
  z.string({ error: gstinMessage }).check(z.refine(isGstin, gstinMessage)),
);

const nameMessage = "Enter 2 to 100 characters, or leave it blank";
export const supplierNameRule = z.nullable(
  text({ required: nameMessage, min: [2, nameMessage], max: [100, nameMessage] }),
);

const addressMessage = "Enter 5 to 200 characters on one line, or leave it blank";
export const supplierAddressRule = z.nullable(
  text({ required: addressMessage, min: [5, addressMessage], max: [200, addressMessage] }),
);

const sacMessage = "Enter the six digits of a service, which begin with 99";
export const supplierSacRule = z
  .string({ error: sacMessage })
  .check(z.regex(/^99[0-9]{4}$/, sacMessage));

const prefixMessage = "Enter two capital letters";
/**
 * Two letters: a number has at most 16 characters (Rule 46 of the CGST Rules), and a credit note adds
 * a C, so `RKC/26-27/000001` has no room for more.
 */
export const invoicePrefixRule = z
  .string({ error: prefixMessage })
  .check(z.regex(/^[A-Z]{2}$/, prefixMessage));
