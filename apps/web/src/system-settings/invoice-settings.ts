import { invoiceSettingKeys } from "@rokad/contract/invoice-settings";
import { t } from "../super-admin-language.ts";

/** The fields of the settings that tax invoices name. */
export const invoiceSettings = {
  supplier_legal_name: { kind: "id", hint: t`As registered for GST; blank issues no invoices` },
  supplier_gstin: { kind: "id", hint: t`15 characters in capitals; blank issues no invoices` },
  supplier_address: { kind: "id", hint: t`At most 200 characters on one line` },
  supplier_sac: { kind: "id", hint: t`Six digits; 997158: processing of financial transactions` },
  invoice_prefix: { kind: "id", hint: t`Two capitals, as RK in RK/26-27/000001` },
} as const;

export const taxInvoices = {
  title: t`Tax invoices`,
  description: t`Who issues the monthly invoices for fees. Issued ones keep their details.`,
  keys: invoiceSettingKeys,
  wide: true,
} as const;
