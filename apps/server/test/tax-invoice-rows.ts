import { database, transaction } from "../src/database/db.ts";
import { insertDocument } from "../src/tenants/invoices/documents.ts";
import { lockSeries } from "../src/tenants/invoices/number-documents.ts";
import type { SignedIn } from "./signed-in.ts";

const nothing = { count: 0n, feePaise: 0n, gstPaise: 0n };
const charged = { count: 1n, feePaise: 500n, gstPaise: 90n };
const party = { legal_name: "A business", gstin: "29AAGCB7383J1Z4", address: null };
const state = { state_code: "29" as const };
let year = 2000;

/** An invoice of the tenant for each call that takes its id. */
export function taxInvoiceRows(tenant: () => SignedIn) {
  const issue = async () => {
    const { id: tenantId } = tenant();
    // Each in a year of its own: a tenant has one invoice of a month.
    const month = `${(year += 1)}-01`;
    await transaction(async (db) => {
      const date = await lockSeries(db, "sandbox", month);
      await insertDocument(db, {
        environment: "sandbox",
        kind: "invoice",
        tenantId,
        month,
        date,
        prefix: "RK",
        invoiceId: null,
        supplier: { ...party, ...state },
        recipient: { ...party, ...state },
        placeOfSupply: "29",
        sac: "997158",
        rate: 18,
        charged,
        returned: nothing,
        taxablePaise: 500n,
        tax: { cgstPaise: 45n, sgstPaise: 45n, igstPaise: 0n },
      });
    });
    const { id } = await database()
      .selectFrom("tax_documents")
      .select("id")
      .where("tenant_id", "=", tenantId)
      .orderBy("serial", "desc")
      .limit(1)
      .executeTakeFirstOrThrow();
    return { id };
  };
  return { getTaxInvoice: issue, printTaxInvoice: issue };
}
