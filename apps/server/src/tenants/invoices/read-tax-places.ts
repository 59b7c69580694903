import { sql } from "kysely";
import type { Db } from "../../database/db.ts";
import { readInvoiceEnvironment } from "./invoice-environment.ts";
import { choosePlaceOfSupply, readInvoiceSettings, readRecipient } from "./parties.ts";

/**
 * Whether the GST of a month, `YYYY-MM`, is CGST and SGST, as within a state. Undefined while no
 * invoices are issued.
 */
export type TaxPlaces = (month: string) => boolean | undefined;

/** The places of a tenant's invoices; for a month without one, that of an invoice issued now. */
export async function readTaxPlaces(db: Db, tenantId: string): Promise<TaxPlaces> {
  const { environment } = await readInvoiceEnvironment(db);
  const { rows } = await sql<{ month: string; isWithinState: boolean }>`
    select to_char(month, 'YYYY-MM') as month,
      place_of_supply = supplier ->> 'state_code' as "isWithinState"
    from tax_documents
    where kind = 'invoice' and environment = ${environment} and tenant_id = ${tenantId}
  `.execute(db);
  const issued = new Map(rows.map(({ month, isWithinState }) => [month, isWithinState]));
  const current = await isWithinStateNow(db, tenantId);
  return (month) => issued.get(month) ?? current;
}

async function isWithinStateNow(db: Db, tenantId: string): Promise<boolean | undefined> {
  const settings = await readInvoiceSettings();
  if (!settings) return undefined;
  const { supplier } = settings;
  const place = choosePlaceOfSupply(supplier, await readRecipient(db, tenantId));
  return place === supplier.state_code;
}
