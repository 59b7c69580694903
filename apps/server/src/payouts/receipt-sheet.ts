import { amountInWords } from "@rokad/money/words";
import { dateTimeInIndia } from "../days.ts";
import { totalOf } from "../ledger/ledger.ts";
import { inr, rupees } from "../money.ts";
import { accountHolder, factAtRight, foot, letterhead, muted, page } from "../pdf/letterhead.ts";
import type { Sheet } from "../pdf/sheet.ts";
import type { Tenant } from "../sign-in/person.ts";
import { shownDestination } from "./destination.ts";
import type { payoutOf } from "./queries.ts";

/** How a payout ended: `returned` was paid first, and came back. */
export type Ending =
  | { readonly how: "paid"; readonly paidAt: Date }
  | { readonly how: "failed"; readonly backAt: Date }
  | { readonly how: "returned"; readonly paidAt: Date; readonly backAt: Date };

export interface Receipt {
  readonly tenant: Tenant;
  readonly payout: NonNullable<Awaited<ReturnType<typeof payoutOf>>>;
  readonly ending: Ending;
  readonly madeAt: Date;
}

const endings = {
  paid: { word: "Paid", ink: "#056b46", paper: "#e6f4ee", line: "#bfe3d2" },
  failed: { word: "Failed, not paid", ink: "#b3261e", paper: "#fdeceb", line: "#f3c6c3" },
  returned: { word: "Returned by the bank", ink: "#b3261e", paper: "#fdeceb", line: "#f3c6c3" },
};

/** One page: who paid whom how much, what it cost, and how it ended. */
export function* drawReceipt(sheet: Sheet, receipt: Receipt): Generator<void> {
  const { tenant, payout, madeAt } = receipt;
  sheet.addPage();
  letterhead(sheet, "Payout receipt");
  accountHolder(sheet, tenant, 92);
  factAtRight(sheet, "Receipt for", payout.reference_id, 92);
  factAtRight(sheet, "Made on", `${dateTimeInIndia(madeAt)} IST`, 107);
  let y = amountBox(sheet, receipt, 128);
  y = group(sheet, "Beneficiary", beneficiaryFacts(receipt), y);
  y = group(sheet, "Charges", chargeFacts(receipt), y, "right");
  group(sheet, "Progress", progressFacts(receipt), y);
  const note = `This receipt is made by ${sheet.product} from its ledger and needs no signature. Times are Indian Standard Time.`;
  sheet.text(note, page.left, page.bottom - 6, { size: 7.5, colour: muted });
  foot(sheet, `${sheet.product} · Payout receipt · ${payout.reference_id}`, 1, 1);
  yield;
}

function amountBox(sheet: Sheet, { payout, ending }: Receipt, y: number): number {
  const { word, ink, paper, line } = endings[ending.how];
  const words = sheet.wrap(amountInWords(inr(payout.amount_paise)), page.width - 40, { size: 9 });
  // However much a provider has to say, the page has room for the rest.
  const told = sheet.wrap(sentenceOf(payout, ending), page.width - 40, { size: 9 }).slice(0, 6);
  const height = 84 + (words.length + told.length) * 13;
  sheet.box(
    { x: page.left, y, width: page.width, height },
    { fill: "#f6f7f9", line: "#dfe2ea", radius: 10 },
  );
  const badge = sheet.widthOf(word, { size: 8.5, weight: "semibold" }) + 20;
  const left = page.left + 20;
  const right = page.right - 20;
  sheet.box(
    { x: right - badge, y: y + 20, width: badge, height: 20 },
    { fill: paper, line, radius: 10 },
  );
  sheet.text(word, right - badge + 10, y + 33.2, { size: 8.5, weight: "semibold", colour: ink });
  const label = ending.how === "paid" ? "Amount paid" : "Amount of the payout";
  sheet.text(label, left, y + 28, { size: 8.5, colour: muted });
  sheet.text(rupees(payout.amount_paise), left, y + 54, { size: 24, weight: "semibold" });
  let at = y + 72;
  for (const each of words) {
    sheet.text(each, left, at, { size: 9, colour: muted });
    at += 13;
  }
  at += 8;
  for (const each of told) {
    sheet.text(each, left, at, { size: 9, colour: ink, widthMax: page.width - 40 });
    at += 13;
  }
  return y + height + 28;
}

function sentenceOf(payout: Receipt["payout"], ending: Ending): string {
  const why = payout.failure_reason ? ` Reason: ${payout.failure_reason}.` : "";
  const back = `${rupees(totalPaise(payout))} (amount, fee and GST)`;
  switch (ending.how) {
    case "paid":
      return `Paid to the beneficiary on ${dateTimeInIndia(ending.paidAt)}.`;
    case "failed":
      return `The beneficiary was not paid. ${back} came back to the wallet on ${dateTimeInIndia(ending.backAt)}.${why}`;
    case "returned":
      return `Paid on ${dateTimeInIndia(ending.paidAt)}, then returned by the beneficiary's bank. ${back} came back to the wallet on ${dateTimeInIndia(ending.backAt)}.${why}`;
  }
}

type Fact = readonly [name: string, value: string | null];

function beneficiaryFacts({ tenant, payout }: Receipt): Fact[] {
  return [
    ["Name", payout.beneficiary_name],
    ["Method", payout.method.toUpperCase()],
    [payout.method === "upi" ? "UPI ID" : "Account number", shownDestination(tenant, payout)],
    ["IFSC", payout.ifsc_code],
    ["Bank", payout.bank_name],
    ["Remarks", payout.remarks],
  ];
}

function chargeFacts({ payout, ending }: Receipt): Fact[] {
  const total = ending.how === "paid" ? "Total deducted" : "Total deducted, and given back";
  return [
    ["Payout amount", rupees(payout.amount_paise)],
    ["Platform fee", rupees(payout.fee_paise)],
    ["GST on the fee", rupees(payout.gst_paise)],
    [total, rupees(totalPaise(payout))],
  ];
}

function progressFacts({ payout, ending }: Receipt): Fact[] {
  return [
    ["Reference ID", payout.reference_id],
    ["UTR", ending.how === "failed" ? null : payout.utr_number],
    ["Requested on", dateTimeInIndia(payout.created_at)],
    ["Paid on", ending.how === "failed" ? null : dateTimeInIndia(ending.paidAt)],
    ["Failed on", ending.how === "failed" ? dateTimeInIndia(ending.backAt) : null],
    ["Returned on", ending.how === "returned" ? dateTimeInIndia(ending.backAt) : null],
  ];
}

/** A heading with a line for each fact that there is. */
function group(
  sheet: Sheet,
  heading: string,
  facts: readonly Fact[],
  y: number,
  align: "left" | "right" = "left",
): number {
  sheet.text(heading, page.left, y, { size: 10, weight: "semibold" });
  let at = y + 10;
  for (const [name, value] of facts) {
    if (!value) continue;
    const lines = sheet.wrap(value, page.width - 190, { size: 9 }).slice(0, 4);
    sheet.rule(page.left, at, page.width);
    sheet.text(name, page.left, at + 14, { size: 9, colour: muted });
    lines.forEach((text, line) =>
      sheet.text(text, align === "right" ? page.right : page.left + 180, at + 14 + line * 12, {
        size: 9,
        align,
        widthMax: page.width - 180,
      }),
    );
    at += 21 + (lines.length - 1) * 12;
  }
  sheet.rule(page.left, at, page.width);
  return at + 30;
}

function totalPaise(payout: Receipt["payout"]): bigint {
  return totalOf({
    amountPaise: payout.amount_paise,
    feePaise: payout.fee_paise,
    gstPaise: payout.gst_paise,
  });
}
