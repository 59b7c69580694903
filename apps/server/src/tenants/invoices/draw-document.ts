import { placeOfSupply, stateTaxName } from "@rokad/contract/state-codes";
import { money } from "@rokad/money/money";
import { amountInWords } from "@rokad/money/words";
import { factAtRight, foot, letterhead, muted, page } from "../../files/pdf/letterhead.ts";
import type { Sheet } from "../../files/pdf/sheet.ts";
import { dateTimeInIndia, dayInIndia } from "../../kernel/days.ts";
import { plainRupees } from "../../kernel/money.ts";
import { taxOf, type DocumentRow } from "./list-documents.ts";
import type { Recipient } from "./parties.ts";

/** The right edges of the columns with numbers. */
const column = { count: 380, amount: page.right };
const rowHeight = 20;
const partyWidth = 245;

type Titled = Pick<DocumentRow, "kind" | "environment">;

/** A document about play money says that it is a sample. */
export function documentTitle({ kind, environment }: Titled): string {
  const title = kind === "invoice" ? "Tax invoice" : "Credit note";
  return environment === "sandbox" ? `Sample ${title.toLowerCase()}` : title;
}

/** Draws a tax invoice or credit note on one page, with what Rules 46 and 53 of the CGST Rules ask for. */
export function* drawDocument(sheet: Sheet, document: DocumentRow): Generator<void> {
  sheet.addPage();
  letterhead(sheet, documentTitle(document));
  const { supplier, recipient } = document;
  facts(sheet, document, 92);
  const supplierEnd = party(sheet, "From", supplier, 92);
  const label = document.kind === "invoice" ? "Billed to" : "Credited to";
  const recipientEnd = party(sheet, label, recipient, Math.max(178, supplierEnd + 22));
  const end = amounts(sheet, document, Math.max(270, recipientEnd + 34));
  closing(sheet, document, end + 26);
  foot(sheet, `${sheet.product} · ${documentTitle(document)} ${document.number}`, 1, 1);
  yield;
}

/** @returns the baseline of the last line: names and addresses have several, and none may be cut. */
function party(sheet: Sheet, label: string, of: Recipient, top: number): number {
  const name = { size: 10.5, weight: "semibold" } as const;
  const details = { size: 8.5 } as const;
  sheet.text(label, page.left, top, { size: 7.5, colour: muted });
  let y = top + 2;
  for (const text of sheet.wrap(of.legal_name, partyWidth, name))
    sheet.text(text, page.left, (y += 13), name);
  y += 2.5;
  for (const text of [
    ...(of.address ? sheet.wrap(of.address, partyWidth, details) : []),
    `GSTIN: ${of.gstin ?? "unregistered"}`,
    ...(of.state_code
      ? sheet.wrap(`State: ${placeOfSupply(of.state_code)}`, partyWidth, details)
      : []),
  ])
    sheet.text(text, page.left, (y += 11.5), details);
  return y;
}

function facts(sheet: Sheet, document: DocumentRow, y: number): void {
  const { invoiceNumber, invoiceDate } = document;
  const list: (readonly [string, string])[] = [
    [document.kind === "invoice" ? "Invoice number" : "Credit note number", document.number],
    ["Date", dayInIndia(document.date)],
    ["Month", document.month],
    ["Place of supply", placeOfSupply(document.placeOfSupply)],
    ["Reverse charge", "No"],
    ["SAC", document.sac],
  ];
  if (invoiceNumber && invoiceDate)
    list.push(["For invoice", invoiceNumber], ["Invoice date", dayInIndia(invoiceDate)]);
  list.forEach(([name, value], at) => factAtRight(sheet, name, value, y + at * 15));
}

interface Row {
  readonly text: string;
  readonly count?: bigint;
  readonly paise: bigint;
  readonly isTotal?: true;
}

function amounts(sheet: Sheet, document: DocumentRow, top: number): number {
  sheet.box(
    { x: page.left - 6, y: top - 14, width: page.width + 12, height: 20 },
    { fill: "#f1f3f7", radius: 4 },
  );
  const head = { size: 7.5, weight: "semibold", colour: muted } as const;
  sheet.text("Description", page.left, top, head);
  sheet.text("Payouts", column.count, top, { ...head, align: "right" });
  sheet.text("Amount (₹)", column.amount, top, { ...head, align: "right" });
  let y = top + 6;
  for (const { text, count, paise, isTotal } of rowsOf(document)) {
    const style = { size: 9, weight: isTotal ? "semibold" : "regular" } as const;
    const right = { ...style, align: "right" } as const;
    sheet.text(text, page.left, y + 14, style);
    if (count !== undefined) sheet.text(count.toLocaleString("en-IN"), column.count, y + 14, right);
    sheet.text(plainRupees(paise), column.amount, y + 14, right);
    sheet.rule(page.left, y + rowHeight, page.width);
    y += rowHeight;
  }
  return y;
}

function rowsOf(document: DocumentRow): Row[] {
  const { chargedCount, chargedFeePaise, returnedCount, returnedFeePaise, taxablePaise } = document;
  const total = taxablePaise + taxOf(document);
  return [
    ...(document.kind === "invoice"
      ? [{ text: "Payout fees charged", count: chargedCount, paise: chargedFeePaise }]
      : []),
    ...(returnedCount > 0n
      ? [
          {
            text: "Payout fees returned",
            count: returnedCount,
            paise: document.kind === "invoice" ? -returnedFeePaise : returnedFeePaise,
          },
        ]
      : []),
    { text: "Taxable value", paise: taxablePaise, isTotal: true },
    ...taxRows(document),
    { text: document.kind === "invoice" ? "Total" : "Total credited", paise: total, isTotal: true },
  ];
}

function taxRows({ placeOfSupply: place, supplier, rate, ...tax }: DocumentRow): Row[] {
  const at = (part: number) => (rate === null ? "" : ` at ${rate / part}%`);
  if (place !== supplier.state_code) return [{ text: `IGST${at(1)}`, paise: tax.igstPaise }];
  return [
    { text: `CGST${at(2)}`, paise: tax.cgstPaise },
    { text: `${stateTaxName(place)}${at(2)}`, paise: tax.sgstPaise },
  ];
}

function closing(sheet: Sheet, document: DocumentRow, y: number): void {
  const total = document.taxablePaise + taxOf(document);
  const words = amountInWords(money(Number(total)));
  const lines = sheet.wrap(words, page.width, { size: 9, weight: "semibold" });
  lines.forEach((text, at) =>
    sheet.text(text, page.left, y + at * 12, { size: 9, weight: "semibold" }),
  );
  [
    document.environment === "sandbox" &&
      "A sample with play money of the sandbox: no tax document.",
    "The amounts are those of the ledger: each payout's fee, and its GST rounded to a paisa.",
    "Fees were debited from the wallet with each payout. Nothing is due on this document.",
    `Generated on ${dateTimeInIndia(document.issuedAt)} IST by ${sheet.product}. Computer-generated; no signature required.`,
  ]
    .filter((text) => text !== false)
    .forEach((text, at) =>
      sheet.text(text, page.left, y + lines.length * 12 + 14 + at * 11, {
        size: 7.5,
        colour: muted,
      }),
    );
}
