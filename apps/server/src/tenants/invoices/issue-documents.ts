import { transaction, type Tx } from "../../database/db.ts";
import type { ReturnedCharges } from "../../ledger/returned-charges.ts";
import { chooseRate, listRates } from "./choose-rate.ts";
import { findInvoice, hasDocuments, insertDocument, sumCreditNotes } from "./documents.ts";
import { readInvoiceEnvironment, type InvoiceEnvironment } from "./invoice-environment.ts";
import { lockSeries } from "./number-documents.ts";
import { choosePlaceOfSupply, readRecipient, type InvoiceSettings } from "./parties.ts";
import { readMonthCharges, sumCharges, type MonthCharges } from "./read-month-charges.ts";
import { splitTax } from "./split-tax.ts";

/**
 * Issues a tenant's invoice of a month, and a credit note for each earlier invoice of which charges
 * were returned in it. Charges that were returned in the month of their charge reduce its invoice,
 * which is issued after both. Does nothing if the month's documents exist.
 * @returns how many documents were issued.
 * @throws {Error} if a returned charge can't be traced, or exceeds its invoice: then none is issued.
 */
export function issueDocuments(
  tenantId: string,
  month: string,
  settings: InvoiceSettings,
): Promise<number> {
  return transaction(async (db) => {
    const { environment, since } = await readInvoiceEnvironment(db);
    const date = await lockSeries(db, environment, month);
    if (await hasDocuments(db, { environment, tenantId, month })) return 0;
    const charges = await readMonthCharges(db, tenantId, month, since);
    const issue: Issue = { environment, tenantId, month, date, settings };
    let issued = await issueInvoice(db, issue, charges);
    for (const returned of charges.returned) {
      if (returned.chargedMonth === month) continue;
      await issueCreditNote(db, issue, returned);
      issued += 1;
    }
    return issued;
  });
}

interface Issue extends Pick<InvoiceEnvironment, "environment"> {
  readonly tenantId: string;
  readonly month: string;
  readonly date: string;
  readonly settings: InvoiceSettings;
}

async function issueInvoice(db: Tx, issue: Issue, { charged, returned }: MonthCharges) {
  const { tenantId, month, settings } = issue;
  const back = sumCharges(returned.filter(({ chargedMonth }) => chargedMonth === month));
  const taxablePaise = charged.feePaise - back.feePaise;
  const taxPaise = charged.gstPaise - back.gstPaise;
  if (taxablePaise === 0n && taxPaise === 0n) return 0;
  const recipient = await readRecipient(db, tenantId);
  const { supplier, sac } = settings;
  const placeOfSupply = choosePlaceOfSupply(supplier, recipient);
  await insertDocument(db, {
    ...issue,
    prefix: settings.prefix,
    kind: "invoice",
    invoiceId: null,
    supplier,
    recipient,
    placeOfSupply,
    sac,
    rate: chooseRate(charged, await listRates(db, settings.gstPercent)),
    charged,
    returned: back,
    taxablePaise,
    tax: splitTax(taxPaise, placeOfSupply === supplier.state_code),
  });
  return 1;
}

/** Names the parties and the place of its invoice, also if they changed since. */
async function issueCreditNote(db: Tx, issue: Issue, returned: ReturnedCharges) {
  const { tenantId } = issue;
  const { environment } = issue;
  const ofMonth = { environment, tenantId, month: returned.chargedMonth };
  const invoice = await findInvoice(db, ofMonth);
  if (!invoice) throw new Error(`${tenantId} has no invoice of ${returned.chargedMonth}`);
  const earlier = await sumCreditNotes(db, invoice.id);
  if (
    earlier.taxablePaise + returned.feePaise > invoice.taxablePaise ||
    earlier.taxPaise + returned.gstPaise > invoice.taxPaise
  )
    throw new Error(`Credit notes of ${tenantId} would exceed invoice ${invoice.number}`);
  const { supplier, recipient, placeOfSupply, sac, rate } = invoice;
  const { count, feePaise, gstPaise } = returned;
  const isWithinState = placeOfSupply === supplier.state_code;
  await insertDocument(db, {
    ...issue,
    prefix: issue.settings.prefix,
    kind: "credit_note",
    invoiceId: invoice.id,
    supplier,
    recipient,
    placeOfSupply,
    sac,
    rate,
    charged: { count: 0n, feePaise: 0n, gstPaise: 0n },
    returned: { count, feePaise, gstPaise },
    taxablePaise: feePaise,
    tax: splitTax(gstPaise, isWithinState, earlier.taxPaise),
  });
}
