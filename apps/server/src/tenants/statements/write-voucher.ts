import { todayInIndia } from "@rokad/contract/fields";
import { money, toDecimal } from "@rokad/money/money";
import { escapeXml } from "../../files/escape-xml.ts";
import type { Line } from "./line.ts";
import { narrateLine } from "./narrate-line.ts";
import { otherSide, tallyLedgers, type TallyLedger } from "./tally-ledgers.ts";
import type { TaxParts } from "./split-line-tax.ts";

/** Creates a ledger in Tally. */
export function writeLedger(ledger: TallyLedger): string {
  const { name, group } = tallyLedgers[ledger];
  return message(
    `<LEDGER NAME="${name}" ACTION="Create">${element("NAME", name)}${element("PARENT", group)}</LEDGER>`,
  );
}

/**
 * A line as a voucher. Fee and GST go to their ledgers and the rest to the other side, so debits and
 * credits are equal.
 * @param feePaise signed like `tax`: positive for charges, negative for charges that came back.
 */
export function writeVoucher(
  walletId: string,
  line: Line,
  { feePaise, tax }: { readonly feePaise: bigint; readonly tax: TaxParts },
): string {
  const charges = [["fees", feePaise] as const, ...tax];
  const chargedPaise = charges.reduce((sum, [, paise]) => sum + paise, 0n);
  const entries = [[otherSide[line.lineKind], -line.paise - chargedPaise] as const, ...charges];
  const type = voucherType(line);
  const id = voucherId(walletId, line);
  const reference = line.reference ?? line.utr;
  const day = todayInIndia(line.at).replaceAll("-", "");
  return message(
    `<VOUCHER REMOTEID="${id}" VCHTYPE="${type}" ACTION="Create" OBJVIEW="Accounting Voucher View">` +
      element("DATE", day) +
      element("EFFECTIVEDATE", day) +
      element("GUID", id) +
      element("VOUCHERTYPENAME", type) +
      element("VOUCHERNUMBER", voucherNumber(line)) +
      (reference === null ? "" : element("REFERENCE", reference)) +
      element("NARRATION", narrateLine(line)) +
      element("PERSISTEDVIEW", "Accounting Voucher View") +
      entries
        .filter(([, paise]) => paise !== 0n)
        .map(([ledger, paise]) => ledgerEntry(ledger, paise))
        .join("") +
      ledgerEntry("wallet", line.paise) +
      "</VOUCHER>",
  );
}

/** Tally's own shape of an id. It is always the same for a line, so that Tally recognises it. */
function voucherId(walletId: string, { entry }: Line): string {
  return `${walletId}-${entry.toString(16).padStart(8, "0")}`;
}

/** A transfer between the tenant's own accounts is a contra. */
function voucherType({ lineKind, paise }: Line): "Contra" | "Payment" | "Receipt" {
  if (tallyLedgers[otherSide[lineKind]].group === "Bank Accounts") return "Contra";
  return paise < 0n ? "Payment" : "Receipt";
}

/** The reference of a payout. Its returns add their entry number, because there can be several. */
function voucherNumber({ kind, reference, utr, entry }: Line): string {
  if (kind === "hold" && reference !== null) return reference;
  return `${reference ?? utr ?? "W"}-${entry}`;
}

/** In Tally's files a debit is negative and deemed positive. */
function ledgerEntry(ledger: TallyLedger, debitPaise: bigint): string {
  return (
    "<ALLLEDGERENTRIES.LIST>" +
    element("LEDGERNAME", tallyLedgers[ledger].name) +
    element("ISDEEMEDPOSITIVE", debitPaise > 0n ? "Yes" : "No") +
    element("AMOUNT", toDecimal(money(Number(-debitPaise)))) +
    "</ALLLEDGERENTRIES.LIST>"
  );
}

function message(content: string): string {
  return `<TALLYMESSAGE xmlns:UDF="TallyUDF">${content}</TALLYMESSAGE>\n`;
}

function element(name: string, text: string): string {
  return `<${name}>${escapeXml(text)}</${name}>`;
}
