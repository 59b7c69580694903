import { stateCodes, type StateCode } from "@rokad/contract/state-codes";
import { stateCodeOfGstin } from "@rokad/contract/tax-numbers";
import type { Db } from "../../database/db.ts";
import { readSettings, type Settings } from "../../identity/settings/settings.ts";

/** Who issues, as stored on each document. */
export interface Supplier {
  readonly legal_name: string;
  readonly gstin: string;
  readonly address: string | null;
  readonly state_code: StateCode;
}

/** Whom a document names; without billing details, the business's name alone. */
export interface Recipient {
  readonly legal_name: string;
  readonly gstin: string | null;
  readonly address: string | null;
  readonly state_code: StateCode | null;
}

/** What System Settings say of invoices. */
export interface InvoiceSettings {
  readonly supplier: Supplier;
  readonly sac: string;
  readonly prefix: string;
  readonly gstPercent: number;
}

/** @returns undefined until the legal name and the GSTIN are set: then no document is issued. */
export async function readInvoiceSettings(): Promise<InvoiceSettings | undefined> {
  const settings = await readSettings();
  const { supplier_legal_name: name, supplier_gstin: gstin } = settings;
  if (name === null || gstin === null) return undefined;
  return {
    supplier: {
      legal_name: name,
      gstin,
      address: settings.supplier_address,
      state_code: knownState(stateCodeOfGstin(gstin)),
    },
    sac: settings.supplier_sac,
    prefix: settings.invoice_prefix,
    gstPercent: settings.gst_percent,
  };
}

/** The recipient's state, or the supplier's if the recipient has entered none. */
export function choosePlaceOfSupply(supplier: Supplier, recipient: Recipient): StateCode {
  return recipient.state_code ?? supplier.state_code;
}

/** Whether documents are issued. */
export function isIssuing(settings: Settings): boolean {
  return settings.supplier_legal_name !== null && settings.supplier_gstin !== null;
}

/** The billing details of a tenant, or its name alone. */
export async function readRecipient(db: Db, tenantId: string): Promise<Recipient> {
  const row = await db
    .selectFrom("tenants")
    .leftJoin("billing_details", "billing_details.tenant_id", "tenants.id")
    .select(["name", "legal_name", "gstin", "billing_details.address", "state_code"])
    .where("tenants.id", "=", tenantId)
    .executeTakeFirstOrThrow();
  return {
    legal_name: row.legal_name ?? row.name,
    gstin: row.gstin,
    address: row.address,
    state_code: row.state_code === null ? null : knownState(row.state_code),
  };
}

export function knownState(code: string): StateCode {
  const known = stateCodes.find((one) => one === code);
  if (!known) throw new Error(`${code} is no state code`);
  return known;
}
