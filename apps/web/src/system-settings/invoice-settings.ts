import { invoiceSettingKeys } from "@rokad/contract/invoice-settings";

/** The fields of the settings that tax invoices name. */
export const invoiceSettings = {
  supplier_legal_name: { kind: "id", hint: "As registered for GST; blank issues no invoices" },
  supplier_gstin: { kind: "id", hint: "15 characters in capitals; blank issues no invoices" },
  supplier_address: { kind: "id", hint: "At most 200 characters on one line" },
  supplier_sac: { kind: "id", hint: "Six digits; 997158: processing of financial transactions" },
  invoice_prefix: { kind: "id", hint: "Two capitals, as RK in RK/26-27/000001" },
} as const;

export const taxInvoices = {
  title: "Tax invoices",
  description: "Who issues the monthly invoices for fees. Issued ones keep their details.",
  keys: invoiceSettingKeys,
  wide: true,
} as const;
