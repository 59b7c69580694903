import * as billing from "@rokad/contract/billing-details";
import * as calls from "@rokad/contract/tax-invoices";
import type { FastifyInstance } from "fastify";
import { serve } from "../../http/serve.ts";
import { readBillingDetails, saveBillingDetails } from "./billing-details.ts";
import { exportGstr1 } from "./export-gstr1.ts";
import { asAnswer, findDocument, listDocuments } from "./list-documents.ts";
import { printDocument } from "./print-document.ts";

export function taxInvoiceRoutes(app: FastifyInstance): void {
  serve(app, billing.getBillingDetails, async ({ person }) => ({
    data: await readBillingDetails(person),
  }));

  serve(app, billing.saveBillingDetails, async ({ person, body }) => ({
    data: await saveBillingDetails(person, body),
    message: "Billing details saved",
  }));

  serve(app, calls.listTaxInvoices, ({ person, query }) =>
    listDocuments({ ...query, tenant_id: person.tenantId }),
  );

  serve(app, calls.getTaxInvoice, async ({ person, params }) => ({
    data: asAnswer(await findDocument(params.id, person.tenantId)),
  }));

  serve(app, calls.printTaxInvoice, async ({ person, params }) =>
    printDocument(await findDocument(params.id, person.tenantId)),
  );

  serve(app, calls.listIssuedInvoices, ({ query }) => listDocuments(query));

  serve(app, calls.getIssuedInvoice, async ({ params }) => ({
    data: asAnswer(await findDocument(params.id)),
  }));

  serve(app, calls.printIssuedInvoice, async ({ params }) =>
    printDocument(await findDocument(params.id)),
  );

  serve(app, calls.exportGstr1, ({ query }) => exportGstr1(query.month, query.section));
}
