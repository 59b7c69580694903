import { asAscii } from "@rokad/money/as-ascii";

/* How a cell of a payee is written in files, and how the product writes it. */

/** A correction of what is written in another way than the forms take it. */
export interface CellRepair {
  /** The corrected cell in words. */
  readonly what: string;
  readonly to: (text: string) => string;
}

/** Spreadsheets mark text with an apostrophe, and exports write `="0012"` to keep zeros. */
export const withoutQuote = (cell: string) =>
  /^[='\s]|\s$/.test(cell)
    ? cell
        .replace(/^="(.*)"$/, "$1")
        .replace(/^'/, "")
        .trim()
    : cell;

export const repairAccountNumber: CellRepair = {
  what: "Account number without spaces",
  to: (text) => asAscii(text).replaceAll(/[ -]/g, ""),
};

export const repairIfsc: CellRepair = {
  what: "IFSC in capital letters without spaces",
  // The fifth character is a zero in each IFSC; people write the letter.
  to: (text) =>
    asAscii(text)
      .replaceAll(/[ -]/g, "")
      .toUpperCase()
      .replace(/^([A-Z]{4})O/, "$10"),
};

export const repairUpiId: CellRepair = {
  what: "UPI ID without spaces",
  to: (text) => asAscii(text).replaceAll(" ", ""),
};

export const repairPhone: CellRepair = {
  what: "Phone number without +91",
  to: (text) => {
    const digits = asAscii(text).replaceAll(/[ ()-]/g, "");
    return /^(?:\+?91|0)\d{10}$/.test(digits) ? digits.slice(-10) : digits;
  },
};

export const repairName: CellRepair = {
  what: "Name without other characters",
  // A payout's name takes letters, spaces and dots; banks compare nothing else.
  to: (text) => (/^[A-Za-z.]+(?: [A-Za-z.]+)*$/.test(text) ? text : asPayeeName(text)),
};

const asPayeeName = (text: string) =>
  text
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll("&", " and ")
    .replaceAll(/[-_/,()'’]/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();

/** A number that a spreadsheet wrote as `1.23E+11`: its last digits are lost. */
export const isCutNumber = (text: string) => /^\d(?:\.\d+)?E\+?\d+$/i.test(text);

/** The account of a UPI ID like `00011020001772@HDFC0000001.ifsc.npci`, which is no person's ID. */
export function accountOfUpiId(upiId: string) {
  const [, account_number = "", ifsc = ""] =
    /^(\d{9,18})@([A-Z]{4}0[A-Z0-9]{6})\.ifsc\.npci$/i.exec(upiId) ?? [];
  return account_number ? { account_number, ifsc_code: ifsc.toUpperCase() } : undefined;
}
